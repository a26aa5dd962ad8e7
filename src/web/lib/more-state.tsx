import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Problem } from "#ui/problem.tsx";
import { Spinner } from "#ui/spinner.tsx";

type MoreStateProps = {
  query: Pick<UseInfiniteQueryResult, "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage">;
  problem: string;
};

/** At the end of a list: the next page is on its way, or did not come. */
export function MoreState({
  query: { isFetchingNextPage, isFetchNextPageError, fetchNextPage },
  problem,
}: MoreStateProps) {
  if (isFetchingNextPage) return <Spinner className="flex justify-center py-4" />;
  if (!isFetchNextPageError) return null;
  return <Problem className="py-6" reason={problem} onRetry={() => void fetchNextPage()} />;
}
