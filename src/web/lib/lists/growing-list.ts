import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useState } from "react";

type GrowingListOptions<Data> = {
  /** Without the limit; another key is another list. */
  queryKey: QueryKey;
  read: (limit: number, signal: AbortSignal) => Promise<Data>;
  lengthOf: (data: Data) => number;
  pageSize: number;
  /** The largest limit that the server accepts. */
  max: number;
};

/**
 * A list that the server returns up to a limit. A longer one is loaded on request; until it is there, or if it fails, the shorter one
 * stays. The query has the states of a list of pages.
 */
export function useGrowingList<Data>({ queryKey, read, lengthOf, pageSize, max }: GrowingListOptions<Data>) {
  const key = JSON.stringify(queryKey);
  const [limits, setLimits] = useState({ key, wanted: pageSize, loaded: pageSize });
  const { wanted, loaded } = limits.key === key ? limits : { wanted: pageSize, loaded: pageSize };
  const optionsFor = (limit: number) => ({
    queryKey: [...queryKey, limit],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(limit, signal),
  });
  const shown = useQuery({ ...optionsFor(loaded), placeholderData: keepPreviousData });
  const longer = useQuery(optionsFor(wanted));
  const isGrowing = wanted !== loaded;
  if (isGrowing && longer.isSuccess) setLimits({ key, wanted, loaded: wanted });
  const length = shown.data === undefined || shown.isPlaceholderData ? 0 : lengthOf(shown.data);
  const hasNextPage = length === loaded && loaded < max;
  return {
    query: {
      ...shown,
      hasNextPage,
      isFetchingNextPage: isGrowing && longer.isFetching,
      isFetchNextPageError: isGrowing && longer.isError,
      fetchNextPage: (): Promise<unknown> => longer.refetch(),
    },
    hasMore: hasNextPage && !isGrowing,
    loadMore: () => setLimits({ key, loaded, wanted: Math.min(loaded + pageSize, max) }),
  };
}
