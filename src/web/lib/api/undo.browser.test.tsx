import { useEffect } from "react";
import { expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Undo, undoRoutes } from "#contract/undo.ts";
import { showToast } from "#ui/feedback/toast.tsx";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { UNDO_MS, useUndoableMutation } from "./undo.tsx";

type Action = { name: string; answer: Promise<{ undo?: Undo }> };

/** The answer to an action that can be undone. */
const undoable = (name: string) => ({ undo: { token: name, until: "2026-11-16T09:00:10.000Z" } });

/** A screen on which the user has performed these actions, in this order. */
function Performed({ actions }: { actions: readonly Action[] }) {
  const { mutate } = useUndoableMutation({
    mutationFn: ({ answer }: Action) => answer,
    onSuccess: ({ undo }, { name }, offerUndo) =>
      showToast({ title: name, ...offerUndo({ undos: [undo], undoneText: `De ${name} is terug.`, refresh: [] }) }),
    onError: (_error, { name }) => showToast({ title: `De ${name} is mislukt`, tone: "destructive" }),
  });
  useEffect(() => {
    for (const action of actions) mutate(action);
  }, [actions, mutate]);
  return null;
}

const answered = (name: string): Action => ({ name, answer: Promise.resolve(undoable(name)) });

/** An action without an answer until the test gives it. */
const unanswered = (name: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ undo?: Undo }>();
  return { action: { name, answer: promise }, resolve, reject };
};

const show = async (actions: readonly Action[]) => {
  await renderScreen(<Performed actions={actions} />);
  await expect.element(page.getByRole("status")).toBeVisible();
};

const undoneTokens = (server: FakeServer) => server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"]);

test("z undoes the latest action, and the next z the one before it", async ({ server }) => {
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  await show([answered("eerste"), answered("tweede")]);
  await userEvent.keyboard("zzz");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
  expect(undoneTokens(server)).toEqual(["tweede", "eerste"]);
});

test("z tries an undo again that got no answer, and not one that was refused", async ({ server }) => {
  let status = 502;
  server.handle(undoRoutes.perform, ({ params }) =>
    params["token"] === "tweede" && status !== 200
      ? Response.json({ message: "Dat kan niet meer.", code: "conflict" }, { status })
      : { message: "Ongedaan gemaakt" },
  );
  await show([answered("eerste"), answered("tweede")]);
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Kon de actie niet ongedaan maken. Probeer het opnieuw.");
  status = 409;
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Dat kan niet meer.");
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
  expect(undoneTokens(server)).toEqual(["tweede", "tweede", "eerste"]);
});

test("z tries an undo again whose answer came late, and takes one that was performed as done", async ({ server }) => {
  server.handle(undoRoutes.perform, () => Response.json({}, { status: 504 }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await show([answered("eerste")]);
  vi.advanceTimersByTime(UNDO_MS - 1000);
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Kon de actie niet ongedaan maken. Probeer het opnieuw.");
  vi.advanceTimersByTime(UNDO_MS - 1000);
  const message = "Deze actie is al ongedaan gemaakt.";
  server.handle(undoRoutes.perform, () =>
    Response.json({ error: message, message, code: "already_undone" }, { status: 409 }),
  );
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
});

test("z before the answer undoes that action as soon as it is answered, and not the one before it", async ({
  server,
}) => {
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  const second = unanswered("tweede");
  await show([answered("eerste"), second.action]);
  await userEvent.keyboard("z");
  await expectToast("Even geduld", "De server verwerkt de actie nog.");
  expect(undoneTokens(server)).toEqual([]);
  second.resolve(undoable("tweede"));
  await expectToast("Actie ongedaan gemaakt", "De tweede is terug.");
  expect(undoneTokens(server)).toEqual(["tweede"]);
});

test("an earlier action that is answered later is not the latest", async ({ server }) => {
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  const first = unanswered("eerste");
  await show([first.action, answered("tweede")]);
  first.resolve(undoable("eerste"));
  await expect.element(page.getByRole("status").getByText("eerste")).toBeVisible();
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "De tweede is terug.");
});

test("z before the answer undoes nothing when the action fails or cannot be undone, and says which", async ({
  server,
}) => {
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  const second = unanswered("tweede");
  const third = unanswered("derde");
  await show([answered("eerste"), second.action, third.action]);
  await userEvent.keyboard("zz");
  third.reject(new Error("Mislukt"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("De derde is mislukt");
  second.resolve({});
  await expectToast("Niet ongedaan te maken", "De laatste actie kan niet ongedaan worden gemaakt.");
  expect(undoneTokens(server)).toEqual([]);
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "De eerste is terug.");
});
