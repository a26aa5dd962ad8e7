import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { type ChosenStatus, meetingPlace } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import { call } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/api-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { meetingDisplayName } from "./meeting-labels.ts";
import { MEETING_LISTS, MEETINGS, updateMeetingLists } from "./meetings.api.ts";

const STATUS_MUTATION = ["meeting-status"] as const;
/** Delay before the lists are refetched after a status change. */
const REFETCH_MS = 100;

type StatusChange = { meeting: Meeting; status: ChosenStatus; type?: MeetingType };

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

export function useChangeStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: STATUS_MUTATION,
    mutationFn: ({ meeting, status, type }: StatusChange) =>
      call(meetingsRoutes.change, { params: { id: meeting.id }, body: { status, ...(type ? { type } : {}) } }),
    onSuccess: async (updated, { status }) => {
      const { title, text } = SUCCESS_TOASTS[status];
      showToast({ title, description: text(meetingDisplayName(updated)) });
      // A refetch that started earlier would overwrite the new state.
      await Promise.all([MEETINGS, MEETING_LISTS].map((name) => client.cancelQueries({ queryKey: [name] })));
      updateMeetingLists(client, (cached) => (cached.id === updated.id ? keepInList(cached, updated) : cached));
      setTimeout(() => void client.invalidateQueries({ queryKey: [MEETINGS] }), REFETCH_MS);
    },
    onError: (error, { status }) =>
      showToast({ title: "Error", description: refusalText(error, failureFallback(status)), tone: "destructive" }),
  });
}

/** Removes a meeting from a list when its new status belongs to another tab. */
const keepInList = (cached: Meeting, updated: Meeting): Meeting | null =>
  meetingPlace(cached.status) === meetingPlace(updated.status) ? updated : null;

/** The loaded meetings without those whose pending status change moves them to another tab. A failed change needs no rollback. */
export function useVisibleMeetings(loaded: readonly Meeting[]): Meeting[] {
  const pendingChanges = useMutationState({
    filters: { mutationKey: STATUS_MUTATION, status: "pending" },
    select: ({ state }) => state.variables as StatusChange,
  });
  const movesAway = (cached: Meeting) =>
    pendingChanges.some(
      ({ meeting, status }) => meeting.id === cached.id && meetingPlace(status) !== meetingPlace(cached.status),
    );
  return loaded.filter((meeting) => !movesAway(meeting));
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

export function useEditMeeting(what: keyof typeof EDIT_TOASTS) {
  const client = useQueryClient();
  const { title, description, failed } = EDIT_TOASTS[what];
  return useMutation({
    mutationFn: ({ id, ...body }: MeetingEdit) => call(meetingsRoutes.change, { params: { id }, body }),
    onSuccess: (updated) => {
      showToast({ title, description });
      updateMeetingLists(client, (cached) => (cached.id === updated.id ? updated : cached));
    },
    onError: (error) => showToast({ title: SAVE_FAILED, description: refusalText(error, failed), tone: "destructive" }),
    onSettled: () => client.invalidateQueries({ queryKey: [MEETINGS] }),
  });
}
