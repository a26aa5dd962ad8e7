import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { STATISTICS } from "./statistics-key.ts";

/** Reads every figure on the dashboard anew; rejects when one could not be read. */
export const useRefreshStatistics = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(
    () => client.refetchQueries({ queryKey: [STATISTICS], type: "active" }, { throwOnError: true }),
    [client],
  );
};
