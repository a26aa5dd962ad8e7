import { Suspense, useState } from "react";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import type { QueueRow } from "./text-dialog.tsx";

const EditQueuedDialog = lazyComponent(() => import("./edit-queued-dialog.tsx"), "EditQueuedDialog");
const MessageTextDialog = lazyComponent(() => import("./text-dialog.tsx"), "MessageTextDialog");

/** The dialogs with a lead's report and a message's full text. `rows`: the current list, for the form that edits one. */
export function useQueueDialogs<Row extends QueueRow>(reportUrl: (id: string) => string, rows: readonly Row[] = []) {
  usePreload(EditQueuedDialog.preload);
  usePreload(MessageTextDialog.preload);
  const { open, subject, show, close } = useDialogSubject<{ kind: "report" | "text" | "edit"; row: Row }>();
  // Somebody else may change the row while the form is open. A row that has left the list stays as it was last.
  const current = subject && rows.find(({ id }) => id === subject.row.id);
  const [lastSeen, setLastSeen] = useState(current);
  if (current && current !== lastSeen) setLastSeen(current);
  const known = current ?? (lastSeen?.id === subject?.row.id ? lastSeen : undefined);
  const shown: QueueRow | undefined = known ?? subject?.row;
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
        <Suspense fallback={<ShortcutBlocker />}>
          {edited && <EditQueuedDialog key={edited.id} open={open} row={edited} onClose={close} />}
          {subject.kind === "text" && <MessageTextDialog open={open} onClose={close} row={subject.row} />}
        </Suspense>
      </>
    ),
  };
}
