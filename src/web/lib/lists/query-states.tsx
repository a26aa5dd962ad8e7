import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Problem } from "#ui/feedback/empty.tsx";
import { Spinner } from "#ui/feedback/loading.tsx";
import { ApiError } from "../api/api.ts";

/** Why something could not be loaded, and what the user can do. */
const failureReason = (error: unknown): string => {
  // What fetch throws when it gets no response at all.
  if (error instanceof TypeError)
    return "Er is geen verbinding met de server. Controleer je internetverbinding en probeer het opnieuw.";
  // The text of an unexpected error says only that there was one.
  if (error instanceof ApiError && error.text && error.code !== "internal") return error.text;
  return "Er ging iets mis op de server. Probeer het zo nog eens; blijft het misgaan, meld het dan aan je beheerder.";
};

type QueryStatesProps<Data> = {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "isFetching"> & { refetch: () => Promise<unknown> };
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
    <Problem title={errorTitle} reason={failureReason(error)} onRetry={() => void refetch()} retrying={isFetching} />
  );
}

/** Of a list of pages, or of one that grows. */
export type NextPageQuery = Partial<Pick<UseInfiniteQueryResult, "isFetchingNextPage" | "isFetchNextPageError">> & {
  fetchNextPage?: () => Promise<unknown>;
};

type NextPageStatusProps = {
  query: NextPageQuery;
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
