import { type RefObject, useRef } from "react";
import type { LeadConversation } from "#contract/inbox.ts";
import { useArrivalPause } from "#lib/browser/arrival-pause.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { AnswerForm } from "#lib/leads/answer-form.tsx";
import { useConversation, useReact } from "#lib/leads/conversation.api.ts";
import { ConversationTexts } from "#lib/leads/conversation-texts.tsx";
import { LeadLink } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { Kbd } from "#ui/content/badge.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { ClassBadge } from "./class-badge.tsx";
import { ConversationSkeleton } from "./conversation-skeleton.tsx";

type ConversationPanelProps = {
  leadId: string;
  /** The lead's title and company. */
  about: string | undefined;
  /** True when the user did not choose it: it came after a decision about another one. */
  cameByItself: boolean;
  /** The reply is answered or needs no answer, and nothing is typed here. Not for one that was answered before. */
  onHandled: () => void;
  /** A decision about the reply, or an answer, was undone. */
  onUndone: () => void;
};

/** One conversation: its messages, what the reply means, and the answer. */
export function ConversationPanel({ leadId, ...listeners }: ConversationPanelProps) {
  return (
    <QueryStates
      query={useConversation(leadId)}
      errorTitle="Het gesprek kon niet worden geladen"
      skeleton={<ConversationSkeleton />}
    >
      {(conversation) => <Panel conversation={conversation} {...listeners} />}
    </QueryStates>
  );
}

const SENTIMENTS = [
  { sentiment: "interested", label: "Interesse", keys: "1" },
  { sentiment: "neutral", label: "Neutraal", keys: "2" },
  { sentiment: "not_interested", label: "Geen interesse", keys: "3" },
] as const;

type PanelProps = Omit<ConversationPanelProps, "leadId"> & { conversation: LeadConversation };

type Reaction = Parameters<ReturnType<typeof useReact>["mutate"]>[0];
type Decide = (reaction: Reaction) => void;

function Panel({ conversation, about, cameByItself, onHandled, onUndone }: PanelProps) {
  const { leadId, isAnswered } = conversation;
  const react = useReact(conversation, onUndone);
  const answerField = useRef<HTMLTextAreaElement>(null);
  const isPaused = useArrivalPause(cameByItself);
  const moveOn = () => {
    if (!isAnswered) onHandled();
  };
  const decide = (reaction: Reaction) => {
    // A second key or click, because the server is slow, was meant for the conversation before this one.
    if (react.isPending || isPaused()) return;
    react.mutate(reaction, {
      onSuccess: (changed) => {
        if (changed.isAnswered && !answerField.current?.value) moveOn();
      },
    });
  };
  usePanelShortcuts(answerField, decide);
  return (
    // Beside the list it ends above the bottom of the window, and the texts scroll in what is left: the answer is always in sight.
    <Card className="flex min-w-0 flex-col lg:max-h-[calc(100dvh-var(--table-top,0px)-3rem)] lg:overflow-y-auto">
      <PanelHeader conversation={conversation} about={about} disabled={react.isPending} onDecide={decide} />
      <CardContent className="flex min-h-0 flex-col gap-4">
        <ConversationTexts
          leadId={leadId}
          messages={conversation.messages}
          // Without the list beside them they take what the head and the answer leave of the window.
          className="min-h-40 overflow-y-auto max-lg:max-h-[max(12rem,calc(100dvh-33.5rem))]"
        />
        <AnswerForm conversation={conversation} field={answerField} onAnswered={moveOn} onUndone={onUndone} />
      </CardContent>
    </Card>
  );
}

function usePanelShortcuts(answerField: RefObject<HTMLTextAreaElement | null>, decide: Decide) {
  useShortcuts([
    {
      label: "Antwoord schrijven",
      group: "Inbox",
      keys: "enter",
      // On another button or link, Enter presses that.
      isActive: () => !document.activeElement?.matches("a, button:not([aria-current])"),
      run: () => answerField.current?.focus(),
    },
    { label: "Geen antwoord nodig", group: "Inbox", keys: "e", run: () => decide({ isHandled: true }) },
    ...SENTIMENTS.map(({ sentiment, label, keys }) => ({
      label,
      group: "Inbox",
      keys,
      run: () => decide({ sentiment }),
    })),
  ]);
}

type PanelHeaderProps = Pick<PanelProps, "conversation" | "about"> & { disabled: boolean; onDecide: Decide };

/** Who it is, and the buttons that say what the reply means. */
function PanelHeader({ conversation, about, disabled, onDecide }: PanelHeaderProps) {
  const { leadId, fullName, leadClassification, isAnswered } = conversation;
  const isPhone = useIsPhone();
  const noAnswerNeeded = !isAnswered && (
    <Button
      variant="ghost"
      size="sm"
      disabled={disabled}
      onClick={() => onDecide({ isHandled: true })}
      // On a phone it would take a line of its own. It is beside the legend, which is above the top of the box.
      className="max-sm:-top-8 max-sm:-right-2.5 max-sm:absolute"
    >
      Geen antwoord nodig
    </Button>
  );
  return (
    <CardHeader className="gap-2">
      <CardTitle className="flex min-w-0 flex-wrap items-center gap-2">
        <LeadLink id={leadId} className="min-w-0 break-words">
          {fullName || "Naam onbekend"}
        </LeadLink>
        {leadClassification && <ClassBadge value={leadClassification} />}
      </CardTitle>
      <p className="-mt-1.5 min-h-4 truncate text-muted-foreground text-xs">{about}</p>
      <fieldset className="relative flex min-w-0 flex-wrap gap-1.5">
        <legend className="mb-2 text-muted-foreground text-xs">Beoordeel de reactie</legend>
        {isPhone && noAnswerNeeded}
        {SENTIMENTS.map(({ sentiment, label, keys }) => (
          <Button
            key={sentiment}
            variant="outline"
            size="sm"
            disabled={disabled}
            onClick={() => onDecide({ sentiment })}
          >
            {label}
            <Kbd className="-mr-1 max-sm:hidden">{keys}</Kbd>
          </Button>
        ))}
        {!isPhone && noAnswerNeeded}
      </fieldset>
    </CardHeader>
  );
}
