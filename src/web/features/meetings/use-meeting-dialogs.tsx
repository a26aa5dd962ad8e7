import { lazy, Suspense } from "react";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { addressOf } from "#lib/api.ts";
import { ChoiceDialog } from "#ui/choice-dialog.tsx";
import { useFetchLater } from "#ui/fetch-later.ts";
import { Opening } from "#ui/opening.tsx";
import { ReportDialog } from "#ui/report-dialog.tsx";
import { useDialogSubject } from "#ui/use-dialog-subject.ts";
import { useEdit } from "./meeting-changes.ts";
import { isMeetingType, TYPE_CHOICES } from "./meeting-labels.ts";
import { nameOf } from "./meeting-name.ts";

const loadTitleDialog = () => import("./title-dialog.tsx");
const TitleDialog = lazy(async () => ({ default: (await loadTitleDialog()).TitleDialog }));

type DialogName = "process" | "title" | "type" | "report";
type Subject = { dialog: DialogName; meeting: Meeting };

/** What is asked before or about a meeting. `read` is the list as it is now, also while a dialog is open. */
export function useMeetingDialogs(
  read: readonly Meeting[],
  onProcess: (meeting: Meeting, type: MeetingType, onDone: () => void) => void,
) {
  const { open, subject, show, close } = useDialogSubject<Subject>();
  const editType = useEdit("type");
  useFetchLater(loadTitleDialog);
  if (!subject) return { show, dialogs: null };

  const { dialog } = subject;
  const meeting = read.find(({ id }) => id === subject.meeting.id) ?? subject.meeting;
  const isOpen = (name: DialogName) => open && dialog === name;
  const chosen = isMeetingType(meeting.type) ? meeting.type : null;
  const changeType = (type: MeetingType) => {
    if (!editType.isPending) editType.mutate({ id: meeting.id, type }, { onSuccess: close });
  };
  const dialogs = (
    <>
      <ChoiceDialog
        open={isOpen("process")}
        onClose={close}
        title="Meeting Type Selecteren"
        description={nameOf(meeting)}
        choices={TYPE_CHOICES}
        value={chosen}
        onChoose={(type) => onProcess(meeting, type, close)}
      />
      <ChoiceDialog
        open={isOpen("type")}
        onClose={close}
        title="Meeting Type Bewerken"
        description={nameOf(meeting)}
        choices={TYPE_CHOICES}
        value={chosen}
        onChoose={changeType}
      />
      <Suspense fallback={<Opening />}>
        {dialog === "title" && <TitleDialog open={open} meeting={meeting} onClose={close} />}
      </Suspense>
      <ReportDialog
        open={isOpen("report")}
        onClose={close}
        title={`Meeting Rapport - ${nameOf(meeting)}`}
        src={addressOf(meetingsRoutes.report, { id: meeting.id })}
      />
    </>
  );
  return { show, dialogs };
}
