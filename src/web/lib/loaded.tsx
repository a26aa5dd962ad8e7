import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "#ui/problem.tsx";
import { problemText } from "./api-error.ts";

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "isFetching">;
  /** What could not be loaded: "De bedrijven konden niet worden geladen". */
  problem: string;
  /** In the shape of what is coming. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Loading, error with a way out, or what was read. */
export function Loaded<Data>({ query, problem, skeleton, children }: LoadedProps<Data>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return (
    <Problem
      title={problem}
      reason={problemText(error, "Er is een fout opgetreden")}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
