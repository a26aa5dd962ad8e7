import { useQuery, useQueryClient } from "@tanstack/react-query";
import { meetingTab, type SelectableStatus } from "#contract/meeting-status.ts";
import { type Meeting, type MeetingType, meetingsRoutes } from "#contract/meetings.ts";
import type { ResponseOf } from "#contract/route.ts";
import { call, callPage, clientErrorMessage } from "#lib/api/api.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import {
  type OptimisticUpdate,
  patchCachedItems,
  useOptimisticUpdate,
  usePredictedItems,
} from "#lib/lists/optimistic-update.ts";
import { useLiveList } from "#lib/lists/paged-list.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { type MeetingFilters, meetingQuery } from "./meeting-filters.ts";
import { meetingDisplayName } from "./meeting-labels.ts";

/** Query keys start with the event topic that invalidates them. */
const MEETINGS = "meetings";
const MEETING_LISTS = "meeting-lists";
const PAGE_SIZE = 50;
/** Refetched whenever the screen is opened. */
const ALWAYS_STALE = { staleTime: 0 };

export const useMeetings = (filters: MeetingFilters) =>
  useLiveList<Meeting>({
    topic: MEETINGS,
    queryKey: [MEETING_LISTS, meetingQuery(filters)],
    read: ({ cursor, signal }) =>
      callPage(meetingsRoutes.list, { query: { ...meetingQuery(filters), limit: PAGE_SIZE, cursor }, signal }),
    ...ALWAYS_STALE,
  });

export const useMeetingStats = () =>
  useQuery({
    queryKey: [MEETINGS, "stats"],
    queryFn: ({ signal }) => call(meetingsRoutes.stats, { signal }),
    ...ALWAYS_STALE,
  });

/** The number of meetings whose status belongs to no tab. */
export const useOtherStatusCount = (): number =>
  useQuery({
    queryKey: [MEETINGS, "other"],
    queryFn: async ({ signal }) =>
      (await callPage(meetingsRoutes.list, { query: { tab: "other", limit: 1 }, signal })).total,
  }).data ?? 0;

export const useOwners = (enabled: boolean) =>
  useQuery({
    queryKey: [MEETINGS, "owners"],
    queryFn: ({ signal }) => call(meetingsRoutes.owners, { signal }),
    enabled,
  });

type ChangedMeeting = ResponseOf<typeof meetingsRoutes.change>;
type StatusChange = {
  meeting: Meeting;
  status: SelectableStatus;
  type?: MeetingType;
  /** The status on the screen. With it the server refuses the change when a colleague has set another one; only an undo sends it. */
  currentStatus?: string;
};

const SUCCESS_TOASTS: Record<SelectableStatus, { title: string; text: (name: string) => string }> = {
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

const isUndo = ({ currentStatus }: StatusChange): boolean => currentStatus !== undefined;

const successToast = (change: StatusChange) =>
  isUndo(change) && change.status === "PRIVE"
    ? { title: SUCCESS_TOASTS.NEW.title, text: (name: string) => `“${name}” staat weer bij Privé.` }
    : SUCCESS_TOASTS[change.status];

const failureFallback = (change: StatusChange): string =>
  isUndo(change)
    ? "Er ging iets mis bij het ongedaan maken van de actie"
    : "Er ging iets mis bij het bijwerken van de meeting status";

/** Removes a meeting from a list when its new status belongs to another tab. */
const keepIfSameTab = (meeting: Meeting, updated: Meeting): Meeting | null =>
  meetingTab(meeting.status) === meetingTab(updated.status) ? updated : null;

const STATUS_CHANGE: OptimisticUpdate<Meeting, StatusChange, ChangedMeeting> = {
  mutationKey: ["meeting-status"],
  mutate: ({ meeting, ...body }) => call(meetingsRoutes.change, { params: { id: meeting.id }, body }),
  predict: (meeting, change) =>
    meeting.id === change.meeting.id && keepIfSameTab(meeting, { ...meeting, status: change.status }) === null
      ? null
      : meeting,
  applyResponse: (meeting, { undo: _undo, ...updated }) =>
    meeting.id === updated.id ? keepIfSameTab(meeting, updated) : meeting,
  cached: [[MEETING_LISTS]],
  refresh: [[MEETINGS]],
};

/**
 * The undo in the toast, which restores the former status. It has a label of its own, because "Ongedaan maken" in the header of the
 * screen makes a meeting new again, or private if it was.
 */
const PUT_BACK = { label: "Terugzetten", refresh: [[MEETINGS]] };

type StatusListeners = { onChanged: (updated: Meeting, before: Meeting) => void; onUndone: () => void };

export const useChangeStatus = ({ onChanged, onUndone }: StatusListeners) => {
  return useOptimisticUpdate(STATUS_CHANGE, {
    done: ({ undo, ...updated }, change, offerUndo) => {
      if (isUndo(change)) onUndone();
      else onChanged(updated, change.meeting);
      const { title, text } = successToast(change);
      const name = meetingDisplayName(updated);
      const undoneText = `“${name}” staat weer waar die stond.`;
      return { title, description: text(name), ...offerUndo({ ...PUT_BACK, undos: [undo], undoneText, onUndone }) };
    },
    failed: (error, change) => ({
      title: "Error",
      description: clientErrorMessage(error, failureFallback(change)),
      tone: "destructive",
    }),
  });
};

/** The loaded meetings without those that a pending status change moves to another tab. */
export const useVisibleMeetings = (loaded: readonly Meeting[]): readonly Meeting[] =>
  usePredictedItems(loaded, STATUS_CHANGE);

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

export function useEditMeeting(field: keyof typeof EDIT_TOASTS) {
  const client = useQueryClient();
  const { title, description, failed } = EDIT_TOASTS[field];
  return useUndoableMutation({
    mutationFn: ({ id, ...body }: MeetingEdit) => call(meetingsRoutes.change, { params: { id }, body }),
    onSuccess: ({ undo, ...updated }, _edit, offerUndo) => {
      const undoneText = `“${meetingDisplayName(updated)}” staat weer zoals het was.`;
      showToast({ title, description, ...offerUndo({ ...PUT_BACK, undos: [undo], undoneText }) });
      patchCachedItems<Meeting>(client, [[MEETING_LISTS]], (cached) => (cached.id === updated.id ? updated : cached));
    },
    onError: (error) =>
      showToast({ title: SAVE_FAILED, description: clientErrorMessage(error, failed), tone: "destructive" }),
    onSettled: () => refreshQueries(client, [[MEETINGS]]),
  });
}
