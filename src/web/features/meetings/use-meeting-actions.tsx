import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import type { SelectableStatus } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { urlOf } from "#lib/api/api.ts";
import { focusAfterPaint, nextFocusedId } from "#lib/lists/list-focus.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import type { MeetingCommand, OnMeetingCommand } from "./meeting-buttons.tsx";
import { isMeetingType, meetingCardId, meetingDisplayName, TYPE_CHOICES } from "./meeting-labels.ts";
import { useChangeStatus, useEditMeeting } from "./meetings.api.ts";

const TitleDialog = lazyComponent(() => import("./title-dialog.tsx"), "TitleDialog");

type DialogName = "process" | "editTitle" | "editType" | "openReport";
type Subject = { dialog: DialogName; meeting: Meeting };

/** The dialogs of a meeting. `meetings` is the current list; it may change while a dialog is open. */
function useMeetingDialogs(
  meetings: readonly Meeting[],
  onProcess: (meeting: Meeting, type: MeetingType, onDone: () => void) => void,
) {
  const { open, subject, show, close } = useDialogSubject<Subject>();
  const editType = useEditMeeting("type");
  usePreload(TitleDialog.preload);
  if (!subject) return { show, dialogs: null };

  const { dialog } = subject;
  const meeting = meetings.find(({ id }) => id === subject.meeting.id) ?? subject.meeting;
  const isOpen = (name: DialogName) => open && dialog === name;
  const selected = isMeetingType(meeting.type) ? meeting.type : null;
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
        value={selected}
        onChoose={(type) => onProcess(meeting, type, close)}
      />
      <ChoiceDialog
        open={isOpen("editType")}
        onClose={close}
        title="Meeting Type Bewerken"
        description={meetingDisplayName(meeting)}
        choices={TYPE_CHOICES}
        value={selected}
        onChoose={changeType}
      />
      <Suspense fallback={<ShortcutBlocker />}>
        {dialog === "editTitle" && <TitleDialog open={open} meeting={meeting} onClose={close} />}
      </Suspense>
      <ReportDialog
        open={isOpen("openReport")}
        onClose={close}
        title={`Meeting Rapport - ${meetingDisplayName(meeting)}`}
        src={urlOf(meetingsRoutes.report, { id: meeting.id })}
      />
    </>
  );
  return { show, dialogs };
}

const focusCardAfterPaint = (id: string | undefined) => {
  if (!id) return;
  focusAfterPaint(() => {
    const card = document.getElementById(meetingCardId(id));
    card?.focus();
    return card !== null;
  });
};

const STATUS_BY_COMMAND = { private: "PRIVE", ignore: "IGNORED", delete: "DELETED", rerun: "RERUN" } as const;

/** Runs meeting commands: changes the status or opens a dialog. The last status change can be undone once. */
export function useMeetingActions(meetings: readonly Meeting[]) {
  const [lastChanged, setLastChanged] = useState<Meeting>();
  const { mutate, isPending } = useChangeStatus(() => setLastChanged(undefined));
  const changeStatus = (meeting: Meeting, status: SelectableStatus, type?: MeetingType, onDone?: () => void) => {
    const next = nextFocusedId(
      meetings.map(({ id }) => id),
      meeting.id,
    );
    mutate(
      { meeting, status, ...(type ? { type } : {}) },
      {
        onSuccess: () => {
          setLastChanged(meeting);
          onDone?.();
          focusCardAfterPaint(status === "RERUN" ? meeting.id : next);
        },
        onError: () => focusCardAfterPaint(meeting.id),
      },
    );
  };
  const { show, dialogs } = useMeetingDialogs(meetings, (meeting, type, onDone) =>
    changeStatus(meeting, "To PROCESS", type, onDone),
  );
  const runCommand = ({ kind, meeting }: MeetingCommand) => {
    if (kind === "process" || kind === "editTitle" || kind === "editType" || kind === "openReport") {
      return show({ dialog: kind, meeting });
    }
    changeStatus(meeting, STATUS_BY_COMMAND[kind]);
  };

  const latestRunCommand = useRef(runCommand);
  useEffect(() => {
    latestRunCommand.current = runCommand;
  });
  // A stable function: a new one on every render would re-render every memoised card.
  const onCommand = useCallback<OnMeetingCommand>((command) => latestRunCommand.current(command), []);
  const undo =
    lastChanged &&
    (() => mutate({ meeting: lastChanged, status: "NEW" }, { onSuccess: () => setLastChanged(undefined) }));
  return { onCommand, dialogs, undo, isPending };
}
