import { useQuery } from "@tanstack/react-query";
import { overviewRoutes } from "#contract/overview.ts";
import { call } from "./api.ts";

/** Changes of messages, the queue and meetings refetch it. */
export const useOverviewCounts = () =>
  useQuery({ queryKey: ["overview", "counts"], queryFn: ({ signal }) => call(overviewRoutes.counts, { signal }) }).data;
