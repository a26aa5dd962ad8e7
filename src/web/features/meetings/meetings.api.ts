import { type InfiniteData, type QueryClient, useQuery } from "@tanstack/react-query";
import { type Meeting, meetingsRoutes } from "#contract/meetings.ts";
import { call, callPage, type ListPage } from "#lib/api.ts";
import { useFollowedList } from "#lib/followed-list.ts";
import { type MeetingFilters, queryOf } from "./meeting-filters.ts";

/** The keys begin with the topic whose events say that they must be read again. */
export const MEETINGS = "meetings";
export const LISTS = "meeting-lists";
const PAGE = 50;
/** Both reads are done anew whenever the screen is opened. */
const ALWAYS = { staleTime: 0 };

export const useMeetings = (filters: MeetingFilters) =>
  useFollowedList<Meeting>({
    topic: MEETINGS,
    queryKey: [LISTS, queryOf(filters)],
    read: ({ cursor, signal }) =>
      callPage(meetingsRoutes.list, { query: { ...queryOf(filters), limit: PAGE, cursor }, signal }),
    ...ALWAYS,
  });

export const useMeetingStats = () =>
  useQuery({
    queryKey: [MEETINGS, "stats"],
    queryFn: ({ signal }) => call(meetingsRoutes.stats, { signal }),
    ...ALWAYS,
  });

/** How many there are of a status that belongs under no tile. */
export const useOtherTotal = (): number =>
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

type MeetingPages = InfiniteData<ListPage<Meeting>, string | undefined>;

/** Changes what the lists show, until they are read again; null takes a meeting off. */
export const patchLists = (client: QueryClient, change: (meeting: Meeting) => Meeting | null): void => {
  client.setQueriesData<MeetingPages>(
    { queryKey: [LISTS] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((meeting) => change(meeting) ?? []) })),
      },
  );
};
