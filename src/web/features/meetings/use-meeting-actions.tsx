import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { meetingTab, type SelectableStatus } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { ApiError, urlOf } from "#lib/api/api.ts";
import { focusAfterPaint, hasLeftCard, nextFocusedId, useIsShown } from "#lib/lists/list-focus.ts";
import { ChoiceDialog } from "#ui/dialog/choice-dialog.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { ReportDialog } from "#ui/dialog/report-dialog.tsx";
import { lazyComponent, ShortcutBlocker, usePreload } from "#ui/lazy-component.tsx";
import type { MeetingCommand, OnMeetingCommand } from "./meeting-buttons.tsx";
import { isMeetingType, meetingCardId, meetingDisplayName, TYPE_CHOICES } from "./meeting-labels.ts";
import { useChangeStatus, useEditMeeting } from "./meetings.api.ts";

const TitleDialog = lazyComponent(() => import("./title-dialog.tsx"), "TitleDialog");
const TranscriptDialog = lazyComponent(() => import("./transcript-dialog.tsx"), "TranscriptDialog");
const RecordHistoryDialog = lazyComponent(() => import("#lib/sync/record-history.tsx"), "RecordHistoryDialog");

type DialogName = "process" | "editTitle" | "editType" | "openReport" | "addTranscript" | "airtable";
type Subject = { dialog: DialogName; meeting: Meeting };

/** The dialogs of a meeting. `meetings` is the current list; it may change while a dialog is open. */
function useMeetingDialogs(meetings: readonly Meeting[], onProcess: (meeting: Meeting, type: MeetingType) => void) {
  const { open, subject, show, close } = useDialogSubject<Subject>();
  const editType = useEditMeeting("type");
  usePreload(TitleDialog.preload);
  const shownSubject = useRef(subject);
  useEffect(() => {
    shownSubject.current = subject;
  });
  if (!subject) return { show, dialogs: null };

  const { dialog } = subject;
  const meeting = meetings.find(({ id }) => id === subject.meeting.id) ?? subject.meeting;
  const isOpen = (name: DialogName) => open && dialog === name;
  const selected = isMeetingType(meeting.type) ? meeting.type : null;
  // The response may come when another dialog is open.
  const closeIfShown = () => {
    if (shownSubject.current === subject) close();
  };
  const changeType = (type: MeetingType) => {
    if (!editType.isPending) editType.mutate({ id: meeting.id, type }, { onSuccess: closeIfShown });
  };
  const process = (type: MeetingType) => {
    close();
    onProcess(meeting, type);
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
        onChoose={process}
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
        {dialog === "addTranscript" && <TranscriptDialog open={open} meeting={meeting} onClose={close} />}
        {dialog === "airtable" && (
          <RecordHistoryDialog
            open={open}
            onClose={close}
            table="meetings"
            recordId={meeting.id}
            name={meetingDisplayName(meeting)}
          />
        )}
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

const STATUS_BY_COMMAND = { private: "PRIVE", ignore: "IGNORED", delete: "DELETED", rerun: "RERUN" } as const;

/** Focuses a card after the server's answer to a change of the meeting `changedId`. */
function useCardFocus() {
  const isShown = useIsShown();
  return (id: string | undefined, changedId: string) => {
    if (!id || hasLeftCard(meetingCardId(changedId), "article[id^=meeting-]")) return;
    focusAfterPaint(() => {
      if (!isShown.current) return true;
      const card = document.getElementById(meetingCardId(id));
      card?.focus();
      return card !== null;
    });
  };
}

/**
 * Changes the status of meetings. The last change can be undone once: the meeting becomes new, or private if it was, because all
 * colleagues see a new one.
 */
function useStatusChanges(meetings: readonly Meeting[]) {
  const focusCardAfterPaint = useCardFocus();
  const [lastChanged, setLastChanged] = useState<{ meeting: Meeting; undoneStatus: "NEW" | "PRIVE" }>();
  const forget = () => setLastChanged(undefined);
  const { mutate, isPending } = useChangeStatus({
    onChanged: (meeting, before) =>
      setLastChanged({ meeting, undoneStatus: meetingTab(before.status) === "private" ? "PRIVE" : "NEW" }),
    onUndone: forget,
  });
  const changeStatus = (meeting: Meeting, status: SelectableStatus, type?: MeetingType) => {
    const next = nextFocusedId(
      meetings.map(({ id }) => id),
      meeting.id,
    );
    mutate(
      { meeting, status, ...(type ? { type } : {}) },
      {
        onSuccess: () => focusCardAfterPaint(status === "RERUN" ? meeting.id : next, meeting.id),
        onError: () => focusCardAfterPaint(meeting.id, meeting.id),
      },
    );
  };
  const undo = lastChanged && {
    meetingName: meetingDisplayName(lastChanged.meeting),
    run: () =>
      mutate(
        {
          meeting: lastChanged.meeting,
          status: lastChanged.undoneStatus,
          currentStatus: lastChanged.meeting.status,
        },
        { onError: (error) => error instanceof ApiError && error.status < 500 && forget() },
      ),
  };
  return { changeStatus, undo, isPending };
}

/** Runs meeting commands: changes the status or opens a dialog. */
export function useMeetingActions(meetings: readonly Meeting[]) {
  const { changeStatus, undo, isPending } = useStatusChanges(meetings);
  const { show, dialogs } = useMeetingDialogs(meetings, (meeting, type) => changeStatus(meeting, "To PROCESS", type));
  const runCommand = ({ kind, meeting }: MeetingCommand) => {
    switch (kind) {
      case "private":
      case "ignore":
      case "delete":
      case "rerun":
        return changeStatus(meeting, STATUS_BY_COMMAND[kind]);
      case "process":
      case "editTitle":
      case "editType":
      case "openReport":
      case "addTranscript":
      case "airtable":
        return show({ dialog: kind, meeting });
    }
  };

  const latestRunCommand = useRef(runCommand);
  useEffect(() => {
    latestRunCommand.current = runCommand;
  });
  // A stable function: a new one on every render would re-render every memoised card.
  const onCommand = useCallback<OnMeetingCommand>((command) => latestRunCommand.current(command), []);
  return { onCommand, dialogs, undo, isPending };
}
