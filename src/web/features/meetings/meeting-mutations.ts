import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { type ChosenStatus, meetingPlace } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { call } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/api-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { meetingDisplayName } from "./meeting-labels.ts";
import { MEETING_LISTS, MEETINGS, updateMeetingLists } from "./meetings.api.ts";

const STATUS_MUTATION = ["meeting-status"] as const;
/** The lists are read again so soon after a meeting went elsewhere. */
const REFETCH_MS = 100;

export type StatusChange = { meeting: Meeting; status: ChosenStatus; type?: MeetingType };

const SUCCESS_TOASTS: Record<ChosenStatus, { title: string; text: (name: string) => string }> = {
  PRIVE: { title: "Gemarkeerd als privé!", text: (name) => `“${name}” staat nu bij Privé.` },
  "To PROCESS": { title: "Klaar voor verwerking!", text: (name) => `“${name}” staat nu bij Te Verwerken.` },
  TO_PROCESS: { title: "Klaar voor verwerking!", text: (name) => `“${name}” staat nu bij Te Verwerken.` },
  DELETED: { title: "Meeting verwijderd!", text: (name) => `“${name}” is uit de lijsten gehaald.` },
  RERUN: {
    title: "Meeting gemarkeerd voor herverwerking!",
    text: (name) => `“${name}” wordt opnieuw verwerkt.`,
  },
  IGNORED: { title: "Genegeerd!", text: (name) => `“${name}” staat nu bij Genegeerd.` },
  NEW: { title: "Actie ongedaan gemaakt!", text: (name) => `“${name}” staat weer bij Nieuwe Meetings.` },
};

const failureFallback = (status: ChosenStatus): string =>
  status === "NEW"
    ? "Er ging iets mis bij het ongedaan maken van de actie"
    : "Er ging iets mis bij het bijwerken van de meeting status";

/** Moves a meeting to another status, and says how that went. */
export function useChangeStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: STATUS_MUTATION,
    mutationFn: ({ meeting, status, type }: StatusChange) =>
      call(meetingsRoutes.change, { params: { id: meeting.id }, body: { status, ...(type ? { type } : {}) } }),
    onSuccess: async (answer, { status }) => {
      const { title, text } = SUCCESS_TOASTS[status];
      showToast({ title, description: text(meetingDisplayName(answer)) });
      // A read that began before would bring the old state back.
      await Promise.all([MEETINGS, MEETING_LISTS].map((name) => client.cancelQueries({ queryKey: [name] })));
      updateMeetingLists(client, (shown) => (shown.id === answer.id ? keepInList(shown, answer) : shown));
      setTimeout(() => void client.invalidateQueries({ queryKey: [MEETINGS] }), REFETCH_MS);
    },
    onError: (error, { status }) =>
      showToast({ title: "Error", description: refusalText(error, failureFallback(status)), tone: "destructive" }),
  });
}

/** A meeting that went under another tile is off the list it was in. */
const keepInList = (shown: Meeting, now: Meeting): Meeting | null =>
  meetingPlace(shown.status) === meetingPlace(now.status) ? now : null;

/** What was read, without what is just being moved elsewhere. When that fails, it needs no undoing. */
export function useVisibleMeetings(read: readonly Meeting[]): Meeting[] {
  const moves = useMutationState({
    filters: { mutationKey: STATUS_MUTATION, status: "pending" },
    select: ({ state }) => state.variables as StatusChange,
  });
  const leaves = (shown: Meeting) =>
    moves.some(({ meeting, status }) => meeting.id === shown.id && meetingPlace(status) !== meetingPlace(shown.status));
  return read.filter((meeting) => !leaves(meeting));
}

const SAVE_FAILED = "Fout bij opslaan";

type MeetingEdit = { id: string; meetingName: string } | { id: string; type: MeetingType };

const EDIT_TOASTS = {
  title: {
    title: "Titel bijgewerkt",
    description: "De meeting titel is succesvol gewijzigd.",
    failed: "Er is een fout opgetreden bij het bijwerken van de titel.",
  },
  type: {
    title: "Type bijgewerkt",
    description: "Het meeting type is succesvol gewijzigd.",
    failed: "Er is een fout opgetreden bij het bijwerken van het type.",
  },
};

/** Renames a meeting, or gives it another type. */
export function useEditMeeting(what: keyof typeof EDIT_TOASTS) {
  const client = useQueryClient();
  const { title, description, failed } = EDIT_TOASTS[what];
  return useMutation({
    mutationFn: ({ id, ...body }: MeetingEdit) => call(meetingsRoutes.change, { params: { id }, body }),
    onSuccess: (answer) => {
      showToast({ title, description });
      updateMeetingLists(client, (shown) => (shown.id === answer.id ? answer : shown));
    },
    onError: (error) => showToast({ title: SAVE_FAILED, description: refusalText(error, failed), tone: "destructive" }),
    onSettled: () => client.invalidateQueries({ queryKey: [MEETINGS] }),
  });
}
