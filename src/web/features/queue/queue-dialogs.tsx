import { Play, RotateCw } from "lucide-react";
import type { QueuedMessage, SentMessage } from "#contract/queue.ts";
import { usePauseMessages } from "#lib/api/pause-messages.ts";
import { Button } from "#ui/button/button.tsx";
import { Dialog, DialogContent, useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";

import { EditQueuedDialog } from "./edit-queued-dialog.tsx";
import { useRetryQueued } from "./queue.api.ts";

type QueueRow = QueuedMessage | SentMessage;

/** The dialogs with a lead's report and a message's full text. */
export function useQueueDialogs<Row extends QueueRow>(reportUrl: (id: string) => string) {
  const { open, subject, show, close } = useDialogSubject<{ kind: "report" | "text" | "edit"; row: Row }>();
  const shown: QueueRow | undefined = subject?.row;
  const edited = subject?.kind === "edit" && shown && "dateDue" in shown ? shown : undefined;
  return {
    onEdit: (row: Row) => show({ kind: "edit", row }),
    onReport: (row: Row) => show({ kind: "report", row }),
    onReadText: (row: Row) => show({ kind: "text", row }),
    element: subject && (
      <>
        <ReportDialog
          open={open && subject.kind === "report"}
          onClose={close}
          title={`Lead Rapport - ${subject.row.fullName}`}
          src={reportUrl(subject.row.id)}
        />
        {edited && <EditQueuedDialog key={edited.id} open={open} row={edited} onClose={close} />}
        <MessageTextDialog open={open && subject.kind === "text"} onClose={close} row={subject.row} />
      </>
    ),
  };
}

type MessageTextDialogProps = { open: boolean; onClose: () => void; row: QueueRow };

const MessageTextDialog = ({ open, onClose, row }: MessageTextDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={`${row.messageName} - ${row.fullName}`} description={row.messageFlow ?? undefined}>
      <p className="whitespace-pre-line break-words leading-relaxed">
        {row.message || "Dit bericht heeft geen tekst."}
      </p>
      {"pausedBy" in row && row.pausedBy && row.leadId && (
        <PausedNotice leadId={row.leadId} by={row.pausedBy} onDone={onClose} />
      )}
      {"problem" in row && row.problem && <SendProblem id={row.id} problem={row.problem} onDone={onClose} />}
    </DialogContent>
  </Dialog>
);

type PausedNoticeProps = { leadId: string; by: string; onDone: () => void };

function PausedNotice({ leadId, by, onDone }: PausedNoticeProps) {
  const resume = usePauseMessages("resume");
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-muted px-3 py-2">
      <p className="min-w-0 flex-1 basis-60">Gepauzeerd door {by}, met al wat voor deze lead klaarstaat.</p>
      <Button
        variant="outline"
        size="sm"
        busy={resume.isPending}
        onClick={() => resume.mutate(leadId, { onSuccess: onDone })}
      >
        <Play />
        Hervatten
      </Button>
    </div>
  );
}

type SendProblemProps = { id: string; problem: string; onDone: () => void };

function SendProblem({ id, problem, onDone }: SendProblemProps) {
  const retry = useRetryQueued();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-danger-soft px-3 py-2">
      <p className="min-w-0 flex-1 basis-60 text-danger">{problem}</p>
      <Button
        variant="outline"
        size="sm"
        busy={retry.isPending}
        onClick={() => retry.mutate(id, { onSuccess: onDone })}
      >
        <RotateCw />
        Opnieuw proberen
      </Button>
    </div>
  );
}
