import { useEffect } from "react";
import { expect } from "vitest";
import { userEvent } from "vitest/browser";
import { undoRoutes } from "#contract/undo.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
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

test("z tries an undo again that got no answer, and not one that was refused", async ({ server }) => {
  let status = 502;
  server.handle(undoRoutes.perform, ({ params }) =>
    params["token"] === "tweede" && status !== 200
      ? Response.json({ message: "Dat kan niet meer.", code: "conflict" }, { status })
      : { message: "Ongedaan gemaakt" },
  );
  await renderScreen(<Performed />);
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Kon de actie niet ongedaan maken. Probeer het opnieuw.");
  status = 409;
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Dat kan niet meer.");
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
  const undone = server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"]);
  expect(undone).toEqual(["tweede", "tweede", "eerste"]);
});
