import { Pause, Play, Undo2, X } from "lucide-react";
import type { InvitationList, QueuedInvitation } from "#contract/invitation-queue.ts";
import type { RowSelection } from "#lib/lists/row-selection.tsx";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { useSetInvitationHolds, useWithdrawInvitations } from "./invitations.api.ts";

type InvitationSelectionProps = {
  list: InvitationList;
  selection: RowSelection;
  /** Of the list, among them those that are selected. */
  rows: readonly QueuedInvitation[];
};

/** In place of the filters: what can be done with the selected invitations. */
export function InvitationSelection({ list, selection, rows }: InvitationSelectionProps) {
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  return (
    <div role="toolbar" aria-label="Selectie" className="flex min-h-9 flex-wrap items-center gap-2 sm:min-h-15">
      <p role="status" className="whitespace-nowrap font-medium tabular-nums">
        {selected.length}
        <span className="max-sm:sr-only">{selected.length === 1 ? " uitnodiging" : " uitnodigingen"}</span> geselecteerd
      </p>
      <Button variant="ghost" size="icon" aria-label="Wis selectie" title="Wis selectie" onClick={selection.clear}>
        <X />
      </Button>
      {list === "sent" ? (
        <WithdrawAction rows={selected} onDone={selection.clear} />
      ) : (
        <HoldAction rows={selected} isOnHold={list === "queued"} onDone={selection.clear} />
      )}
    </div>
  );
}

type ActionProps = { rows: readonly QueuedInvitation[]; onDone: () => void };

function HoldAction({ rows, isOnHold, onDone }: ActionProps & { isOnHold: boolean }) {
  const hold = useSetInvitationHolds();
  return (
    <Button
      variant="outline"
      size="sm"
      busy={hold.isPending}
      className="sm:ml-auto"
      onClick={() => hold.mutate({ rows, isOnHold }, { onSuccess: onDone })}
    >
      {isOnHold ? <Pause /> : <Play />}
      {isOnHold ? "In de wacht zetten" : "Terugzetten"}
    </Button>
  );
}

/** So many withdrawals at once look like a person; more look like a program to LinkedIn. */
const MAX_WITHDRAWN = 20;

function WithdrawAction({ rows, onDone }: ActionProps) {
  const confirm = useConfirm();
  const withdraw = useWithdrawInvitations();
  const label = rows.length === 1 ? "1 uitnodiging" : `${rows.length} uitnodigingen`;
  const ask = async () => {
    const isSure = await confirm({
      title: `${label} intrekken?`,
      text: "LinkedIn laat een nieuwe uitnodiging aan deze personen daarna drie weken niet toe. Berichten die klaarstaan blijven wachten.",
      confirmLabel: `${label} intrekken`,
      tone: "destructive",
    });
    if (isSure) withdraw.mutate(rows, { onSuccess: onDone });
  };
  return (
    <TooltipButton
      variant="ghost-danger"
      size="sm"
      busy={withdraw.isPending}
      busyLabel="Intrekken..."
      className="sm:ml-auto"
      disabledReason={
        rows.length > MAX_WITHDRAWN ? `Trek hooguit ${MAX_WITHDRAWN} uitnodigingen tegelijk in.` : undefined
      }
      onClick={() => void ask()}
    >
      <Undo2 />
      Intrekken
    </TooltipButton>
  );
}
