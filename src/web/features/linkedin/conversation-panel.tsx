import { useEffect, useRef } from "react";
import type { ConversationMessage, LeadConversation } from "#contract/linkedin.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { AnswerForm } from "#lib/leads/answer-form.tsx";
import { useConversation, useReact } from "#lib/leads/conversation.api.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";

/** One conversation: its messages, what the reply means, and the answer. */
export function ConversationPanel({ leadId }: { leadId: string }) {
  return (
    <QueryStates
      query={useConversation(leadId)}
      errorTitle="Het gesprek kon niet worden geladen"
      skeleton={<LinesSkeleton />}
    >
      {(conversation) => <Panel conversation={conversation} />}
    </QueryStates>
  );
}

const SENTIMENTS = [
  { sentiment: "interested", label: "Interesse", keys: "1" },
  { sentiment: "neutral", label: "Neutraal", keys: "2" },
  { sentiment: "not_interested", label: "Geen interesse", keys: "3" },
] as const;

function Panel({ conversation }: { conversation: LeadConversation }) {
  const { leadId, fullName, leadClassification, isAnswered } = conversation;
  const react = useReact(leadId);
  const answerField = useRef<HTMLTextAreaElement>(null);
  useShortcuts([
    { label: "Antwoord schrijven", group: "Inbox", keys: "enter", run: () => answerField.current?.focus() },
    { label: "Geen antwoord nodig", group: "Inbox", keys: "e", run: () => react.mutate({ isHandled: true }) },
    ...SENTIMENTS.map(({ sentiment, label, keys }) => ({
      label,
      group: "Inbox",
      keys,
      run: () => react.mutate({ sentiment }),
    })),
  ]);
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 break-words">{fullName || "Naam onbekend"}</span>
          {leadClassification && <Badge>{leadClassification}</Badge>}
        </CardTitle>
        <div className="flex flex-wrap gap-1.5">
          {SENTIMENTS.map(({ sentiment, label, keys }) => (
            <Button
              key={sentiment}
              variant="outline"
              size="sm"
              disabled={react.isPending}
              onClick={() => react.mutate({ sentiment })}
            >
              {label}
              <kbd className="text-muted-foreground text-xs max-sm:hidden">{keys}</kbd>
            </Button>
          ))}
          {!isAnswered && (
            <Button
              variant="ghost"
              size="sm"
              disabled={react.isPending}
              onClick={() => react.mutate({ isHandled: true })}
            >
              Geen antwoord nodig
            </Button>
          )}
        </div>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <Messages messages={conversation.messages} />
        <AnswerForm conversation={conversation} field={answerField} />
      </CardContent>
    </Card>
  );
}

function Messages({ messages }: { messages: readonly ConversationMessage[] }) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    end.current?.scrollIntoView({ block: "nearest" });
  }, []);
  if (messages.length === 0) return <p className="text-muted-foreground">Er zijn nog geen berichten met deze lead.</p>;
  return (
    <ol aria-label="Gesprek" className="flex max-h-[55vh] flex-col gap-3 overflow-y-auto">
      {messages.map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
      <li ref={end} aria-hidden />
    </ol>
  );
}

const Bubble = ({ message: { isOurs, author, text, at, pending } }: { message: ConversationMessage }) => (
  <li className={cn("flex max-w-[85%] flex-col gap-1", isOurs && "items-end self-end")}>
    <p
      className={cn(
        "whitespace-pre-wrap break-words rounded-md border px-3 py-2",
        isOurs ? "bg-secondary" : "bg-card",
        pending && "border-dashed",
      )}
    >
      {text}
    </p>
    <p className="text-muted-foreground text-xs">
      {pending ? pendingText(pending) : `${author} · ${formatDateTime(at)}`}
    </p>
  </li>
);

const pendingText = ({ plannedAt, problem }: NonNullable<ConversationMessage["pending"]>): string => {
  if (problem) return problem;
  return plannedAt ? `Gaat weg op ${formatDateTime(plannedAt)}` : "Wordt verstuurd";
};
