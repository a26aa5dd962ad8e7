import { useQuery } from "@tanstack/react-query";
import { overviewRoutes } from "#contract/overview.ts";
import { call } from "./api.ts";

/** Change events refetch it: see company-events.ts. The end of a first sync that changes nothing has no event. */
export const useOverviewCounts = () =>
  useQuery({
    queryKey: ["overview", "counts"],
    queryFn: ({ signal }) => call(overviewRoutes.counts, { signal }),
    refetchInterval: ({ state }) => (state.data?.isFirstSync ? 5000 : false),
  }).data;

/** Such as "1.234", or "2.000+" when there are more than were counted. */
export const countText = (count: number, hasMore = false): string =>
  `${count.toLocaleString("nl-NL")}${hasMore ? "+" : ""}`;
