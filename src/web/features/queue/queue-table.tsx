import { CANCEL_PENDING_TEXT, type QueuedMessage, type SentMessage } from "#contract/queue.ts";
import { DAY_MS, formatDateTime, HOUR_MS, MINUTE_MS, useMinuteEnd } from "#lib/dates/dates.ts";
import { LATE_MEANING } from "#lib/labels/late.ts";
import { describeSendPlan, isSentOnSetDate, lineBelowDate } from "#lib/labels/send-plan.ts";
import { LeadName } from "#lib/leads/lead-link.tsx";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge } from "#ui/content/badge.tsx";

import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import type { ShownRow } from "./cancelled-rows.ts";
import { DoNotSendButton } from "./do-not-send-button.tsx";
import { QueueRowMenu } from "./queue-row-menu.tsx";
import { SHARED_LABELS, type SharedWait, sharedWaitKey } from "./shared-waits.ts";

type QueueRow = QueuedMessage | SentMessage;

type RowActions<Row> = { onReport: (row: Row) => void; onReadText: (row: Row) => void };

const personColumns = <Row extends QueueRow>(): VirtualColumn<Row>[] => [
  {
    id: "provider",
    label: "Provider ID",
    width: "minmax(6.5rem, 0.7fr)",
    cell: ({ providerId }) => (
      <span title={providerId ?? undefined} className="min-w-0 truncate">
        {providerId ?? "–"}
      </span>
    ),
    className: "text-muted-foreground",
    inCard: "hidden",
  },
  {
    id: "name",
    label: "Full Name",
    width: "minmax(10rem, 1.2fr)",
    cell: ({ leadId, fullName, linkedInUrl, company }) => (
      <>
        <LeadName leadId={leadId} name={fullName} profileUrl={linkedInUrl} />
        {company && (
          <span title={company} className="block truncate font-normal text-muted-foreground text-xs">
            {company}
          </span>
        )}
      </>
    ),
    className: "font-medium",
    inCard: "title",
  },
];

const messageColumn = <Row extends QueueRow>({ onReadText }: RowActions<Row>): VirtualColumn<Row> => ({
  id: "message",
  label: "Message",
  width: "minmax(14rem, 1.7fr)",
  cell: (row) => <MessageCell row={row} onReadText={() => onReadText(row)} />,
  inCard: "block",
});

type QueuedActions = RowActions<ShownRow> & {
  onEdit: (row: ShownRow) => void;
  /** The list shows failed messages. */
  isFailed: boolean;
  /** Reasons said above the list, so that the rows do not repeat them. */
  sharedWaits: readonly SharedWait[];
  onCancelled: (row: QueuedMessage) => void;
  onUndone: (row: QueuedMessage) => void;
};

/** With several reasons why messages were not sent, each row keeps its own. */
const isReasonShared = ({ isFailed, sharedWaits }: QueuedActions, row: ShownRow): boolean =>
  isFailed
    ? sharedWaits.length === 1 && sharedWaits[0]?.key === row.problem
    : sharedWaits.some(({ key }) => key === sharedWaitKey(row));

export const queuedColumns = (actions: QueuedActions): VirtualColumn<ShownRow>[] => [
  ...personColumns<ShownRow>(),
  {
    id: "due",
    label: "Date Due",
    // Room for a time and the usual reason; what a wide window has left goes to the message.
    width: "minmax(15rem, 19rem)",
    cell: (row) => (
      <DueCell
        row={row}
        isPlanned={!actions.isFailed}
        isReasonShared={isReasonShared(actions, row)}
        onOpen={() => actions.onReadText(row)}
      />
    ),
    inCard: "block",
  },
  messageColumn(actions),
  {
    id: "report",
    label: "Rapport",
    width: "18rem",
    cell: (row) => (
      <span className="-my-1 flex flex-wrap gap-2">
        {/* On a phone it is in the menu. */}
        <ReportButton row={row} onReport={() => actions.onReport(row)} className="max-sm:hidden" />
        {!row.isCancelPending && (
          <DoNotSendButton row={row} onCancelled={actions.onCancelled} onUndone={actions.onUndone} />
        )}
        {!row.isCancelled && (
          <QueueRowMenu
            row={row}
            isFailed={actions.isFailed}
            onEdit={() => actions.onEdit(row)}
            onReport={() => actions.onReport(row)}
          />
        )}
      </span>
    ),
    inCard: "badge",
  },
];

export const sentColumns = (actions: RowActions<SentMessage>): VirtualColumn<SentMessage>[] => [
  ...personColumns<SentMessage>(),
  {
    id: "sent",
    label: "Date Sent",
    width: "13.5rem",
    cell: ({ dateSent, sync }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <time dateTime={dateSent ?? undefined}>{formatDateTime(dateSent) || "–"}</time>
        <SyncBadge state={sync} />
      </span>
    ),
    inCard: "detail",
  },
  messageColumn(actions),
  {
    id: "report",
    label: "Rapport",
    width: "8rem",
    cell: (row) => (
      <ReportButton
        row={row}
        onReport={() => actions.onReport(row)}
        // A disabled button takes the room of the name on a phone.
        className={row.hasReport ? undefined : "max-sm:hidden"}
      />
    ),
    inCard: "badge",
  },
];

type DueCellProps = { row: ShownRow; isPlanned: boolean; isReasonShared: boolean; onOpen: () => void };

/** The date that was set and, below it, when the part is really sent, or what it waits for. */
function DueCell({ row, isPlanned, isReasonShared, onOpen }: DueCellProps) {
  // Not where a badge already says why the part is not sent.
  const isSaidByBadge = row.isCancelled || row.isCancelPending || row.remoteStatus !== null;
  if (!isPlanned || isSaidByBadge)
    return <DueDate row={row} onOpen={onOpen} isProblemShared={!isPlanned && isReasonShared} />;
  const { reason } = describeSendPlan(row);
  return (
    <span className="block">
      <DueDate row={row} onOpen={onOpen} />
      {isSentOnSetDate(row) ? (
        <TimeLeft until={row.plannedAt} />
      ) : (
        <span title={isReasonShared ? reason : undefined} className={cn(SECOND_LINE, "whitespace-normal")}>
          {isReasonShared && row.waitsFor ? SHARED_LABELS[row.waitsFor.code] : lineBelowDate(row)}
        </span>
      )}
    </span>
  );
}

const SECOND_LINE = "block text-muted-foreground text-xs leading-4";

const relative = new Intl.RelativeTimeFormat("nl-NL");

/** Such as "over 2 uur"; nothing if it is more than a day away or has passed. */
function TimeLeft({ until }: { until: string | null }) {
  const left = Date.parse(until ?? "") - useMinuteEnd();
  if (!(left >= 0 && left < DAY_MS)) return null;
  return (
    <span className={SECOND_LINE}>
      {left < HOUR_MS
        ? relative.format(Math.ceil(left / MINUTE_MS), "minute")
        : relative.format(Math.round(left / HOUR_MS), "hour")}
    </span>
  );
}

type DueDateProps = { row: ShownRow; onOpen: () => void; isProblemShared?: boolean };

function DueDate({ row, onOpen, isProblemShared = false }: DueDateProps) {
  const { dateDue, isLate, paused, pausedBy, problem, remoteStatus, isCancelPending, sync, isCancelled } = row;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {dateDue ? (
        <time
          dateTime={dateDue}
          title={isLate ? LATE_MEANING : "De ingestelde datum"}
          // The badge after it is red too: that it was not sent matters more than that it is late.
          className={problem ? "text-muted-foreground" : isLate ? "font-bold text-danger" : "text-success"}
        >
          {formatDateTime(dateDue)}
        </time>
      ) : (
        "–"
      )}
      {isCancelled && <Badge>Geannuleerd</Badge>}
      {paused && pausedBy === null && <Badge>Gepauzeerd</Badge>}
      {pausedBy !== null && (
        <Badge asChild tone="warning">
          <button type="button" title={`Door ${pausedBy}`} onClick={onOpen}>
            Gepauzeerd
          </button>
        </Badge>
      )}
      {isCancelPending && <Badge tone="warning">{CANCEL_PENDING_TEXT}</Badge>}
      {remoteStatus !== null && (
        <Badge tone="warning" title="Zolang deze status in Airtable staat, wordt dit bericht niet verstuurd.">
          {remoteStatus ? `Status in Airtable: ${remoteStatus}` : "Geen status in Airtable"}
        </Badge>
      )}
      {problem && (
        <Badge asChild tone="danger">
          <button type="button" title={problem} onClick={onOpen}>
            Niet verstuurd
          </button>
        </Badge>
      )}
      <SyncBadge state={sync} />
      {problem && !isProblemShared && (
        <span className="w-full whitespace-normal text-muted-foreground text-xs leading-4">{problem}</span>
      )}
    </span>
  );
}

/** The section's name and the start of its text, which opens the full text; below it who sends it. */
const MessageCell = ({ row, onReadText }: { row: QueueRow; onReadText: () => void }) => (
  <>
    <span className="flex min-w-0 items-center gap-2">
      <Button variant="secondary" size="sm" disabled className="h-5.5 px-2 text-xs opacity-100!">
        {row.messageName}
      </Button>
      <button
        type="button"
        aria-label={`Lees ${row.messageName} aan ${row.fullName}`}
        onClick={onReadText}
        className="min-w-0 cursor-pointer truncate rounded-xs text-left text-muted-foreground hover:text-foreground hover:underline"
      >
        {row.message}
      </button>
    </span>
    {row.messageFlow && (
      <span className="mt-1 block truncate text-muted-foreground text-xs">van {row.messageFlow}</span>
    )}
  </>
);

type ReportButtonProps = { row: QueueRow; onReport: () => void; className?: string };

const ReportButton = ({ row, onReport, className }: ReportButtonProps) => (
  <TooltipButton
    className={className}
    variant="outline"
    size="sm"
    disabledReason={row.hasReport ? undefined : "Van deze lead is geen rapport."}
    onClick={onReport}
  >
    Rapport
  </TooltipButton>
);
