import { useMemo } from "react";
import { dueKeyOf, inReadingOrder, OLDER_CONVERSATIONS, parseSections, type Section } from "#contract/message-text.ts";
import type { Message } from "#contract/messages.ts";
import { cn } from "#ui/cn.ts";
import { Fold } from "#ui/fold.tsx";
import type { OnIntent } from "./card-intent.ts";
import { Conversation } from "./conversation.tsx";
import { SectionDue } from "./section-due.tsx";

type CardSectionsProps = { message: Message; onIntent: OnIntent };

export function CardSections({ message, onIntent }: CardSectionsProps) {
  const { messageContent, regenerating } = message;
  const sections = useMemo(() => inReadingOrder(parseSections(messageContent)), [messageContent]);
  return (
    <div
      aria-busy={regenerating || undefined}
      className={cn("mt-4 flex flex-col gap-4 px-4 pb-4 sm:px-5", regenerating && "text-muted-foreground")}
    >
      {sections.map((section) => (
        <CardSection key={section.header} section={section} message={message} onIntent={onIntent} />
      ))}
    </div>
  );
}

type CardSectionProps = CardSectionsProps & { section: Section };

const CardSection = ({ section: { header, text }, message, onIntent }: CardSectionProps) => (
  <section>
    <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
      <h3 className="font-medium text-[0.8125rem]">{header}</h3>
      {header !== OLDER_CONVERSATIONS && (
        <SectionDue message={message} header={header} dueKey={dueKeyOf(header)} onIntent={onIntent} />
      )}
    </div>
    {header === OLDER_CONVERSATIONS ? (
      <Conversation text={text} contactName={message.contactName} />
    ) : (
      <Fold lines={12} className="max-w-prose leading-relaxed">
        {text || "Nog geen tekst."}
      </Fold>
    )}
  </section>
);
