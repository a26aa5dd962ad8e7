import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The first part of the query key of all statistics, by which they are invalidated together. */
export const STATISTICS = "statistics";

/** Refetches all statistics on the screen; rejects when one of them fails. */
export const useRefreshStatistics = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    () => client.refetchQueries({ queryKey: [STATISTICS], type: "active" }, { throwOnError: true }),
    [client],
  );
};
