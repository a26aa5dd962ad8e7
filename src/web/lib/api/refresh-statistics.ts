import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** What every figure of the dashboard is kept under, so that all of them can be read again at once. */
export const STATISTICS = "statistics";

/** Reads every figure on the dashboard anew; rejects when one could not be read. */
export const useRefreshStatistics = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    () => client.refetchQueries({ queryKey: [STATISTICS], type: "active" }, { throwOnError: true }),
    [client],
  );
};
