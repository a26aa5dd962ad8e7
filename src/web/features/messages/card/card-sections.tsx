import { CalendarClock } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import {
  type DueKey,
  dueKeyOfSection,
  inReadingOrder,
  OLDER_CONVERSATIONS,
  parseSections,
  type Section,
} from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { formatDateTime, toWallClock, useMinuteEnd } from "#lib/dates/dates.ts";

import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "#ui/overlay/popover.tsx";
import type { OnCardCommand } from "./card-command.ts";
import { WITHOUT_FACT_STYLE } from "./card-focus.ts";
import type { DueDateProps } from "./due-date-form.tsx";

// Shown when the server has answered, after the first view of a card.
const NewDate = lazyComponent(() => import("../send-preview.tsx"), "NewDate");
// Only companies that use the built-in writer need it.
const ClaimedText = lazyComponent(() => import("./card-draft.tsx"), "ClaimedText");
// Only messages to leads who were written to before have one.
const CardConversation = lazyComponent(() => import("./card-conversation.tsx"), "CardConversation");
const DueDateForm = lazyComponent(() => import("./due-date-form.tsx"), "DueDateForm");

type SectionDueDateProps = {
  message: Message;
  header: string;
  /** Sections without a key follow the company's sending cadence and cannot be rescheduled. */
  dueKey: DueKey | undefined;
  onCommand: OnCardCommand;
};

/** Within the default working hours. Only the server knows the hours of a particular sender. */
const isUsualTime = (due: string): boolean => {
  const local = toWallClock(due) ?? "";
  const [day, time] = [new Date(`${local}Z`).getUTCDay(), local.slice(11)];
  return day >= 1 && day <= 5 && time >= "08:30" && time < "17:30";
};

/**
 * Whether approving will probably give the sections other dates. It can change any date, because senders have their own hours,
 * holidays and caps, and there is time between their messages.
 */
const useWillProbablyMove = ({ dateDueBySection }: Message): boolean => {
  const now = useMinuteEnd();
  return Object.values(dateDueBySection).some((due) => Date.parse(due) < now || !isUsualTime(due));
};

/** On a line of its own on a phone, whatever the width of the font. */
const newDateStyle = "max-sm:order-last max-sm:basis-full max-sm:text-right";

/** Keeps the space of the new date until it is known, so that the text below does not move. */
const NewDatePlaceholder = ({ due }: { due: string }) => (
  <span aria-hidden className={cn(newDateStyle, "invisible")}>
    wordt {formatDateTime(due)}
  </span>
);

/** The due date of a section, with a popover to change it. */
function SectionDueDate({ message, header, dueKey, onCommand }: SectionDueDateProps) {
  const willProbablyMove = useWillProbablyMove(message);
  if (!dueKey && message.notQueued) return null;
  if (!dueKey) return <p className={dueStyle}>Volgens het verzendritme</p>;
  const due = message.dateDueBySection[dueKey];
  const placeholder = due && willProbablyMove ? <NewDatePlaceholder due={due} /> : null;
  return (
    <div className={cn(dueStyle, "flex-wrap justify-end")}>
      {due ? <time dateTime={due}>{formatDateTime(due)}</time> : <span>Nog geen datum</span>}
      {due && isOpen(message.status) && (
        <Suspense fallback={placeholder}>
          <NewDate message={message} header={header} placeholder={placeholder} className={newDateStyle} />
        </Suspense>
      )}
      <DueDateButton
        header={header}
        due={due ?? null}
        onChange={(at) => onCommand({ kind: "reschedule", message, dueKey, header, at })}
      />
    </div>
  );
}

const dueStyle = "flex items-center gap-1 text-muted-foreground text-xs tabular-nums";

function DueDateButton({ header, due, onChange }: DueDateProps) {
  const [open, setOpen] = useState(false);
  const change = (at: string) => {
    setOpen(false);
    if (at !== due) onChange(at);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Datum van ${header} wijzigen`}
          className="size-7 text-muted-foreground"
        >
          <CalendarClock className="size-3.5" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={`Datum van ${header} wijzigen`} className="w-80 p-4">
        <Suspense>
          <DueDateForm header={header} due={due} onChange={change} />
        </Suspense>
      </PopoverContent>
    </Popover>
  );
}

type CardSectionsProps = { message: Message; onCommand: OnCardCommand };

export function CardSections({ message, onCommand }: CardSectionsProps) {
  const { messageContent, regenerating } = message;
  const sections = useMemo(() => inReadingOrder(parseSections(messageContent)), [messageContent]);
  return (
    <div
      aria-busy={regenerating || undefined}
      className={cn("mt-2 flex flex-col gap-4 px-4 pb-4 sm:mt-4 sm:px-5", regenerating && "text-muted-foreground")}
    >
      <WithoutFact message={message} sections={sections} />
      {sections.map((section) => (
        <CardSection key={section.header} section={section} message={message} onCommand={onCommand} />
      ))}
    </div>
  );
}

/** What the dotted lines in the text of the writer mean. Not loaded with them: it would push the text down. */
function WithoutFact({ message: { draft }, sections }: { message: Message; sections: readonly Section[] }) {
  const marked = draft?.claims.filter(
    ({ section, text, facts }) =>
      facts.length === 0 && sections.some((shown) => shown.header === section && shown.text.includes(text)),
  );
  if (!marked?.length) return null;
  return (
    <p className="-mb-2 text-muted-foreground text-xs">
      <span className={WITHOUT_FACT_STYLE}>{marked.length === 1 ? "1 zin" : `${marked.length} zinnen`}</span>{" "}
      {marked.length === 1 ? "rust" : "rusten"} op geen feit
    </p>
  );
}

type CardSectionProps = CardSectionsProps & { section: Section };

const CardSection = ({ section: { header, text }, message, onCommand }: CardSectionProps) => (
  <section>
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
      <h3 className="font-medium text-[0.8125rem]">{header}</h3>
      {header !== OLDER_CONVERSATIONS && (
        <SectionDueDate message={message} header={header} dueKey={dueKeyOfSection(header)} onCommand={onCommand} />
      )}
    </div>
    {header === OLDER_CONVERSATIONS ? (
      <Suspense fallback={<div className="h-52" />}>
        <CardConversation text={text} contactName={message.contactName} />
      </Suspense>
    ) : (
      <ClampedText lines={12} className="max-w-prose leading-relaxed">
        {message.draft ? (
          <Suspense fallback={text}>
            <ClaimedText header={header} text={text} draft={message.draft} />
          </Suspense>
        ) : (
          text || "Nog geen tekst."
        )}
      </ClampedText>
    )}
  </section>
);
