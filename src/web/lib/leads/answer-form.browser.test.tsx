import { describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { inboxRoutes, type LeadConversation } from "#contract/inbox.ts";
import { undoRoutes } from "#contract/undo.ts";
import { useShortcuts } from "#lib/browser/shortcuts.ts";
import { expectToast, holdUndo, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { AnswerToLead } from "./answer-form.tsx";

const CONVERSATION: LeadConversation = {
  leadId: "anna",
  fullName: "Anna",
  leadClassification: "CONNECTED",
  senderName: "Frank Hoekstra",
  isAnswered: false,
  messages: [],
};

const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");

/** The form as it is on the page of a lead, which has keys of its own. */
function Screen({ pressed }: { pressed: string[] }) {
  useShortcuts(
    ["e", "g", "delete"].map((keys) => ({ label: keys, group: "Lead", keys, run: () => pressed.push(keys) })),
  );
  return <AnswerToLead leadId="anna" />;
}

const showForm = async (server: FakeServer) => {
  holdUndo();
  server.handle(inboxRoutes.conversation, () => CONVERSATION);
  server.handle(inboxRoutes.answer, () => ({
    ...CONVERSATION,
    isAnswered: true,
    undo: { token: "anna", until: "2026-11-16T09:00:10.000Z" },
  }));
  server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
  const pressed: string[] = [];
  await renderScreen(<Screen pressed={pressed} />);
  await field.fill("Graag!");
  return { pressed };
};

const UNDONE = "Je antwoord aan Anna gaat niet weg. De tekst staat er weer.";

describe("after an answer", () => {
  test.for(["{Control>}{Enter}{/Control}", "{Tab}{Enter}"])(
    "with %s, z takes it back, and the field holds only its text",
    async (keys, { server }) => {
      await showForm(server);
      await userEvent.keyboard(keys);
      await expect.element(field).toHaveValue("");
      await userEvent.keyboard("z");
      await expectToast("Actie ongedaan gemaakt", UNDONE);
      await expect.element(field).toHaveValue("Graag!");
      // The focus is in the form again, and visible.
      const focused = document.activeElement as HTMLElement;
      expect(focused.contains(field.element())).toBe(true);
      expect(focused.matches("form:focus-visible")).toBe(true);
    },
  );

  test("what is typed on is the next answer, and no shortcut", async ({ server }) => {
    const { pressed } = await showForm(server);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field).toHaveValue("");
    await userEvent.keyboard("{Delete}en zo");
    await expect.element(field).toHaveValue("en zo");
    expect(pressed).toEqual([]);
    expect(server.requestsOf(undoRoutes.perform)).toEqual([]);
  });

  test("the focus stays in a field in which more was typed", async ({ server }) => {
    await showForm(server);
    const release = server.hold(inboxRoutes.answer);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await userEvent.keyboard(" En");
    release();
    await expect.element(page.getByRole("button", { name: "Ongedaan maken" })).toBeVisible();
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveValue("Graag! En");
  });

  test("a second answer leaves the field also when the first was undone meanwhile", async ({ server }) => {
    await showForm(server);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field).toHaveValue("");
    const undo = server.hold(undoRoutes.perform);
    await userEvent.keyboard("z");
    await field.fill("Tot morgen");
    const answer = server.hold(inboxRoutes.answer);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    undo();
    await expect.element(field).toHaveValue("Graag!\n\nTot morgen");
    answer();
    await expect.element(field).toHaveValue("Graag!");
  });
});

describe("an answer that is undone", () => {
  test("has its text before the screen is refetched", async ({ server }) => {
    await showForm(server);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field).toHaveValue("");
    server.hold(inboxRoutes.conversation);
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expectToast("Actie ongedaan gemaakt", UNDONE);
    await expect.element(field).toHaveValue("Graag!");
  });

  test("has its text also when the response to the undo was lost", async ({ server }) => {
    await showForm(server);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field).toHaveValue("");
    server.breakRoute(undoRoutes.perform);
    await userEvent.keyboard("z");
    await expect.element(page.getByRole("alert")).toBeVisible();
    const message = "Deze actie is al ongedaan gemaakt.";
    server.handle(undoRoutes.perform, () =>
      Response.json({ error: message, message, code: "already_undone" }, { status: 409 }),
    );
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", UNDONE);
    await expect.element(field).toHaveValue("Graag!");
  });
});
