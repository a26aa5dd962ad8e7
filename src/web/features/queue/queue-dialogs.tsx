import type { QueuedMessage, SentMessage } from "../../../contract/queue.ts";
import { Dialog, DialogContent } from "../../ui/dialog.tsx";
import { ReportDialog } from "../../ui/report-dialog.tsx";
import { useDialogSubject } from "../../ui/use-dialog-subject.ts";

type Item = QueuedMessage | SentMessage;

/** The report of a lead, and the text of a message. */
export function useQueueDialogs<Row extends Item>(reportAddress: (id: string) => string) {
  const { open, subject, show, close } = useDialogSubject<{ kind: "report" | "text"; row: Row }>();
  return {
    onReport: (row: Row) => show({ kind: "report", row }),
    onRead: (row: Row) => show({ kind: "text", row }),
    dialogs: subject && (
      <>
        <ReportDialog
          open={open && subject.kind === "report"}
          onClose={close}
          title={`Lead Rapport - ${subject.row.fullName}`}
          src={reportAddress(subject.row.id)}
        />
        <TextDialog open={open && subject.kind === "text"} onClose={close} row={subject.row} />
      </>
    ),
  };
}

type TextDialogProps = { open: boolean; onClose: () => void; row: Item };

const TextDialog = ({ open, onClose, row }: TextDialogProps) => (
  <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
    <DialogContent title={`${row.messageName} - ${row.fullName}`} description={row.messageFlow ?? undefined}>
      <p className="whitespace-pre-line break-words leading-relaxed">
        {row.message || "Dit bericht heeft geen tekst."}
      </p>
      {"problem" in row && row.problem && (
        <p className="mt-4 rounded-sm bg-danger-soft px-3 py-2 text-danger">{row.problem}</p>
      )}
    </DialogContent>
  </Dialog>
);
