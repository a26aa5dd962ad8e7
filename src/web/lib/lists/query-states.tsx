import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "#ui/feedback/empty.tsx";
import { Spinner } from "#ui/feedback/loading.tsx";
import { errorMessage } from "../api/api.ts";

type QueryStatesProps<Data> = {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "isFetching">;
  /** What could not be loaded: "De bedrijven konden niet worden geladen". */
  errorTitle: string;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The states of a query: loading, failed with a retry, or its data. */
export function QueryStates<Data>({ query, errorTitle, skeleton, children }: QueryStatesProps<Data>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return (
    <Problem
      title={errorTitle}
      reason={errorMessage(error, "Er is een fout opgetreden")}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

type NextPageStatusProps = {
  query: Partial<Pick<UseInfiniteQueryResult, "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage">>;
  errorText: string;
};

/** At the end of a list: the next page is loading, or could not be loaded. */
export function NextPageStatus({
  query: { isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  errorText,
}: NextPageStatusProps) {
  if (isFetchingNextPage) return <Spinner className="flex justify-center py-4" />;
  if (!isFetchNextPageError) return null;
  return <Problem className="py-6" reason={errorText} onRetry={() => void fetchNextPage?.()} />;
}
