import { useQuery } from "@tanstack/react-query";
import { overviewRoutes } from "#contract/overview.ts";
import { call } from "./api.ts";

/** Change events refetch it: see company-events.ts. */
export const useOverviewCounts = () =>
  useQuery({ queryKey: ["overview", "counts"], queryFn: ({ signal }) => call(overviewRoutes.counts, { signal }) }).data;
