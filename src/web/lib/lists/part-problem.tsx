import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

type PartProblemProps = {
  query: Pick<UseQueryResult, "data" | "error" | "refetch" | "isFetching">;
  /** "De labels konden niet worden geladen." */
  text: string;
  /** What gets the focus of the keyboard once the part is loaded, in the element around the problem; otherwise the page. */
  focusAfter?: string;
};

/** Ref of the problem. It disappears together with its button, and the browser would drop the focus. */
const passFocus = (selector: string | undefined) => (problem: HTMLElement | null) => {
  if (!problem) return;
  const { parentElement } = problem;
  return () => {
    if (!problem.querySelector(":focus-visible")) return;
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body || !parentElement?.isConnected) return;
      const next = selector ? parentElement.querySelector<HTMLElement>(selector) : parentElement.closest("main");
      next?.focus({ preventScroll: true });
    });
  };
};

/** In place of a small part of a screen that could not be loaded, which would otherwise look empty. */
export function PartProblem({ query: { data, error, refetch, isFetching }, text, focusAfter }: PartProblemProps) {
  // The next attempt clears the error; the button keeps its place and the focus until there is data.
  const [hadProblem, setHadProblem] = useState(false);
  const hasProblem = data === undefined && (hadProblem || error !== null);
  if (hasProblem !== hadProblem) setHadProblem(hasProblem);
  if (!hasProblem) return null;
  return (
    <p ref={passFocus(focusAfter)} role="alert" className="text-[0.8125rem] text-danger">
      {text}{" "}
      <button
        type="button"
        // A disabled button would lose the focus.
        aria-disabled={isFetching || undefined}
        onClick={() => {
          if (!isFetching) void refetch();
        }}
        className="cursor-pointer font-medium underline aria-disabled:cursor-default aria-disabled:opacity-60"
      >
        Opnieuw proberen
      </button>
    </p>
  );
}
