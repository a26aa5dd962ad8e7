import { beforeEach, describe, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { expectErrorToast, expectFocusWithin, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
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
  server.handle(reviewRoutes.notes, () => []);
  const dialog = page.getByRole("dialog");
  const open = async () => {
    const screen = await renderScreen(<IceBreakersPage />);
    await expect.element(card).toBeVisible();
    await userEvent.keyboard(`j${key}`);
    await expectFocusWithin(dialog);
    return screen;
  };
  let { client, unmount } = await open();
  const changeByColleague = async (change: Partial<Message>) => {
    stored = { ...stored, changedBy: "Bram Jansen", contentVersion: stored.contentVersion + 1, ...change };
    await client.invalidateQueries({ queryKey: ["messages"] });
  };
  /** As in a tab that was closed. `change`: what a colleague changed before it was opened again. */
  const reload = async (change?: Partial<Message>) => {
    await unmount();
    if (change) stored = { ...stored, contentVersion: stored.contentVersion + 1, ...change };
    ({ client, unmount } = await open());
  };
  return { dialog, changeByColleague, reload };
};

describe("editing (e)", () => {
  test("leaves the screen of a phone to the text: the buttons have two lines", async ({ server }) => {
    await page.viewport(390, 844);
    const { dialog } = await openDialog(server, "e");
    const top = (name: string) => dialog.getByRole("button", { name }).element().getBoundingClientRect().top;
    expect(top("Wijzigingen Opslaan")).toBe(top("Annuleren"));
    const footer = dialog.element().querySelector("[data-dialog-footer]");
    expect(footer?.getBoundingClientRect().height).toBeLessThan(120);
    expect(footer?.scrollWidth).toBeLessThanOrEqual(footer?.clientWidth ?? 0);
  });

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

  test("refuses an empty section, and marks and focuses it", async ({ server }) => {
    const { dialog } = await openDialog(server, "e");
    const section = dialog.getByLabelText("Bericht 1");
    await section.fill("   ");
    await save.click();
    await expectErrorToast("Validatiefout", "Het bericht kan niet leeg zijn.");
    await expect.element(section).toHaveFocus();
    await expect.element(section).toHaveAttribute("aria-invalid", "true");
    await expect.element(section).toHaveAccessibleDescription(/^Bericht 1 is leeg\./);
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

  test("of a message that a colleague approved meanwhile keeps the text, to copy it to the queue", async ({
    server,
  }) => {
    const { dialog } = await openDialog(server, "e");
    server.refuse(messagesRoutes.edit, 409, "Dit bericht is al goedgekeurd en staat in de wachtrij.");
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await save.click();
    await expectErrorToast("Fout", "Dit bericht is al goedgekeurd en staat in de wachtrij.");
    await expect.element(dialog.getByRole("button", { name: "Tekst kopiëren" })).toBeVisible();
    const queue = dialog.getByRole("link", { name: "Open in de wachtrij" });
    await expect.element(queue).toHaveAttribute("href", "/messages-queued?zoek=Jos%C3%A9+de+Vries");
    await expect.element(queue).toHaveAttribute("target", "_blank");
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
    await expectFocusWithin(dialog);
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

describe("a typed text that was not saved", () => {
  const restored = page.getByText("Je eerdere tekst is teruggezet.");
  const discard = page.getByRole("dialog").getByRole("button", { name: "Weggooien" });

  test.for([
    { key: "e", label: "Bericht 1", before: "dag" },
    { key: "{Shift>}A{/Shift}", label: /^Bericht/, before: buildMessage().messageContent },
    { key: "h", label: "Bericht 1 (optioneel)", before: "" },
    { key: "n", label: "Nieuwe notitie", before: "" },
  ])(
    "is back after the tab was closed, in the dialog of $key, and can be thrown away",
    async ({ key, label, before }, { server }) => {
      const { dialog, reload } = await openDialog(server, key);
      await dialog.getByLabelText(label).fill("Wat ik typte");
      await reload();
      await expect.element(restored).toBeVisible();
      await expect.element(dialog.getByLabelText(label)).toHaveValue("Wat ik typte");
      await discard.click();
      await expect.element(dialog.getByLabelText(label)).toHaveValue(before);
      await reload();
      await expect.element(dialog.getByLabelText(label)).toHaveValue(before);
      await expect.element(restored).not.toBeInTheDocument();
    },
  );

  test("is not back when it was saved, or thrown away with the dialog", async ({ server }) => {
    const { dialog, reload } = await openDialog(server, "e");
    await dialog.getByLabelText("Bericht 1").fill("goedendag");
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    await reload();
    await expect.element(dialog.getByLabelText("Bericht 1")).toHaveValue("dag");
    await dialog.getByLabelText("Bericht 1").fill("goedenavond");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("alertdialog").getByRole("button", { name: "Weggooien" }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await reload();
    await expect.element(dialog.getByLabelText("Bericht 1")).toHaveValue("dag");
    await expect.element(restored).not.toBeInTheDocument();
  });

  test("is offered when a colleague has changed the message since, and put beside the colleague's text", async ({
    server,
  }) => {
    const { dialog, reload } = await openDialog(server, "e");
    await dialog.getByLabelText("Ice Breaker").fill("Mijn tekst");
    await reload({ messageContent: "Ice Breaker: Brams tekst\n\nBericht 1: dag", changedBy: "Bram Jansen" });
    await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveValue("Brams tekst");
    await dialog.getByRole("button", { name: "Mijn tekst terugzetten" }).click();
    await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveValue("Mijn tekst");
    await dialog.getByRole("button", { name: "Houd mijn tekst" }).click();
    await save.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsOf(messagesRoutes.edit).map(({ body }) => body)).toEqual([
      { editedContent: { "Ice Breaker": "Mijn tekst" }, contentVersion: 2 },
    ]);
  });
});

test("feedback on a message that is no longer there is restored at the first one", async ({ server }) => {
  const { dialog, reload } = await openDialog(server, "h");
  await dialog.getByLabelText("Ice Breaker").fill("Vlotter.");
  await dialog.getByLabelText("Bericht 1 (optioneel)").fill("Noem hun vestiging.");
  await reload({ messageContent: "Ice Breaker: Brams tekst", changedBy: "Bram Jansen" });
  await dialog.getByRole("button", { name: "Mijn tekst terugzetten" }).click();
  await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveValue("Vlotter. Noem hun vestiging.");
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
