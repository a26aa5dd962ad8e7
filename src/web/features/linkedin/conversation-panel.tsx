import { useRef } from "react";
import type { LeadConversation } from "#contract/linkedin.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { AnswerForm } from "#lib/leads/answer-form.tsx";
import { useConversation, useReact } from "#lib/leads/conversation.api.ts";
import { ConversationTexts } from "#lib/leads/conversation-texts.tsx";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { ClassBadge } from "./class-badge.tsx";
import { ConversationSkeleton } from "./conversation-skeleton.tsx";

/** One conversation: its messages, what the reply means, and the answer. */
export function ConversationPanel({ leadId }: { leadId: string }) {
  return (
    <QueryStates
      query={useConversation(leadId)}
      errorTitle="Het gesprek kon niet worden geladen"
      skeleton={<ConversationSkeleton />}
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
    {
      label: "Antwoord schrijven",
      group: "Inbox",
      keys: "enter",
      // On another button or link, Enter presses that.
      isActive: () => !document.activeElement?.matches("a, button:not([aria-current])"),
      run: () => answerField.current?.focus(),
    },
    { label: "Geen antwoord nodig", group: "Inbox", keys: "e", run: () => react.mutate({ isHandled: true }) },
    ...SENTIMENTS.map(({ sentiment, label, keys }) => ({
      label,
      group: "Inbox",
      keys,
      run: () => react.mutate({ sentiment }),
    })),
  ]);
  return (
    // Beside the list it ends above the bottom of the window, and the texts scroll in what is left: the answer is always in sight.
    <Card className="flex min-w-0 flex-col lg:max-h-[calc(100dvh-var(--table-top,0px)-3rem)] lg:overflow-y-auto">
      <CardHeader className="gap-2">
        <CardTitle className="flex min-w-0 flex-wrap items-center gap-2">
          <LeadLink id={leadId} className="min-w-0 break-words">
            {fullName || "Naam onbekend"}
          </LeadLink>
          {leadClassification && <ClassBadge value={leadClassification} />}
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
              <Kbd className="-mr-1 max-sm:hidden">{keys}</Kbd>
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
      <CardContent className="flex min-h-0 flex-col gap-4">
        <ConversationTexts
          leadId={leadId}
          messages={conversation.messages}
          className="min-h-40 overflow-y-auto max-lg:max-h-[55vh]"
        />
        <AnswerForm conversation={conversation} field={answerField} />
      </CardContent>
    </Card>
  );
}
