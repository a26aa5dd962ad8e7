import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { workflowsRoutes } from "#contract/workflows.ts";
import { call } from "#lib/api.ts";
import { STATISTICS } from "#lib/statistics-key.ts";

export const useWorkflows = () =>
  useQuery({
    queryKey: [STATISTICS, "workflows"],
    queryFn: ({ signal }) => call(workflowsRoutes.list, { signal }),
    placeholderData: keepPreviousData,
  });
