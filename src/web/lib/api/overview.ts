import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { overviewRoutes } from "#contract/overview.ts";
import { useToday } from "../dates/dates.ts";
import { call } from "./api.ts";

/** Change events refetch it: see company-events.ts. The end of a first sync that changes nothing has no event. */
export const useOverviewQuery = () =>
  useQuery({
    // With the day, so that a tab that stays open counts anew after midnight.
    queryKey: ["overview", "counts", useToday()],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(overviewRoutes.counts, { signal }),
    refetchInterval: ({ state }) => (state.data?.isFirstSync ? 5000 : false),
  });

export const useOverviewCounts = () => useOverviewQuery().data;

/** Such as "1.234", or "2.000+" when there are more than were counted. */
export const countText = (count: number, hasMore = false): string =>
  `${count.toLocaleString("nl-NL")}${hasMore ? "+" : ""}`;
