import { Newspaper } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import type { Message } from "#contract/messages.ts";
import { ListContent } from "#lib/lists/list-page.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { useSendingIds } from "../actions/use-message-actions.ts";
import { LeadBadges } from "../card/card-badges.tsx";
import type { OnCardCommand } from "../card/card-command.ts";
import { CompanyName, companyLink, ProviderId } from "../card/card-header.tsx";
import { MessageCard, Motivation } from "../card/message-card.tsx";
import { DoneForToday, GroupHeading, LIST_TEXTS, type ReviewListProps } from "../message-list.tsx";
import { isGroupRow, type ReviewRow } from "../review-groups.ts";
import { WritingProgress } from "../writing-progress.tsx";
import { ReviewItem } from "./review-item.tsx";

type ReviewPanesProps = ReviewListProps & {
  current: Message | undefined;
  /** The current message has left the list. */
  isGone: boolean;
  onMove: (id: string) => void;
  renderLead: ((leadId: string) => ReactNode) | undefined;
  onRequestDrafts: () => void;
};

const ITEM_HEIGHT = 56;

type LeadSummaryProps = { message: Message; onCommand: OnCardCommand };

/** What the card of a message says about its lead in a narrower window. */
function LeadSummary({ message, onCommand }: LeadSummaryProps) {
  const company = companyLink(message);
  return (
    <>
      <div className="flex flex-col items-start *:max-w-full *:whitespace-normal">
        <p className="break-words font-medium">{message.contactTitle}</p>
        {company && <CompanyName {...company} />}
        {message.providerId && (
          <Suspense fallback={<div className="h-6" />}>
            <ProviderId text={message.providerId} className="" />
          </Suspense>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <LeadBadges message={message} onCommand={onCommand} />
      </div>
      <Motivation label="Motivatie" text={message.motivationRating} />
    </>
  );
}

/** Both side panes scroll by themselves, between the page header and the footer. */
const sidePane =
  "sticky top-(--table-top,0px) h-[calc(100dvh-var(--table-top,0px)-2.25rem)] overflow-y-auto overscroll-contain";

/** The list, the message that is being reviewed, and its lead. */
export function ReviewPanes({
  list,
  total,
  isDone,
  snoozedCount,
  current,
  isGone,
  onMove,
  onToggleGroup,
  isSelected,
  onCommand,
  renderLead,
  onRequestDrafts,
}: ReviewPanesProps) {
  const sendingIds = useSendingIds();
  const item = (row: ReviewRow) =>
    isGroupRow(row) ? (
      <GroupHeading row={row} onToggle={onToggleGroup} />
    ) : (
      <ReviewItem
        message={row}
        isCurrent={row.id === current?.id}
        isSelected={isSelected(row.id)}
        onOpen={() => onMove(row.id)}
      />
    );
  return (
    <div className="grid grid-cols-[17rem_minmax(0,1fr)_18rem] 2xl:grid-cols-[20rem_minmax(0,1fr)_22rem]">
      <nav aria-label="Berichten in deze lijst" className={`${sidePane} border-r px-2 py-2`}>
        <ListContent
          {...LIST_TEXTS}
          list={list}
          rows={{ card: item, cardHeight: ITEM_HEIGHT, gap: 2 }}
          total={total}
          skeleton={<LinesSkeleton />}
          empty={null}
        />
      </nav>
      <div className="mx-auto w-full max-w-3xl px-6 py-4">
        <WritingProgress onRequest={onRequestDrafts} />
        {isGone && (
          <p role="status" className="mb-2 text-[0.8125rem] text-warning">
            Dit bericht staat intussen niet meer in deze lijst. Druk op J om verder te gaan.
          </p>
        )}
        {current ? (
          <MessageCard
            key={current.id}
            message={current}
            selected={isSelected(current.id)}
            sending={sendingIds.includes(current.id)}
            isBesideLead
            onCommand={onCommand}
          />
        ) : isDone ? (
          <Suspense>
            <DoneForToday snoozedCount={snoozedCount} />
          </Suspense>
        ) : (
          <Empty icon={Newspaper} title="Kies een bericht" text="Klik links op een naam, of druk op J." />
        )}
      </div>
      <section aria-label="De lead" className={`${sidePane} flex flex-col gap-4 border-l px-4 py-4`}>
        {current && <LeadSummary message={current} onCommand={onCommand} />}
        {current?.leadId && renderLead && (
          <Suspense fallback={<LinesSkeleton />}>{renderLead(current.leadId)}</Suspense>
        )}
      </section>
    </div>
  );
}
