import { messagesRoutes } from "#contract/messages.ts";
import { urlOf } from "#lib/api/api.ts";
import { CLASSIFICATION_CHOICES } from "#lib/labels/classification.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import type { useReview } from "../actions/use-review.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { AssignDialog } from "./assign-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { FeedbackDialog } from "./feedback-dialog.tsx";
import { NotesDialog } from "./notes-dialog.tsx";
import { OutsideHoursDialog } from "./outside-hours-dialog.tsx";
import { SnoozeDialog } from "./snooze-dialog.tsx";

const RecordHistoryDialog = lazyComponent(() => import("#lib/sync/record-history.tsx"), "RecordHistoryDialog");

type ReviewDialogsProps = Pick<
  ReturnType<typeof useReview>,
  "dialog" | "performAndClose" | "performConfirmed" | "perform"
>;

/** Rendered beside the list, because a virtualised card can unmount while its dialog is open. */
export function ReviewDialogs({ dialog, performAndClose, performConfirmed, perform }: ReviewDialogsProps) {
  if (!dialog) return null;
  const { open, subject, message, close } = dialog;
  switch (subject.dialog) {
    case "send":
      return (
        <OutsideHoursDialog
          open={open}
          message={message}
          nextMoment={subject.nextMoment}
          onClose={close}
          onSend={performConfirmed}
        />
      );
    case "reviseAndApprove":
      return (
        <ApproveDialog key={message.id} open={open} message={message} onClose={close} onApprove={performAndClose} />
      );
    case "edit":
      return <EditDialog key={message.id} open={open} message={message} onClose={close} onSave={performAndClose} />;
    case "rewrite":
      return <FeedbackDialog key={message.id} open={open} message={message} onClose={close} onSend={performAndClose} />;
    case "classify":
      return (
        <ChoiceDialog
          open={open}
          onClose={close}
          beside={'[aria-label^="Classificatie:"]'}
          title="Classificatie wijzigen"
          description={message.contactName}
          choices={CLASSIFICATION_CHOICES}
          value={message.leadClassification}
          onChoose={(classification) => {
            close();
            void perform({ kind: "classify", message, classification });
          }}
        />
      );
    case "snooze":
      return <SnoozeDialog open={open} message={message} onClose={close} onSnooze={performAndClose} />;
    case "assign":
      return <AssignDialog open={open} message={message} onClose={close} onAssign={(action) => void perform(action)} />;
    case "notes":
      return <NotesDialog key={message.id} open={open} message={message} onClose={close} />;
    case "airtable":
      return (
        <RecordHistoryDialog
          open={open}
          onClose={close}
          table="messages"
          recordId={message.id}
          name={message.contactName}
        />
      );
    case "report":
      return (
        <ReportDialog
          open={open}
          onClose={close}
          title={`Lead Rapport - ${message.contactName}`}
          src={urlOf(messagesRoutes.report, { id: message.id })}
        />
      );
  }
}
