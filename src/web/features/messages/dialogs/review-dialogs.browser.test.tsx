import { beforeEach, describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { IceBreakersPage } from "../ice-breakers.page.tsx";
import { buildMessage } from "../message.fixture.ts";

// The cards below each other.
beforeEach(() => page.viewport(1100, 900));

const card = page.getByRole("article", { name: "José de Vries" });
const save = page.getByRole("button", { name: "Wijzigingen Opslaan" });

/** Opens a dialog of the only message with a key. `changeByColleague` changes the stored message under the dialog. */
const openDialog = async (server: FakeServer, key: string) => {
  let stored = buildMessage();
  server.handle(messagesRoutes.flows, () => []);
  server.handle(messagesRoutes.list, ({ query }) => listResponse(query["group"] === "open" ? [stored] : []));
  server.handle(messagesRoutes.edit, () => ({ ...stored, status: "edited" as const }));
  server.handle(messagesRoutes.change, () => stored);
  const { client } = await renderScreen(<IceBreakersPage />);
  await expect.element(card).toBeVisible();
  await userEvent.keyboard(`j${key}`);
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toBeVisible();
  const changeByColleague = async (change: Partial<Message>) => {
    stored = { ...stored, changedBy: "Bram Jansen", contentVersion: stored.contentVersion + 1, ...change };
    await client.invalidateQueries({ queryKey: ["messages"] });
  };
  return { dialog, changeByColleague };
};

describe("editing (e)", () => {
  test("starts in the first section and sends only the changed one", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveFocus();
    await expect.element(dialog.getByText("Geen wijzigingen")).toBeVisible();
    await expect.element(save).toBeDisabled();
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await expect.element(dialog.getByText("Origineel: 3 tekens · Bewerkt: 9 tekens")).toBeVisible();
    await save.click();
    await expectToast(
      "Wijzigingen Opgeslagen",
      "De wijzigingen voor José de Vries staan in de tabel met aanpassingen.",
    );
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(messagesRoutes.edit).map(({ body }) => body)).toEqual([
      { editedContent: { "Bericht 1": "goedendag" }, contentVersion: 1 },
    ]);
  });

  test("keeps its buttons in their place when something is changed", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    // The layout: the dialog may still be growing to its size.
    const place = () => {
      const button = save.element() as HTMLElement;
      return { left: button.offsetLeft, footer: button.closest<HTMLElement>("[data-dialog-footer]")?.offsetHeight };
    };
    const before = place();
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await expect.element(dialog.getByText("Er zijn wijzigingen gedetecteerd")).toBeVisible();
    expect(place()).toEqual(before);
  });

  test("refuses an empty section", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    await dialog.getByLabelText("Bericht 1").fill("   ");
    await save.click();
    await expectErrorToast("Validatiefout", "Het bericht kan niet leeg zijn.");
    expect(server.requestsOf(messagesRoutes.edit)).toEqual([]);
  });

  test("keeps the dialog and the text when saving fails", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    server.breakRoute(messagesRoutes.edit);
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await save.click();
    await expectErrorToast("Fout", "Kon het bericht niet bewerken. Probeer het opnieuw.");
    await expect.element(dialog.getByLabelText("Bericht 1")).toHaveValue("goedendag");
  });

  test("asks before discarding a change, and closes at once without one", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await userEvent.keyboard("{Escape}");
    const confirmation = page.getByRole("alertdialog");
    await confirmation.getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card).toHaveFocus();

    await userEvent.keyboard("e");
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(confirmation).not.toBeInTheDocument();
  });

  test("takes over a colleague's change to an untouched section", async ({ server }) => {
    const { dialog, changeByColleague } = await openDialog(server, "e");
    await dialog.getByLabelText("Ice Breaker").fill("Mijn tekst");
    await changeByColleague({ messageContent: "Ice Breaker: hoi\n\nBericht 1: Van Bram" });
    await expect.element(dialog.getByLabelText("Bericht 1")).toHaveValue("Van Bram");
    await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveValue("Mijn tekst");
  });

  test("shows a conflict in the same section, and can keep the user's own text", async ({ server }) => {
    const { dialog, changeByColleague } = await openDialog(server, "e");
    await dialog.getByLabelText("Ice Breaker").fill("Mijn tekst");
    await changeByColleague({ messageContent: "Ice Breaker: Brams tekst\n\nBericht 1: dag" });
    await expect.element(dialog.getByText("Bram Jansen heeft deze tekst intussen gewijzigd")).toBeVisible();
    await expect.element(dialog.getByText("Brams tekst")).toBeVisible();
    await dialog.getByRole("button", { name: "Houd mijn tekst" }).click();
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(messagesRoutes.edit).map(({ body }) => body)).toEqual([
      { editedContent: { "Ice Breaker": "Mijn tekst" }, contentVersion: 2 },
    ]);
  });
});

describe("approving with a new text (shift+a)", () => {
  const approve = page.getByRole("button", { name: "Opslaan & Goedkeuren" });

  test("refuses an empty text, and approves with the new one", async ({ server }) => {
    const { dialog } = await openDialog(server, "{Shift>}A{/Shift}");
    await expect.element(dialog.getByLabelText("Ontvanger")).toHaveValue("José de Vries");
    const text = dialog.getByRole("textbox", { name: /^Bericht/ });
    await text.fill(" ");
    await approve.click();
    await expectErrorToast("Validatiefout", "Het bericht kan niet leeg zijn.");
    await text.fill("Ice Breaker: Hallo");
    await approve.click();
    await expectToast("Bericht Bijgewerkt", "Het bericht aan José de Vries is goedgekeurd.");
    expect(server.requestsOf(messagesRoutes.change).map(({ body }) => body)).toEqual([
      { messageContent: "Ice Breaker: Hallo", status: "approved", contentVersion: 1 },
    ]);
  });

  test("can take over a colleague's text", async ({ server }) => {
    const { dialog, changeByColleague } = await openDialog(server, "{Shift>}A{/Shift}");
    const text = dialog.getByRole("textbox", { name: /^Bericht/ });
    await text.fill("Ice Breaker: van mij");
    await changeByColleague({ messageContent: "Ice Breaker: van Bram" });
    await dialog.getByRole("button", { name: "Neem deze tekst over" }).click();
    await expect.element(text).toHaveValue("Ice Breaker: van Bram");
  });
});

describe("asking for a rewrite (h)", () => {
  const send = page.getByRole("button", { name: "Verstuur voor Herschrijven" });

  test("needs feedback on at least one section", async ({ server }) => {
    const { dialog } = await openDialog(server, "h");
    await expect.element(send).toBeDisabled();
    await dialog.getByLabelText("Bericht 1 (optioneel)").fill("Korter graag");
    await send.click();
    await expectToast("Feedback Verstuurd", "Het bericht aan José de Vries wordt herschreven.");
    expect(server.requestsOf(messagesRoutes.change).map(({ body }) => body)).toEqual([
      { status: "rewritten", feedback: "Bericht 1: Korter graag", contentVersion: 1 },
    ]);
  });

  test("shows that the text changed, and sends the version that is on screen", async ({ server }) => {
    const { dialog, changeByColleague } = await openDialog(server, "h");
    await dialog.getByLabelText("Bericht 1 (optioneel)").fill("Korter graag");
    await changeByColleague({ messageContent: "Ice Breaker: nieuw\n\nBericht 1: dag" });
    await expect.element(dialog.getByText("Bram Jansen heeft deze tekst intussen gewijzigd.")).toBeVisible();
    await dialog.getByRole("button", { name: "Toon de nieuwe tekst" }).click();
    await expect.element(dialog.getByText("nieuw")).toBeVisible();
    await send.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(messagesRoutes.change)[0]?.body).toMatchObject({ contentVersion: 2 });
  });
});

test("the classification dialog changes every message of the lead", async ({ server }) => {
  const messages = [
    buildMessage({ id: "1", contactName: "José (1)" }),
    buildMessage({ id: "2", contactName: "José (2)" }),
  ];
  server.handle(messagesRoutes.flows, () => []);
  server.handle(messagesRoutes.list, () => listResponse(messages));
  server.handle(messagesRoutes.classify, () => ({ message: "Bijgewerkt", stoppedMessages: 0 }));
  const release = server.hold(messagesRoutes.classify);
  await renderScreen(<IceBreakersPage />);
  await page
    .getByRole("button", { name: /^Classificatie: COLD/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Classificatie wijzigen" });
  await dialog.getByRole("button", { name: /^HOT/ }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Classificatie: HOT/ }).elements()).toHaveLength(2);
  release();
  await expectToast("Classificatie Bijgewerkt", "José (1) is nu HOT.");
});
