import { expect } from "vitest";
import { page } from "vitest/browser";
import { renderScreen, test } from "./component-test.tsx";
import { tabTo } from "./journey.ts";

const button = page.getByRole("button", { name: "Opslaan" });

test.for([
  ["in sight", "", undefined],
  ["below the window", "fixed -bottom-20", /in the window/],
  ["partly below the window", "fixed -bottom-4", undefined],
  ["covered by what is around it", "relative -z-10", /in sight/],
] as const)("a button that is %s has a visible focus or fails", async ([, className, problem]) => {
  await renderScreen(
    <div className="isolate bg-card">
      <div className="relative">
        <button type="button" className={className}>
          Opslaan
        </button>
        <div className="absolute inset-0 -z-5 bg-card" />
      </div>
    </div>,
  );
  if (problem) await expect(tabTo(button)).rejects.toThrow(problem);
  else await tabTo(button);
});
