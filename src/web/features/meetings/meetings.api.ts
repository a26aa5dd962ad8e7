import { useQuery } from "@tanstack/react-query";
import { type Meeting, meetingsRoutes } from "#contract/meetings.ts";
import { call, callPage } from "#lib/api/api.ts";
import { useLiveList } from "#lib/lists/list-pages.ts";
import { type MeetingFilters, meetingQuery } from "./meeting-filters.ts";

/** Query keys start with the event topic that invalidates them. */
export const MEETINGS = "meetings";
export const MEETING_LISTS = "meeting-lists";
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
