import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { ChosenStatus } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { urlOf } from "#lib/api/api.ts";
import { nextFocusedId } from "#lib/lists/list-focus.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog-state.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { KeyboardHold } from "#ui/overlay/keyboard-hold.tsx";
import { usePreload } from "#ui/overlay/lazy-module.ts";
import type { MeetingCommand, OnMeetingCommand } from "./meeting-buttons.tsx";
import { isMeetingType, meetingCardId, meetingDisplayName, TYPE_CHOICES } from "./meeting-labels.ts";
import { useChangeStatus, useEditMeeting } from "./meeting-mutations.ts";

const loadTitleDialog = () => import("./title-dialog.tsx");
const TitleDialog = lazy(async () => ({ default: (await loadTitleDialog()).TitleDialog }));

type DialogName = "process" | "title" | "type" | "report";
type Subject = { dialog: DialogName; meeting: Meeting };

/** What is asked before or about a meeting. `read` is the list as it is now, also while a dialog is open. */
function useMeetingDialogs(
  read: readonly Meeting[],
  onProcess: (meeting: Meeting, type: MeetingType, onDone: () => void) => void,
) {
  const { open, subject, show, close } = useDialogSubject<Subject>();
  const editType = useEditMeeting("type");
  usePreload(loadTitleDialog);
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
        description={meetingDisplayName(meeting)}
        choices={TYPE_CHOICES}
        value={chosen}
        onChoose={(type) => onProcess(meeting, type, close)}
      />
      <ChoiceDialog
        open={isOpen("type")}
        onClose={close}
        title="Meeting Type Bewerken"
        description={meetingDisplayName(meeting)}
        choices={TYPE_CHOICES}
        value={chosen}
        onChoose={changeType}
      />
      <Suspense fallback={<KeyboardHold />}>
        {dialog === "title" && <TitleDialog open={open} meeting={meeting} onClose={close} />}
      </Suspense>
      <ReportDialog
        open={isOpen("report")}
        onClose={close}
        title={`Meeting Rapport - ${meetingDisplayName(meeting)}`}
        src={urlOf(meetingsRoutes.report, { id: meeting.id })}
      />
    </>
  );
  return { show, dialogs };
}

/** After what was just done is on the page: a card that leaves it moves the others. */
const focusSoon = (id: string | undefined) =>
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (id) document.getElementById(meetingCardId(id))?.focus();
    }),
  );

const STATUSES = { private: "PRIVE", ignore: "IGNORED", delete: "DELETED", rerun: "RERUN" } as const;

/** Turns what people want of a meeting into moves and dialogs, and remembers the last move, which can be taken back once. */
export function useMeetingActions(meetings: readonly Meeting[]) {
  const [last, setLast] = useState<Meeting>();
  const { mutate, isPending } = useChangeStatus();
  const move = (meeting: Meeting, status: ChosenStatus, type?: MeetingType, onDone?: () => void) => {
    const next = nextFocusedId(
      meetings.map(({ id }) => id),
      meeting.id,
    );
    mutate(
      { meeting, status, ...(type ? { type } : {}) },
      {
        onSuccess: () => {
          setLast(meeting);
          onDone?.();
          focusSoon(status === "RERUN" ? meeting.id : next);
        },
        onError: () => focusSoon(meeting.id),
      },
    );
  };
  const { show, dialogs } = useMeetingDialogs(meetings, (meeting, type, onDone) =>
    move(meeting, "To PROCESS", type, onDone),
  );
  const handle = ({ want, meeting }: MeetingCommand) => {
    if (want === "process" || want === "title" || want === "type" || want === "report") {
      return show({ dialog: want, meeting });
    }
    move(meeting, STATUSES[want]);
  };

  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  // The same function for good: a new one would draw every card again.
  const onIntent = useCallback<OnMeetingCommand>((intent) => latest.current(intent), []);
  const undo = last && (() => mutate({ meeting: last, status: "NEW" }, { onSuccess: () => setLast(undefined) }));
  return { onIntent, dialogs, undo, isPending };
}
