import { useEffect } from "react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { undoRoutes } from "#contract/undo.ts";
import { expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { useUndo } from "./undo.tsx";

const TOKENS = ["eerste", "tweede"];

/** A screen that offers to undo two actions. */
function Performed() {
  const offerUndo = useUndo();
  useEffect(() => {
    for (const token of TOKENS)
      offerUndo({
        undos: [{ token, until: "2026-11-16T09:00:10.000Z" }],
        undoneText: `De ${token} is terug.`,
        refresh: [],
      });
  }, [offerUndo]);
  return null;
}

test("z undoes the latest action, and the next z the one before it", async ({ server }) => {
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  await renderScreen(<Performed />);
  await userEvent.keyboard("zzz");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
  const undone = server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"]);
  expect(undone).toEqual(["tweede", "eerste"]);
});
