import { beforeEach, expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes, type SyncRun } from "#contract/airtable.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { undoRoutes } from "#contract/undo.ts";
import { writerRoutes } from "#contract/writer.ts";
import { expectErrorToast, expectToast, focus, renderScreen, test } from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { FollowUpPage } from "./follow-up.page.tsx";
import { IceBreakersPage } from "./ice-breakers.page.tsx";
import { buildMessage } from "./message.fixture.ts";
import { serveMessages } from "./served-messages.fixture.ts";

// The cards below each other; the three panes of a wide window have their own tests.
beforeEach(() => page.viewport(1100, 900));
beforeEach(() => localStorage.clear());

const card = (contact: string) => page.getByRole("article", { name: contact });

const showReview = async (server: FakeServer, ...names: string[]) => {
  serveMessages(server, names);
  const screen = await renderScreen(<IceBreakersPage />);
  await expect.element(card(names[0] ?? "")).toBeVisible();
  return screen;
};

test("j and k move the focus between the cards and stop at the ends", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees");
  await userEvent.keyboard("j");
  await expect.element(card("Anna")).toHaveFocus();
  await userEvent.keyboard("jj");
  await expect.element(card("Cees")).toHaveFocus();
  await userEvent.keyboard("j");
  await expect.element(card("Cees")).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(card("Bram")).toHaveFocus();
});

test("without a focused card, the first key only focuses the first visible card", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("a");
  await expect.element(card("Anna")).toHaveFocus();
  expect(server.requestsOf(messagesRoutes.change)).toEqual([]);
});

test("a double click on Goedkeuren approves one message, also where the next card comes under the pointer", async ({
  server,
}) => {
  await page.viewport(1440, 900);
  await showReview(server, "Anna", "Bram", "Cees");
  const approve = page.getByRole("button", { name: "Goedkeuren" }).first();
  await approve.dblClick();
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  // The second click may come after the focus has moved on, and then gives it to the button under the pointer.
  await expect.poll(() => card("Bram").element().contains(document.activeElement)).toBe(true);
  expect(server.requestsOf(messagesRoutes.change)).toHaveLength(1);
});

test("a approves optimistically, moves on, and can be undone from the toast", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  const release = server.hold(messagesRoutes.change);
  await userEvent.keyboard("ja");
  await expect.element(card("Anna").getByText("Goedgekeurd")).toBeVisible();
  await expect.element(card("Bram")).toHaveFocus();
  release();
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  expect(server.requestsOf(messagesRoutes.change).map(({ body }) => body)).toEqual([
    { messageContent: "Ice Breaker: hoi\n\nBericht 1: dag", status: "approved", contentVersion: 1 },
  ]);

  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expect.element(card("Anna").getByText("Te beoordelen")).toBeVisible();
  await expect.element(card("Anna")).toHaveFocus();
});

test("Enter on the history of a card opens it", async ({ server }) => {
  serveMessages(server, ["Anna"], { contentVersion: 2 });
  server.handle(messagesRoutes.versions, () => []);
  const { currentUrl } = await renderScreen(<IceBreakersPage />);
  const history = card("Anna").getByText("Geschiedenis (2 versies)");
  await expect.element(history).toBeVisible();
  focus(history);
  const url = currentUrl();
  await userEvent.keyboard("{Enter}");
  expect(history.element().closest("details")?.open).toBe(true);
  expect(currentUrl()).toBe(url);
});

test("f and shift+f show the fact under each sentence of a draft, from the focused card", async ({ server }) => {
  const draft = {
    promptId: null,
    promptVersion: null,
    rulesVersion: "1",
    model: "groot",
    facts: [{ n: 1, text: "Functie: CFO", source: "functie" }],
    claims: [
      { section: "Ice Breaker", text: "Als CFO heb je het druk.", facts: [1] },
      { section: "Bericht 1", text: "Hoe kijk jij daarnaar?", facts: [] },
    ],
    warnings: [],
    tokens: 1,
    cost: 0,
    tookMs: 1,
    madeAt: "2026-11-14T09:00:00.000Z",
  };
  const messageContent = "Ice Breaker: Als CFO heb je het druk.\n\nBericht 1: Hoe kijk jij daarnaar?";
  serveMessages(server, ["Anna", "Bram"], { draft, messageContent });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Bram").getByText("Door AI geschreven")).toBeVisible();
  await userEvent.keyboard("jj");
  await expect.element(card("Bram")).toHaveFocus();
  const tooltip = page.getByRole("tooltip");
  const press = async (key: string, text: string) => {
    await userEvent.keyboard(key);
    await expect.element(tooltip).toHaveTextContent(text);
  };
  await press("f", "Rust op: Functie: CFO (functie)");
  await press("f", "Rust op geen feit: controleer deze zin zelf.");
  await press("f", "Rust op: Functie: CFO (functie)");
  await press("F", "Rust op geen feit: controleer deze zin zelf.");
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip).not.toBeInTheDocument();
  // The keys still act on the card.
  await userEvent.keyboard("a");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Bram is goedgekeurd.");
});

test("on a phone a text typed in the sheet of filters applies, even when the sheet is closed at once", async ({
  server,
}) => {
  await page.viewport(390, 844);
  const { currentUrl } = await showReview(server, "Anna");
  const voornaam = page.getByLabelText("Voornaam");
  await expect.element(voornaam).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await voornaam.fill("An");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Filters (1)" })).toHaveFocus();
  await expect.poll(currentUrl).toBe("/?voornaam=An");
});

test("on a phone Goedkeuren sticks to the bottom of the window, beside a menu with the other actions", async ({
  server,
}) => {
  await page.viewport(390, 500);
  const messageContent = `Ice Breaker: ${"Een regel van een lange tekst.\n\n".repeat(10)}`;
  serveMessages(server, ["Anna", "Bram"], { messageContent });
  await renderScreen(<IceBreakersPage />);
  const approve = card("Anna").getByRole("button", { name: "Goedkeuren" });
  await expect.element(approve).toBeVisible();
  // Title, sync and filters are on one line.
  const middleOf = (name: string | RegExp, role: "button" | "heading" = "button") => {
    const { top, bottom } = page.getByRole(role, { name, exact: true }).element().getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  expect(middleOf("Sync Airtable")).toBe(middleOf("Filters"));
  expect(Math.abs(middleOf(/^Berichten Overzicht/, "heading") - middleOf("Filters"))).toBeLessThan(3);
  expect(card("Anna").element().getBoundingClientRect().bottom).toBeGreaterThan(innerHeight);
  const { bottom, width } = approve.element().getBoundingClientRect();
  expect(bottom).toBeGreaterThan(innerHeight - 20);
  expect(bottom).toBeLessThanOrEqual(innerHeight);
  expect(width).toBeGreaterThan(150);

  const footerText = page.getByText("2 van 2 berichten weergegeven");
  expect(footerText.element().getBoundingClientRect().top).toBeGreaterThan(innerHeight);
  await card("Anna").getByRole("button", { name: "Meer acties voor Anna" }).click();
  for (const name of ["Rerun", "SENT", "Herschrijf"]) {
    await expect.element(page.getByRole("menuitem", { name, exact: true })).toBeVisible();
  }
  await page.getByRole("menuitem", { name: "Cancel", exact: true }).click();
  await expectToast("Berichten Geannuleerd", "De berichten aan Anna zijn geannuleerd.");
});

test("on a phone one bar with Goedkeuren is in sight at a time, also below a short card", async ({ server }) => {
  await page.viewport(390, 844);
  serveMessages(server, ["Anna", "Bram"], { messageContent: `Ice Breaker: ${"Een regel.\n\n".repeat(4)}` });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Bram").getByRole("button", { name: "Goedkeuren" })).toBeInTheDocument();
  const isInSight = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > headerBottom() && top < innerHeight;
  };
  const headerBottom = () => document.querySelector("main > header")?.getBoundingClientRect().bottom ?? 0;
  const barsInSight = () => [...document.querySelectorAll("[data-bottom-bar]")].filter(isInSight).length;
  expect(card("Anna").element().getBoundingClientRect().bottom).toBeLessThan(innerHeight - 150);
  for (const y of [0, 100, 200]) {
    scrollTo(0, y);
    await expect.poll(barsInSight).toBe(1);
  }
  await card("Anna").getByRole("button", { name: "Goedkeuren" }).click();
  await expect.element(card("Bram").getByRole("button", { name: "Goedkeuren" })).toBeInViewport();
});

test("the cards do not move when the state of the built-in writer arrives", async ({ server }) => {
  const idle = { writer: "builtin" as const, waiting: 0, running: 0, doneToday: 2, failedToday: 0, problem: null };
  server.handle(writerRoutes.progress, () => idle);
  const writerState = page.getByText("Vandaag 2 concepten geschreven.");
  const first = await showReview(server, "Anna");
  await expect.element(writerState).toBeVisible();
  await first.unmount();
  const release = server.hold(writerRoutes.progress);
  await showReview(server, "Anna");
  const topOfCard = () => card("Anna").element().getBoundingClientRect().top;
  const topBefore = topOfCard();
  release();
  await expect.element(writerState).toBeVisible();
  expect(topOfCard()).toBe(topBefore);
});

test("a failed approval restores the card", async ({ server }) => {
  await showReview(server, "Anna");
  server.breakRoute(messagesRoutes.change);
  await userEvent.keyboard("ja");
  await expectErrorToast("Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw.");
  await expect.element(card("Anna").getByText("Te beoordelen")).toBeVisible();
});

test("the server's explanation of a refusal is shown", async ({ server }) => {
  await showReview(server, "Anna");
  server.refuse(messagesRoutes.change, 409, "Dit bericht is intussen gewijzigd door Bram.");
  await userEvent.keyboard("ja");
  await expectErrorToast("Fout", "Dit bericht is intussen gewijzigd door Bram.");
});

test("x cancels every message of the lead, and a failure brings the card back", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("jx");
  await expectToast("Berichten Geannuleerd", "De berichten aan Anna zijn geannuleerd.");
  await expect.element(card("Anna")).not.toBeInTheDocument();
  await expect.element(card("Bram")).toHaveFocus();

  server.breakRoute(messagesRoutes.cancelAllOfLead);
  await userEvent.keyboard("x");
  await expectErrorToast("Annuleer Fout", "Kon berichten niet annuleren. Probeer opnieuw.");
  await expect.element(card("Bram")).toBeVisible();
});

test("s selects, and / focuses the first filter", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("js");
  await expect.element(card("Anna").getByRole("checkbox")).toBeChecked();
  await userEvent.keyboard("/");
  await expect.element(page.getByLabelText("Voornaam")).toHaveFocus();
});

test("keys typed into a field are text, not shortcuts", async ({ server }) => {
  await showReview(server, "Anna");
  await userEvent.keyboard("j/xa");
  await expect.element(page.getByLabelText("Voornaam")).toHaveValue("xa");
  expect(server.requestsOf(messagesRoutes.change)).toEqual([]);
  expect(server.requestsOf(messagesRoutes.cancelAllOfLead)).toEqual([]);
});

test("keys do nothing behind an open dialog", async ({ server }) => {
  await showReview(server, "Anna");
  await userEvent.keyboard("je");
  const dialog = page.getByRole("dialog", { name: "Berichten Bewerken - Anna" });
  await expect.element(dialog).toBeVisible();
  focus(dialog.getByRole("button", { name: "Annuleren" }));
  await userEvent.keyboard("x");
  expect(server.requestsOf(messagesRoutes.cancelAllOfLead)).toEqual([]);
  await expect.element(dialog).toBeVisible();
});

test("an approved message takes no further edit, rewrite or approval from the keyboard", async ({ server }) => {
  await showReview(server, "Anna");
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  await userEvent.keyboard("jehA");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.requestsOf(messagesRoutes.change)).toHaveLength(1);
});

test("the selection toolbar approves several messages after a confirmation", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees");
  await userEvent.keyboard("jsjs");
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await expect.element(toolbar).toHaveTextContent("2 berichten geselecteerd");
  await toolbar.getByRole("button", { name: "Goedkeuren" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "2 berichten goedkeuren?" });
  await confirmation.getByRole("button", { name: "Annuleren" }).click();
  await expect.element(toolbar).toHaveTextContent("2 berichten geselecteerd");
  expect(server.requestsOf(messagesRoutes.batch)).toEqual([]);

  await toolbar.getByRole("button", { name: "Goedkeuren" }).click();
  await confirmation.getByRole("button", { name: "2 berichten goedkeuren" }).click();
  await expectToast("Berichten Bijgewerkt", "2 berichten zijn goedgekeurd.");
  await expect.element(toolbar).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Ongedaan maken" }).click();
  await expectToast("Actie ongedaan gemaakt", "2 berichten zijn weer te beoordelen.");
  expect(server.requestsOf(undoRoutes.perform)).toHaveLength(1);
});

test("Shift selects the cards up to this one, by mouse and by keyboard", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees", "Daan");
  const box = (name: string) => page.getByRole("checkbox", { name: `Selecteer het bericht aan ${name}` });
  const status = page.getByRole("toolbar", { name: "Selectie" }).getByRole("status");
  await box("Daan").click();
  await box("Bram").click({ modifiers: ["Shift"] });
  await expect.element(status).toHaveTextContent("3 berichten geselecteerd");
  await expect.element(box("Cees")).toBeChecked();
  expect(document.getSelection()?.toString()).toBe("");
  await box("Cees").click({ modifiers: ["Shift"] });
  await expect.element(status).toHaveTextContent("1 bericht geselecteerd");
  await expect.element(box("Daan")).toBeChecked();

  await page.getByRole("button", { name: "Wis selectie" }).click();
  await box("Anna").click();
  await userEvent.keyboard("jj{Shift>}S{/Shift}");
  await expect.element(status).toHaveTextContent("3 berichten geselecteerd");
  await expect.element(box("Bram")).toBeChecked();
  await expect.element(box("Daan")).not.toBeChecked();
});

test("z undoes the latest action once, also after another toast", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  server.breakRoute(messagesRoutes.rerun);
  await card("Bram").getByRole("button", { name: "Rerun" }).click();
  await expectErrorToast("Rerun Fout", "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw.");
  await userEvent.keyboard("zz");
  await expectToast("Actie ongedaan gemaakt", "Het bericht aan Anna wacht weer op een besluit.");
  await expect.element(card("Anna").getByText("Te beoordelen")).toBeVisible();
  expect(server.requestsOf(undoRoutes.perform)).toHaveLength(1);
});

test("an undo that comes too late says so", async ({ server }) => {
  await showReview(server, "Anna");
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  server.refuse(undoRoutes.perform, 409, "Te laat: ongedaan maken kan tot 10 seconden na de actie.");
  await userEvent.keyboard("z");
  await expectErrorToast("Fout", "Te laat: ongedaan maken kan tot 10 seconden na de actie.");
  await expect.element(card("Anna").getByText("Goedgekeurd")).toBeVisible();
});

test("a bulk cancellation names the messages that the server refused", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  server.handle(messagesRoutes.batch, ({ body: { ids } }) => ({
    done: ids.slice(1),
    refused: ids.slice(0, 1).map((id) => ({ id, reason: "Dit bericht is al verzonden." })),
  }));
  await userEvent.keyboard("js");
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await toolbar.getByRole("button", { name: "Selecteer alles" }).click();
  await toolbar.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "2 berichten annuleren" }).click();
  await expectToast("Berichten Geannuleerd", "1 bericht is geannuleerd. 1 bericht niet: Dit bericht is al verzonden.");
});

test("SENT sends nothing when it is not known whether it is within the working hours", async ({ server }) => {
  await showReview(server, "Anna");
  server.breakRoute(messagesRoutes.sendPreview);
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expectErrorToast("Fout", "Kon het verzendmoment niet bepalen. Probeer het opnieuw.");
  expect(server.requestsOf(messagesRoutes.send)).toEqual([]);
});

test("a message that was sent leaves the dialog of another message open", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  server.handle(messagesRoutes.send, () => ({ message: "Onderweg.", departure: "now" as const }));
  const answer = server.hold(messagesRoutes.send);
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expect.poll(() => server.requestsOf(messagesRoutes.send).length).toBe(1);
  await card("Bram").getByRole("button", { name: "Bewerken" }).first().click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  answer();
  await expect.element(page.getByText("Ice Breaker Verstuurd")).toBeVisible();
  await expect.element(page.getByRole("dialog")).toBeVisible();
});

test("a key that is held down decides once", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees");
  await userEvent.keyboard("j");
  await expect.element(card("Anna")).toHaveFocus();
  for (const repeat of [false, true, true])
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "a", repeat, bubbles: true, cancelable: true }),
    );
  await expect.element(card("Bram")).toHaveFocus();
  expect(server.requestsOf(messagesRoutes.change)).toHaveLength(1);
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
});

test("a failed send, rerun and classification show an error and leave the card as it was", async ({ server }) => {
  await showReview(server, "Anna");
  for (const route of [messagesRoutes.send, messagesRoutes.rerun, messagesRoutes.classify]) server.breakRoute(route);
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expectErrorToast("Verstuur Fout", "Kon ice breaker niet versturen. Probeer opnieuw.");
  await card("Anna").getByRole("button", { name: "Rerun" }).click();
  await expectErrorToast("Rerun Fout", "Kon ice breaker niet opnieuw verwerken. Probeer opnieuw.");
  await expect.element(card("Anna").getByText("Wordt herschreven")).not.toBeInTheDocument();
  await card("Anna")
    .getByRole("button", { name: /^Classificatie/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "HOT | 80" }).click();
  await expectErrorToast("Fout", "Kon classificatie niet bijwerken. Probeer opnieuw.");
  await expect.element(card("Anna").getByRole("button", { name: /^Classificatie: COLD/ })).toBeVisible();
});

test("after a decision the name of the next card is below the header", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees", "Daan");
  for (const next of ["Bram", "Cees", "Daan"]) {
    await userEvent.keyboard(next === "Bram" ? "ja" : "a");
    await expect.element(card(next)).toHaveFocus();
    // The cards above are measured again during some frames.
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    const header = document.querySelector("main > header")?.getBoundingClientRect();
    const name = card(next).getByRole("heading", { level: 2 }).element().getBoundingClientRect();
    expect(name.top).toBeGreaterThanOrEqual(header?.bottom ?? Number.POSITIVE_INFINITY);
  }
});

test("the first key after closing the editor acts on its card", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("je");
  await expect.element(page.getByRole("dialog").getByLabelText("Ice Breaker")).toHaveFocus();
  await userEvent.keyboard("{Escape}a");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
});

test("the editor stores the edits and approves the message", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  await userEvent.keyboard("je");
  const dialog = page.getByRole("dialog", { name: "Berichten Bewerken - Anna" });
  await dialog.getByLabelText("Ice Breaker").fill("Dag Anna");
  await dialog.getByRole("button", { name: "Opslaan & Goedkeuren" }).click();
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  expect(server.requestsOf(messagesRoutes.edit).map(({ body }) => body)).toEqual([
    { editedContent: { "Ice Breaker": "Dag Anna" }, contentVersion: 1 },
  ]);
  expect(server.requestsOf(messagesRoutes.change)).toHaveLength(1);
  await expect.element(card("Bram")).toHaveFocus();
});

test("a new date is sent with its section, as dateDue too", async ({ server }) => {
  await showReview(server, "Anna");
  server.handle(messagesRoutes.change, () => buildMessage({ contactName: "Anna" }));
  await card("Anna").getByRole("button", { name: "Datum van Bericht 1 wijzigen" }).click();
  const dialog = page.getByRole("dialog", { name: "Datum van Bericht 1 wijzigen" });
  await dialog.getByLabelText("Bericht 1 versturen op").fill("29-3-2027");
  await userEvent.keyboard("{Enter}");
  await dialog.getByRole("button", { name: "Datum opslaan" }).click();
  const at = "2027-03-29T07:00:00.000Z";
  await expect
    .poll(() => server.requestsOf(messagesRoutes.change).map(({ body }) => body))
    .toEqual([{ dateDueBySection: { message_1: at }, dateDue: at, updatedSection: "message_1" }]);
});

test("Wis Filters clears the account manager when no other filter is set", async ({ server }) => {
  serveMessages(server, ["Anna"]);
  server.handle(messagesRoutes.list, ({ query }) =>
    listResponse(query["flow"] ? [] : [buildMessage({ contactName: "Anna" })]),
  );
  server.handle(reviewRoutes.groups, ({ query }) => ({
    open: query["flow"] ? 0 : 1,
    approved: 0,
    sent: 0,
    answered: 0,
    error: 0,
    snoozed: 0,
  }));
  await renderScreen(<IceBreakersPage />, { url: "/?accountmanager=Marieke" });
  await page.getByRole("button", { name: "Wis Filters" }).click();
  await expect.element(card("Anna")).toBeVisible();
});

test("the dialogs of the keyboard move the focus to the next card, except an edit, which still needs a decision", async ({
  server,
}) => {
  await showReview(server, "Anna", "Bram", "Cees", "Daan");
  await userEvent.keyboard("je");
  await expect.element(page.getByRole("dialog").getByLabelText("Ice Breaker")).toHaveFocus();
  await userEvent.keyboard("Anders: ");
  focus(page.getByRole("button", { name: "Wijzigingen Opslaan" }));
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(card("Anna")).toHaveFocus();
  await userEvent.keyboard("a");
  await expect.element(card("Bram")).toHaveFocus();

  await userEvent.keyboard("h");
  await expect.element(page.getByRole("dialog").getByLabelText("Ice Breaker")).toHaveFocus();
  await userEvent.keyboard("Korter");
  focus(page.getByRole("button", { name: "Verstuur voor Herschrijven" }));
  await userEvent.keyboard("{Enter}");
  await expectToast("Feedback Verstuurd", "Het bericht aan Bram wordt herschreven.");
  await expect.element(card("Cees")).toHaveFocus();

  await userEvent.keyboard("{Shift>}A{/Shift}");
  const approve = page.getByRole("dialog", { name: "Bericht Bewerken" });
  await expect.element(approve.getByRole("heading", { name: "Tips" })).toBeVisible();
  await approve.getByRole("textbox", { name: /^Bericht/ }).fill("Ice Breaker: Hallo");
  focus(approve.getByRole("button", { name: "Opslaan & Goedkeuren" }));
  await userEvent.keyboard("{Enter}");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Cees is goedgekeurd.");
  await expect.element(card("Daan")).toHaveFocus();
});

test("messages are selected one by one with the mouse, and a bulk cancellation empties the list", async ({
  server,
}) => {
  await showReview(server, "Anna", "Bram", "Cees");
  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Anna" }).click();
  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Bram" }).click();
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await expect.element(toolbar).toHaveTextContent("2 berichten geselecteerd");
  await toolbar.getByRole("button", { name: "Selecteer alles" }).click();
  await toolbar.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "3 berichten annuleren" }).click();
  await expectToast("Berichten Geannuleerd", "3 berichten zijn geannuleerd.");
  await expect.element(page.getByText("Geen berichten gevonden")).toBeVisible();
});

test("a follow-up to a lead who refused warns, asks before approval, and offers NOT INTERESTED", async ({ server }) => {
  serveMessages(server, []);
  const messageContent =
    "Older conversations:\n2026-03-01 09:00:00 - Sales: Hoi\n2026-03-02 09:00:00 - Lead: Geen interesse.\n\nFollow up 1: Toch?";
  const anna = buildMessage({ contactName: "Anna", messageType: "followup", messageContent });
  const bram = buildMessage({ id: "twee", contactName: "Bram", messageType: "followup", providerId: "B" });
  server.handle(messagesRoutes.followup, () => listResponse([anna, bram]));
  server.handle(messagesRoutes.change, () => ({ ...anna, status: "approved" as const }));
  server.handle(messagesRoutes.classify, () => ({ message: "Bijgewerkt.", stoppedMessages: 1 }));
  await renderScreen(<FollowUpPage />);
  const warning = card("Anna").getByRole("note");
  await expect.element(warning).toHaveTextContent("Het gesprek eindigt met een afwijzing.");
  await expect.element(card("Bram").getByRole("note")).not.toBeInTheDocument();

  await userEvent.keyboard("ja");
  const question = page.getByRole("alertdialog", { name: "Toch goedkeuren?" });
  await question.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(messagesRoutes.change)).toEqual([]);

  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Anna" }).click();
  await page.getByRole("checkbox", { name: "Selecteer het bericht aan Bram" }).click();
  await page.getByRole("toolbar", { name: "Selectie" }).getByRole("button", { name: "Goedkeuren" }).click();
  const bulkQuestion = page.getByRole("alertdialog", { name: "2 berichten goedkeuren?" });
  await expect.element(bulkQuestion).toHaveTextContent("Let op: Anna lijkt geen bericht meer te willen.");
  await bulkQuestion.getByRole("button", { name: "Annuleren" }).click();

  await warning.getByRole("button", { name: "NOT INTERESTED" }).click();
  await expectToast("Classificatie Bijgewerkt", "Anna is nu NOT INTERESTED. 1 klaarstaand bericht is gestopt.");
  expect(server.requestsOf(messagesRoutes.classify).map(({ body }) => body)).toEqual([
    { classification: "NOT INTERESTED" },
  ]);
});

test("skeleton cards are shown while loading, and a failure offers to retry", async ({ server }) => {
  serveMessages(server, ["Anna"]);
  server.breakRoute(messagesRoutes.list);
  const release = server.hold(messagesRoutes.list);
  await renderScreen(<IceBreakersPage />);
  await expect.poll(() => document.querySelectorAll("[data-skeleton-card]")).toHaveLength(3);
  release();
  await expect.element(page.getByText("De berichten konden niet worden geladen")).toBeVisible();
  server.handle(messagesRoutes.list, () => listResponse([buildMessage({ contactName: "Anna" })]));
  await page.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(card("Anna")).toBeVisible();
});

test("Sync Airtable shows its progress, its result, and why it could not start", async ({ server }) => {
  await showReview(server, "Anna");
  const button = page.getByRole("button", { name: "Sync Airtable" });
  server.refuse(airtableRoutes.sync, 409, "Airtable is nog niet ingesteld voor dit bedrijf.");
  await button.click();
  await expectErrorToast("Sync Fout", "Airtable is nog niet ingesteld voor dit bedrijf.");
  server.breakRoute(airtableRoutes.sync);
  await button.click();
  await expectErrorToast("Sync Fout", "Kon niet synchroniseren met Airtable. Controleer je verbinding.");

  const at = "2026-11-14T09:00:00.000Z";
  const run: SyncRun = {
    runId: "1",
    status: "succeeded",
    startedAt: at,
    finishedAt: at,
    message: "Klaar.",
    tables: [],
    total: null,
    secondsLeft: null,
  };
  server.handle(airtableRoutes.sync, () => ({ runId: "1", status: "running" as const, message: "Gestart" }));
  server.handle(airtableRoutes.run, () => run);
  const release = server.hold(airtableRoutes.run);
  await button.click();
  const progress = page.getByRole("progressbar", { name: "Synchroniseren met Airtable" });
  await expect.element(progress).toBeVisible();
  release();
  await expectToast("Sync Voltooid", "Klaar.");
  await expect.element(progress).not.toBeInTheDocument();
});

test("SENT outside the working hours asks, and sends at the next moment", async ({ server }) => {
  await showReview(server, "Anna");
  const nextMoment = "2026-11-17T07:32:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: false, waitsFor: null }));
  server.handle(messagesRoutes.send, ({ body }) =>
    body.when === "next"
      ? { message: "Later.", departure: "later" as const }
      : { message: "Nu.", departure: "now" as const },
  );
  const bodies = () => server.requestsOf(messagesRoutes.send).map(({ body }) => body);
  const ask = () => card("Anna").getByRole("button", { name: "SENT" }).click();
  const dialog = page.getByRole("dialog", { name: "Buiten de werktijden versturen?" });
  await ask();
  await expect
    .element(dialog)
    .toHaveTextContent("di 17 nov om 08:32. Andere berichten die dan klaarstaan, gaan eerst.");
  const left = (element: Element) => element.getBoundingClientRect().left;
  expect(left(dialog.getByRole("button", { name: "Annuleren" }).element())).toBeGreaterThan(left(dialog.element()));
  const topOf = (name: string | RegExp) => dialog.getByRole("button", { name }).element().getBoundingClientRect().top;
  expect([topOf("Annuleren"), topOf("Nu versturen")]).toEqual([topOf(/^Vanaf/), topOf(/^Vanaf/)]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies()).toEqual([]);
  await ask();
  await expect.element(dialog.getByRole("button", { name: "Vanaf di 17 nov om 08:32" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expectToast("Ice Breaker Ingepland", "Later.");
  await ask();
  await dialog.getByRole("button", { name: "Nu versturen" }).click();
  await expectToast("Ice Breaker Verstuurd", "Nu.");
  expect(bodies()).toEqual([{ when: "next", contentVersion: 1 }, { contentVersion: 1 }]);
});

test("a placeholder that is not filled in is asked about before the message is approved", async ({ server }) => {
  serveMessages(server, ["Anna"], { messageContent: "Ice Breaker: Hoi {{naam}}!" });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toBeVisible();
  await userEvent.keyboard("ja");
  const question = page.getByRole("alertdialog", { name: "Toch goedkeuren?" });
  await expect.element(question).toHaveTextContent("“{{naam}}” is niet ingevuld. Anna krijgt dat zo te lezen.");
  expect(server.requestsOf(messagesRoutes.change)).toEqual([]);
  await question.getByRole("button", { name: "Toch goedkeuren" }).click();
  await expect.poll(() => server.requestsOf(messagesRoutes.change)).toHaveLength(1);
});

test("placeholders that are not filled in are named before several messages are approved", async ({ server }) => {
  serveMessages(server, ["Anna", "Bram", "Cees"], { messageContent: "Ice Breaker: Hoi {{naam}}!" });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Cees")).toBeVisible();
  await userEvent.keyboard("jsjs");
  const approve = page.getByRole("toolbar", { name: "Selectie" }).getByRole("button", { name: "Goedkeuren" });
  await approve.click();
  const question = page.getByRole("alertdialog", { name: "2 berichten goedkeuren?" });
  await expect
    .element(question)
    .toHaveTextContent(
      "In 2 berichten is iets niet ingevuld: “{{naam}}” bij Anna en “{{naam}}” bij Bram. Zij krijgen dat zo te lezen.",
    );
  expect(server.requestsOf(messagesRoutes.batch)).toEqual([]);
  await question.getByRole("button", { name: "2 berichten goedkeuren" }).click();
  await expect.poll(() => server.requestsOf(messagesRoutes.batch)).toHaveLength(1);
});

test("SENT outside the working hours does not ask when the message has to wait for something else anyway", async ({
  server,
}) => {
  await showReview(server, "Anna");
  const waitsFor = { code: "acceptance" as const, text: "Wacht op de acceptatie van de uitnodiging." };
  const nextMoment = "2026-11-17T07:32:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: false, waitsFor }));
  server.handle(messagesRoutes.send, () => ({ message: "Het bericht staat klaar.", departure: "waiting" as const }));
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expect
    .poll(() => server.requestsOf(messagesRoutes.send).map(({ body }) => body))
    .toEqual([{ when: "next", contentVersion: 1 }]);
});

test("a card shows the date of a sender with other hours, also for a date within the default hours", async ({
  server,
}) => {
  serveMessages(server, ["Anna"], { dateDueBySection: { ice_breaker: "2036-11-18T09:00:00.000Z" } });
  const part = { messageName: "Ice Breaker", dateDue: "2036-11-18T12:00:00.000Z", isMoved: true };
  server.handle(messagesRoutes.sendPreview, () => ({
    parts: [part],
    nextMoment: part.dateDue,
    isWithinHours: true,
    waitsFor: null,
  }));
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toHaveTextContent("18 november 2036 10:00wordt 18 november 2036 13:00");
});

test("a card shows the dates that approving would give its sections", async ({ server }) => {
  serveMessages(server, ["Anna"]);
  const part = { messageName: "Ice Breaker", dateDue: "2026-11-17T07:32:00.000Z", isMoved: true };
  server.handle(messagesRoutes.sendPreview, () => ({
    parts: [part],
    nextMoment: part.dateDue,
    isWithinHours: true,
    waitsFor: null,
  }));
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toHaveTextContent("14 november 2026 10:00wordt 17 november 2026 08:32");
});
