import { memo, Suspense, useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { unwelcomeReason } from "#contract/refusal.ts";
import { cn } from "#ui/cn.ts";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { CardFooter } from "./card-actions.tsx";
import { CardBadges } from "./card-badges.tsx";
import type { OnCardCommand } from "./card-command.ts";
import { cardId } from "./card-focus.ts";
import { CardHeader, ProviderId } from "./card-header.tsx";
import { CardSections } from "./card-sections.tsx";

// Few cards have notices.
const CardNotices = lazyComponent(() => import("./card-notices.tsx"), "CardNotices");
const hasNotices = (message: Message): boolean =>
  message.notQueued !== null ||
  (isOpen(message.status) &&
    (message.textRequestProblem !== null ||
      message.changedAfterApproval !== null ||
      unwelcomeReason(message) !== undefined));

// Only companies that use the built-in writer need it.
const CardDraft = lazyComponent(() => import("./card-draft.tsx"), "CardDraft");

// Only leads who replied on LinkedIn have one.
const CardReply = lazyComponent(() => import("./card-reply.tsx"), "CardReply");

type MotivationProps = { text: string | null; label?: string; className?: string };

export const Motivation = ({ text, label, className }: MotivationProps) => (
  <div className={cn("rounded-sm bg-muted px-3 py-2 text-[0.8125rem] leading-5", className)}>
    {label && <p className="font-medium text-xs">{label}</p>}
    {text?.trim() ? (
      <ClampedText lines={3}>{text.trim()}</ClampedText>
    ) : (
      <p className="text-muted-foreground">Geen motivation rating beschikbaar</p>
    )}
  </div>
);

// Loaded when a user opens it.
const CardHistory = lazyComponent(() => import("./card-history.tsx"), "CardHistory");

function History({ message }: { message: Message }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mx-4 mb-3 rounded-sm border px-3 py-2 text-[0.8125rem] sm:mx-5"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-muted-foreground">
        Geschiedenis ({message.contentVersion.toLocaleString("nl-NL")} versies)
      </summary>
      <Suspense>{isOpen && <CardHistory message={message} />}</Suspense>
    </details>
  );
}

type MessageCardProps = {
  message: Message;
  selected: boolean;
  /** The send action is pending. */
  sending: boolean;
  /** What is known of the lead is shown in the pane beside the card. */
  isBesideLead?: boolean;
  onCommand: OnCardCommand;
};

type ReasonsProps = { message: Message; isBesideLead: boolean };

/** Why the text was written: the motivation of the rating, and the facts of the built-in writer. */
const Reasons = ({ message, isBesideLead }: ReasonsProps) => (
  <>
    {!isBesideLead && <Motivation text={message.motivationRating} className="mx-4 mt-3 sm:mx-5" />}
    {/* As high as the closed draft. */}
    <Suspense fallback={<div className="mt-3 h-[2.285rem]" />}>
      {message.draft && <CardDraft messageId={message.id} draft={message.draft} />}
    </Suspense>
  </>
);

/** A message to review. Focusable, because the keyboard shortcuts act on the focused card. */
export const MessageCard = memo(({ message, selected, sending, isBesideLead = false, onCommand }: MessageCardProps) => {
  const isPhone = useIsPhone();
  // The reasons would push the text out of the first half of the window. Warnings about it are read before it.
  const isTextFirst = isPhone || (isBesideLead && !message.draft?.warnings.length);
  const reasons = <Reasons message={message} isBesideLead={isBesideLead} />;
  return (
    <article
      id={cardId(message.id)}
      data-message-card={message.id}
      tabIndex={-1}
      aria-labelledby={`${cardId(message.id)}-name`}
      className={cn(
        "scroll-mt-[calc(var(--table-top,0px)+0.75rem)] rounded-md border bg-card text-card-foreground shadow-xs",
        "focus-within:border-ring/50 focus-visible:outline-offset-0",
        selected && "border-primary",
      )}
    >
      <CardHeader message={message} selected={selected} isBesideLead={isBesideLead} onCommand={onCommand} />
      <CardBadges message={message} isBesideLead={isBesideLead} onCommand={onCommand} />
      <Suspense>{hasNotices(message) && <CardNotices message={message} onCommand={onCommand} />}</Suspense>
      <Suspense>
        {message.reply && message.leadId && (
          <CardReply leadId={message.leadId} name={message.contactName} reply={message.reply} />
        )}
      </Suspense>
      {!isTextFirst && reasons}
      <CardSections message={message} onCommand={onCommand} />
      {isTextFirst && (
        <div className="-mt-3 pb-3">
          {reasons}
          {isPhone && message.providerId && (
            <Suspense fallback={<div className="mt-2 h-6" />}>
              <ProviderId text={message.providerId} className="mx-4 mt-2" />
            </Suspense>
          )}
        </div>
      )}
      {message.contentVersion > 1 && <History message={message} />}
      <CardFooter message={message} sending={sending} onCommand={onCommand} />
    </article>
  );
});
