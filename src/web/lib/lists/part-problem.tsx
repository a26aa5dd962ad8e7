import type { UseQueryResult } from "@tanstack/react-query";

type PartProblemProps = {
  query: Pick<UseQueryResult, "data" | "error" | "refetch" | "isFetching">;
  /** "De labels konden niet worden geladen." */
  text: string;
};

/** In place of a small part of a screen that could not be loaded, which would otherwise look empty. */
export function PartProblem({ query: { data, error, refetch, isFetching }, text }: PartProblemProps) {
  if (data !== undefined || !error) return null;
  return (
    <p role="alert" className="text-[0.8125rem] text-danger">
      {text}{" "}
      <button
        type="button"
        disabled={isFetching}
        onClick={() => void refetch()}
        className="cursor-pointer font-medium underline disabled:opacity-60"
      >
        Opnieuw proberen
      </button>
    </p>
  );
}
