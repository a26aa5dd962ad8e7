import { History, Pause, Play, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { InvitationList, QueuedInvitation } from "#contract/invitation-queue.ts";
import { formatDate, formatDateTime, formatWeekday } from "#lib/dates/dates.ts";
import { describeSendPlan, sendPlanText } from "#lib/labels/send-plan.ts";
import { LeadName } from "#lib/leads/lead-link.tsx";
import type { SelectionBoxes } from "#lib/lists/row-selection.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { CompactRating } from "#ui/content/star-rating.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { CellText } from "#ui/table/table.tsx";
import type { VirtualColumn } from "#ui/table/virtual-table.tsx";
import { ClassBadge } from "./class-badge.tsx";
import { useSetInvitationHold, useWithdrawInvitation } from "./invitations.api.ts";

type Column = VirtualColumn<QueuedInvitation>;

const personColumn = (boxes: SelectionBoxes<QueuedInvitation> | undefined): Column => ({
  id: "name",
  label: "Lead",
  headerStart: boxes?.all,
  width: "minmax(14rem, 2fr)",
  cell: (row) => (
    <span className="flex min-w-0 items-center gap-1.5">
      {boxes?.one(row)}
      <span className="flex min-w-0 flex-col">
        <LeadName leadId={row.leadId} name={row.fullName} profileUrl={row.linkedInUrl} />
        <span className="truncate text-muted-foreground text-xs">
          {[row.title, row.company].filter(Boolean).join(" · ")}
        </span>
      </span>
    </span>
  ),
  inCard: "title",
});
const rating: Column = {
  id: "rating",
  label: "Lead Rating",
  width: "6rem",
  cell: ({ leadRating }) => <CompactRating value={leadRating} />,
  inCard: "value",
};
const classification: Column = {
  id: "class",
  label: "Classification",
  width: "10.5rem",
  cell: ({ leadClassification }) =>
    leadClassification ? <ClassBadge value={leadClassification} /> : <InTable>–</InTable>,
  inCard: "badge",
};
const InTable = ({ children }: { children: ReactNode }) => <span className="@max-2xl:hidden">{children}</span>;
/** What the header of the column says in a table. */
const InCard = ({ children }: { children: ReactNode }) => <span className="@2xl:hidden">{children} </span>;

const senderColumn = (withDate: boolean): Column => ({
  id: "sender",
  label: "Afzender",
  width: "minmax(8rem, 0.8fr)",
  cell: ({ senderName, queuedAt }) => (
    <>
      <InCard>{withDate && queuedAt ? `Klaargezet ${formatWeekday(queuedAt)} · via` : "via"}</InCard>
      <CellText text={senderName} />
    </>
  ),
  inCard: "detail",
});
/** Its explanation is not cut off on a card. */
const stateColumn = (
  label: string,
  cell: (row: QueuedInvitation) => ReactNode,
  inCard: Column["inCard"] = "block",
): Column => ({ id: "state", label, width: "minmax(14rem, 1.6fr)", cell, inCard });

type OnHistory = ((row: QueuedInvitation) => void) | undefined;

const actionColumn = (
  onHistory: OnHistory,
  button?: { width: number; element: (row: QueuedInvitation) => ReactNode },
): Column => ({
  id: "action",
  label: "Actie",
  width: `${2 + (button?.width ?? 0) + (onHistory ? 2.25 : 0)}rem`,
  cell: (row) => (
    <span className="flex items-center gap-1">
      {button?.element(row)}
      {onHistory && (
        <TooltipButton
          variant="ghost"
          size="icon"
          className="size-8"
          aria-label={`Wijzigingen met Airtable van de uitnodiging aan ${row.fullName}`}
          hint="Wijzigingen met Airtable"
          onClick={() => onHistory(row)}
        >
          <History />
        </TooltipButton>
      )}
    </span>
  ),
  inCard: "badge",
});

type LinesProps = { label?: string; first: string; second: string | null };

const Lines = ({ label, first, second }: LinesProps) => (
  <span className="flex min-w-0 flex-col whitespace-normal">
    <span>
      {label && <InCard>{label}</InCard>}
      {first}
    </span>
    {second && <span className="text-muted-foreground text-xs">{second}</span>}
  </span>
);

/** What all of them wait for, so that it can be said once above the list; undefined if they differ. */
export const findSharedReason = (rows: readonly QueuedInvitation[]): string | undefined => {
  const reasons = new Set(
    rows.map((row) => (row.problem === null && !describeSendPlan(row).when ? sendPlanText(row) : "")),
  );
  const [reason] = reasons;
  return rows.length > 1 && reasons.size === 1 && reason ? reason : undefined;
};

type ColumnOptions = {
  sharedReason?: string | undefined;
  boxes?: SelectionBoxes<QueuedInvitation> | undefined;
  /** Without it, for a company that does not synchronise, the rows have no history. */
  onHistory?: OnHistory;
};

export const invitationColumns = (
  list: InvitationList,
  { sharedReason, boxes, onHistory }: ColumnOptions = {},
): Column[] => {
  const lead = [personColumn(boxes), rating, classification, senderColumn(sharedReason !== undefined)];
  switch (list) {
    case "queued":
      return [
        ...lead,
        sharedReason
          ? // Only a date, so that the lead has the room. On a card it is in the line of the sender.
            {
              ...stateColumn("Klaargezet", ({ queuedAt }) => formatDateTime(queuedAt) || "–", "hidden"),
              width: "11rem",
            }
          : stateColumn("Planning", (row) => <Lines first={sendPlanText(row)} second={row.problem} />),
        actionColumn(onHistory, { width: 2, element: (row) => <HoldButton row={row} isOnHold /> }),
      ];
    case "held":
      return [
        ...lead,
        stateColumn("Klaargezet", ({ queuedAt, problem, isFromAirtable, isOfAutomation }) => (
          <Lines
            label="Klaargezet"
            first={formatDateTime(queuedAt) || "–"}
            second={problem ?? (isFromAirtable && !isOfAutomation ? FROM_AIRTABLE : null)}
          />
        )),
        actionColumn(onHistory, { width: 2, element: (row) => <HoldButton row={row} isOnHold={false} /> }),
      ];
    case "sent":
      return [
        ...lead,
        stateColumn("Verstuurd", ({ invitedAt, withdrawnAt }) => (
          <Lines
            label="Verstuurd"
            first={formatDateTime(invitedAt) || "–"}
            second={withdrawnAt && `Wordt ingetrokken op ${formatDate(withdrawnAt)} als er geen reactie komt`}
          />
        )),
        actionColumn(onHistory, { width: 7, element: (row) => <WithdrawButton row={row} /> }),
      ];
    case "ended":
      return [
        ...lead,
        stateColumn("Wat er gebeurde", ({ problem, endedAt }) => (
          <Lines first={problem ?? "–"} second={formatDateTime(endedAt) || null} />
        )),
        ...(onHistory ? [actionColumn(onHistory)] : []),
      ];
  }
};

const FROM_AIRTABLE = "Komt uit Airtable. Na terugzetten gaat ze via het LinkedIn-account van de afzender.";
const OF_AUTOMATION = "Je eigen automatisering verstuurt deze uitnodiging: wijzig haar in Airtable.";

function HoldButton({ row, isOnHold }: { row: QueuedInvitation; isOnHold: boolean }) {
  const hold = useSetInvitationHold();
  return (
    <TooltipButton
      variant="ghost"
      size="icon"
      aria-label={isOnHold ? `${row.fullName} in de wacht zetten` : `${row.fullName} terug in de wachtrij`}
      disabledReason={row.isOfAutomation ? OF_AUTOMATION : undefined}
      hint={isOnHold ? "In de wacht zetten" : "Terugzetten"}
      onClick={() => !hold.isPending && hold.mutate({ row, isOnHold })}
    >
      {isOnHold ? <Pause /> : <Play />}
    </TooltipButton>
  );
}

function WithdrawButton({ row }: { row: QueuedInvitation }) {
  const confirm = useConfirm();
  const withdraw = useWithdrawInvitation();
  const ask = async () => {
    const isSure = await confirm({
      title: `Uitnodiging aan ${row.fullName} intrekken?`,
      text: "LinkedIn laat een nieuwe uitnodiging aan deze persoon daarna drie weken niet toe. Berichten die klaarstaan blijven wachten.",
      confirmLabel: "Intrekken",
      tone: "destructive",
    });
    if (isSure) withdraw.mutate(row);
  };
  return (
    <TooltipButton
      variant="ghost"
      size="sm"
      aria-label={`Uitnodiging aan ${row.fullName} intrekken`}
      disabledReason={row.isOfAutomation ? OF_AUTOMATION : undefined}
      onClick={() => !withdraw.isPending && void ask()}
    >
      <Undo2 />
      <span className="max-sm:hidden">Intrekken</span>
    </TooltipButton>
  );
}
