import { onlineManager } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { beforeEach, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes, type SyncRun } from "#contract/airtable.ts";
import { inboxRoutes } from "#contract/inbox.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { reviewRoutes } from "#contract/review.ts";
import { undoRoutes } from "#contract/undo.ts";
import { writerRoutes } from "#contract/writer.ts";
import { companyCardKey } from "#lib/session/session.ts";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  holdUndo,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import { type FakeServer, listResponse } from "#web/testing/fake-server.ts";
import { FollowUpPage } from "./follow-up.page.tsx";
import { IceBreakersPage } from "./ice-breakers.page.tsx";
import { buildMessage } from "./message.fixture.ts";
import { serveMessages } from "./served-messages.fixture.ts";

// The cards below each other; the three panes of a wide window have their own tests.
beforeEach(() => page.viewport(1100, 900));
beforeEach(() => localStorage.clear());
beforeEach(holdUndo);

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

test.for([
  ["out of the list", "/?groep=open"],
  ["to another group", "/"],
])("a card that a colleague moves %s stays while an answer is typed in it", async ([, url], { server }) => {
  const reply = { text: "Leuk, bel me morgen.", at: "2026-11-16T09:00:00.000Z" };
  const { changeByColleague } = serveMessages(server, ["Anna", "Bram", "Cees"], { reply });
  server.handle(inboxRoutes.conversation, () => ({
    leadId: "lead",
    fullName: "Bram",
    leadClassification: null,
    senderName: "Frank",
    isAnswered: false,
    messages: [],
  }));
  const { client } = await renderScreen(<IceBreakersPage />, { url: url ?? "/" });
  await card("Bram").getByRole("button", { name: "Beantwoorden" }).click();
  const answer = card("Bram").getByLabelText("Antwoord aan Bram namens Frank");
  await answer.fill("Doe ik");
  changeByColleague("Bram", { status: "approved" });
  await client.invalidateQueries({ queryKey: ["messages"] });
  const notice = page.getByText(/^Dit bericht hoort intussen niet meer op deze plaats/);
  await expect.element(notice).toBeVisible();
  await expect.element(answer).toHaveFocus();
  await userEvent.keyboard(", ax");
  await expect.element(answer).toHaveValue("Doe ik, ax");
  expect(server.requestsOf(messagesRoutes.change)).toEqual([]);
  focus(card("Cees"));
  await expect.element(notice).not.toBeInTheDocument();
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
  await expect.poll(() => history.element().closest("details")?.open).toBe(true);
  await expect.poll(currentUrl).toBe(url);
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
  await expect.element(footerText).toBeInTheDocument();
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
  await expect.poll(() => server.requestsOf(messagesRoutes.change)).toHaveLength(1);
});

test("the cards do not move when the built-in writer starts or stops, or when its state arrives", async ({
  server,
}) => {
  const idle = { writer: "builtin" as const, waiting: 0, running: 0, doneToday: 2, failedToday: 0, problem: null };
  let state = idle;
  server.handle(writerRoutes.progress, () => state);
  const writerState = page.getByText("2 teksten geschreven vandaag");
  const first = await showReview(server, "Anna");
  await expect.element(writerState).toBeVisible();
  await first.unmount();
  const release = server.hold(writerRoutes.progress);
  const { client } = await showReview(server, "Anna");
  await expect.element(page.getByRole("button", { name: "Te beoordelen 1", exact: true })).toBeVisible();
  const topOfCard = () => card("Anna").element().getBoundingClientRect().top;
  const topBefore = topOfCard();
  release();
  await expect.element(writerState).toBeVisible();
  expect(topOfCard()).toBe(topBefore);
  state = { ...idle, running: 1 };
  await client.invalidateQueries({ queryKey: ["messages", "writing"] });
  await expect.element(page.getByText("1 tekst wordt geschreven.")).toBeVisible();
  expect(topOfCard()).toBe(topBefore);
});

test("a failed approval restores the card", async ({ server }) => {
  await showReview(server, "Anna");
  server.breakRoute(messagesRoutes.change);
  await userEvent.keyboard("ja");
  await expectErrorToast("Fout", "Kon het bericht niet bijwerken. Probeer het opnieuw.");
  await expect.element(card("Anna").getByText("Te beoordelen")).toBeVisible();
});

test.for([1100, 1440])(
  "a failed approval leads back to its message in a window of %i pixels",
  async (width, { server }) => {
    await page.viewport(width, 900);
    await showReview(server, "Anna", "Bram");
    server.breakRoute(messagesRoutes.change);
    await card("Anna").getByRole("button", { name: "Goedkeuren" }).first().click();
    await expectErrorToast("Fout", "Het gaat om het bericht aan Anna.");
    await expect.element(card("Bram")).toHaveFocus();
    await page.getByRole("button", { name: "Naar dit bericht" }).click();
    await expect.element(card("Anna")).toHaveFocus();
  },
);

/** Ice Breakers, and another screen at another URL. */
function TwoScreens() {
  const isOther = useRouterState({ select: ({ location }) => location.pathname === "/elders" });
  const { history } = useRouter();
  const go = (href: string) => () => history.push(href);
  return (
    // The virtual list follows the scrolling of an element, as in the app.
    <div data-testid="scherm" className="h-dvh overflow-y-auto">
      <nav aria-label="Schermen">
        <button type="button" onClick={go("/elders")}>
          Elders
        </button>
        <button type="button" onClick={go("/?accountmanager=Frank")}>
          Van Frank
        </button>
        <button type="button" onClick={go("/?voornaam=B")}>
          Met een B
        </button>
      </nav>
      {isOther ? <p>Een ander scherm</p> : <IceBreakersPage />}
    </div>
  );
}

const goTo = (name: "Elders" | "Van Frank" | "Met een B") =>
  page.getByRole("navigation", { name: "Schermen" }).getByRole("button", { name }).click();
const toMessage = () => page.getByRole("button", { name: "Naar dit bericht" }).click();

/** Approves a message of Frank and goes to another screen. The server answers later, with an error. */
const approveAndLeave = async (server: FakeServer, names: readonly string[], approve: () => Promise<void>) => {
  const served = serveMessages(server, names);
  server.breakRoute(messagesRoutes.change);
  const answer = server.hold(messagesRoutes.change);
  const screen = await renderScreen(<TwoScreens />, { url: "/?accountmanager=Frank" });
  await approve();
  await goTo("Elders");
  await expect.element(page.getByText("Een ander scherm")).toBeVisible();
  return { ...served, ...screen, answer };
};
const approveAnna = () => card("Anna").getByRole("button", { name: "Goedkeuren" }).first().click();

test.for([1100, 1440])(
  "a failed approval leads back to its message from another screen, in a window of %i pixels",
  async (width, { server }) => {
    await page.viewport(width, 900);
    const { answer, currentUrl, goBack } = await approveAndLeave(server, ["Anna", "Bram"], approveAnna);
    answer();
    await expectErrorToast("Fout", "Het gaat om het bericht aan Anna.");
    await toMessage();
    await expect.element(card("Anna")).toHaveFocus();
    await expect.poll(currentUrl).toBe("/?accountmanager=Frank");
    goBack();
    await expect.poll(currentUrl).toBe("/elders");
  },
);

test.for([1100, 1440])(
  "a failed approval leads to its message when its screen is open again, in a window of %i pixels",
  async (width, { server }) => {
    await page.viewport(width, 900);
    const { answer, currentUrl, goBack } = await approveAndLeave(server, ["Anna", "Bram"], approveAnna);
    await goTo("Van Frank");
    await expect.element(card("Bram")).toBeVisible();
    answer();
    await expectErrorToast("Fout", "Het gaat om het bericht aan Anna.");
    await toMessage();
    await expect.element(card("Anna")).toHaveFocus();
    await expect.poll(currentUrl).toBe("/?accountmanager=Frank");
    // Going to the message is no step of its own.
    goBack();
    await expect.poll(currentUrl).toBe("/elders");
  },
);

test("a failed approval leads back to the filters under which it was given, also after another action", async ({
  server,
}) => {
  const { answer, currentUrl } = await approveAndLeave(server, ["Anna", "Bram", "Cees"], approveAnna);
  await goTo("Met een B");
  await expect.element(page.getByLabelText("Voornaam")).toHaveValue("B");
  await expect.element(card("Bram")).toBeVisible();
  focus(card("Bram"));
  await userEvent.keyboard("x");
  await expectToast("Berichten Geannuleerd", "De berichten aan Bram zijn geannuleerd.");
  answer();
  await expectErrorToast("Fout", "Het gaat om het bericht aan Anna.");
  await toMessage();
  await expect.element(card("Anna")).toHaveFocus();
  await expect.poll(currentUrl).toBe("/?accountmanager=Frank");
});

test("a failed approval leads back to the last of many messages", async ({ server }) => {
  const names = Array.from({ length: 20 }, (_, index) => `Lead ${String(index + 1).padStart(2, "0")}`);
  const last = card("Lead 20");
  const { answer } = await approveAndLeave(server, names, async () => {
    await expect.element(card("Lead 01")).toBeVisible();
    await expect
      .poll(() => {
        page.getByTestId("scherm").element().scrollTo(0, 100_000);
        return last.query();
      })
      .not.toBeNull();
    await last.getByRole("button", { name: "Goedkeuren" }).first().click();
  });
  answer();
  await expectErrorToast("Fout", "Het gaat om het bericht aan Lead 20.");
  await toMessage();
  await expect.element(last).toHaveFocus();
  await expect.element(last).toBeInViewport();
});

test("a failed approval of a message that has left the list says so", async ({ server }) => {
  const { answer, changeByColleague, currentUrl } = await approveAndLeave(server, ["Anna", "Bram"], approveAnna);
  changeByColleague("Anna", { status: "cancelled" });
  answer();
  await expectErrorToast("Fout", "Het gaat om het bericht aan Anna.");
  await toMessage();
  await expectToast("Bericht niet gevonden", "Dit bericht staat niet (meer) in de geladen lijst.");
  await expect.element(card("Bram")).toBeVisible();
  await expect.poll(currentUrl).toBe("/?accountmanager=Frank");
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
  await expect.element(dialog.getByLabelText("Ice Breaker")).toHaveFocus();
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
  // The key after them is handled, so that they are too. It would do nothing behind a dialog.
  await userEvent.keyboard("/");
  await expect.element(page.getByLabelText("Voornaam")).toHaveFocus();
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

test("a bulk approval says which messages it queues that were approved before", async ({ server }) => {
  const { changeByColleague } = serveMessages(server, ["Anna", "Bram"]);
  changeByColleague("Anna", { notQueued: "to_queue" });
  await renderScreen(<IceBreakersPage />);
  const select = (name: string) => page.getByRole("checkbox", { name: `Selecteer het bericht aan ${name}` }).click();
  const approve = page.getByRole("toolbar", { name: "Selectie" }).getByRole("button", { name: "Goedkeuren" });
  await select("Anna");
  await approve.click();
  const question = page.getByRole("alertdialog", { name: "1 bericht goedkeuren?" });
  await expect
    .element(question)
    .toHaveTextContent(
      "Het gaat uit op zijn verzenddatum; is die voorbij, dan op het eerstvolgende moment. Het is al eerder goedgekeurd en komt nu in de wachtrij.",
    );
  await question.getByRole("button", { name: "Annuleren" }).click();
  await select("Bram");
  await approve.click();
  await expect
    .element(page.getByRole("alertdialog", { name: "2 berichten goedkeuren?" }))
    .toHaveTextContent("1 daarvan is al eerder goedgekeurd en komt nu in de wachtrij.");
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

test("z right after an approval or a SENT undoes that one, however slow the server is", async ({ server }) => {
  await showReview(server, "Anna", "Bram", "Cees");
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  await expect.element(card("Bram")).toHaveFocus();
  const answer = server.hold(messagesRoutes.change);
  await userEvent.keyboard("az");
  await expectToast("Even geduld", "De server verwerkt de actie nog.");
  answer();
  await expectToast("Actie ongedaan gemaakt", "Het bericht aan Bram wacht weer op een besluit.");
  expect(server.requestsOf(undoRoutes.perform)).toHaveLength(1);
  await expect.element(card("Anna").getByText("Goedgekeurd")).toBeVisible();

  const answerPreview = server.hold(messagesRoutes.sendPreview);
  await card("Cees").getByRole("button", { name: "SENT" }).click();
  await userEvent.keyboard("z");
  answerPreview();
  await expectToast("Actie ongedaan gemaakt", "Het bericht aan Cees wordt niet verstuurd.");
  expect(server.requestsOf(messagesRoutes.send)).toEqual([]);
});

test("z after an approval undoes that one, also when an earlier SENT is sent after it", async ({ server }) => {
  await showReview(server, "Anna", "Bram");
  const nextMoment = "2026-11-17T07:32:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: true, waitsFor: null }));
  server.handle(messagesRoutes.send, () => ({ message: "Nu.", departure: "now" as const }));
  const answerPreview = server.hold(messagesRoutes.sendPreview);
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  focus(card("Bram"));
  await userEvent.keyboard("a");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Bram is goedgekeurd.");
  answerPreview();
  await expectToast("Ice Breaker Verstuurd", "Nu.");
  await userEvent.keyboard("z");
  await expectToast("Actie ongedaan gemaakt", "Het bericht aan Bram wacht weer op een besluit.");
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
    refused: ids.slice(0, 1).map((id) => ({ id, reason: "Dit bericht is al verstuurd." })),
    leadsToInvite: [],
  }));
  await userEvent.keyboard("js");
  const toolbar = page.getByRole("toolbar", { name: "Selectie" });
  await toolbar.getByRole("button", { name: "Selecteer alles" }).click();
  await toolbar.getByRole("button", { name: "Annuleren" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "2 berichten annuleren" }).click();
  await expectToast("Berichten Geannuleerd", "1 bericht is geannuleerd. 1 bericht niet: Dit bericht is al verstuurd.");
  // The served list is unchanged: one decision, and both messages are still open.
  await expect.element(page.getByText("1 van 3")).toBeVisible();
});

test("a refused cancellation of a lead without a provider id says why, and brings the card back", async ({
  server,
}) => {
  serveMessages(server, ["Anna"], { providerId: null });
  server.handle(messagesRoutes.batch, ({ body: { ids } }) => ({
    done: [],
    refused: ids.map((id) => ({ id, reason: "Dit bericht is al verstuurd." })),
    leadsToInvite: [],
  }));
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toBeVisible();
  await userEvent.keyboard("jx");
  await expectErrorToast("Annuleer Fout", "Dit bericht is al verstuurd.");
  await expect.element(card("Anna")).toBeVisible();
});

test("the number of a group follows a decision before it is refetched, and a withdrawn approval is no progress", async ({
  server,
}) => {
  await showReview(server, "Anna", "Bram", "Cees");
  const heading = (name: string) => page.getByRole("button", { name, exact: true });
  await expect.element(heading("Te beoordelen 3")).toBeVisible();
  const release = server.hold(reviewRoutes.groups);
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  await expect.element(heading("Te beoordelen 2")).toBeVisible();
  await expect.element(heading("Goedgekeurd 1")).toBeVisible();
  await expect.element(card("Bram")).toHaveFocus();
  await userEvent.keyboard("x");
  await expectToast("Berichten Geannuleerd", "De berichten aan Bram zijn geannuleerd.");
  await expect.element(heading("Te beoordelen 1")).toBeVisible();
  await expect.element(heading("Goedgekeurd 1")).toBeVisible();
  await expect.element(page.getByText("2 van 3")).toBeVisible();
  release();
  await page.getByRole("button", { name: "Meer acties voor Anna" }).click();
  await page.getByRole("menuitem", { name: "Goedkeuring intrekken" }).click();
  await expect.element(heading("Te beoordelen 2")).toBeVisible();
  await expect.element(page.getByText("1 van 3")).toBeVisible();
});

test("the menu of a message leads to what the sync has changed, in a company that synchronises", async ({ server }) => {
  const airtableUrl = "https://airtable.com/app1/tbl1/rec1";
  server.handle(airtableRoutes.history, () => ({ recordName: "Anna", airtableUrl, changes: [] }));
  const { client } = await showReview(server, "Anna");
  const menu = card("Anna").getByRole("button", { name: "Meer acties voor Anna" });
  const item = page.getByRole("menuitem", { name: "Wijzigingen met Airtable" });
  await menu.click();
  await expect.element(page.getByRole("menuitem", { name: "Notities" })).toBeVisible();
  await expect.element(item).not.toBeInTheDocument();
  client.setQueryData(companyCardKey, { name: "Bakkerij Zon", logoUrl: null, syncsWithAirtable: true });
  await item.click();
  const dialog = page.getByRole("dialog", { name: "Wijzigingen met Airtable" });
  await expect.element(dialog.getByRole("link", { name: "Open in Airtable" })).toHaveAttribute("href", airtableUrl);
  expect(server.requestsOf(airtableRoutes.history)[0]?.params).toMatchObject({ table: "messages" });
});

test("SENT sends nothing when it is not known whether it is within the working hours", async ({ server }) => {
  server.breakRoute(messagesRoutes.sendPreview);
  await showReview(server, "Anna");
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expectErrorToast("Fout", "Kon het verzendmoment niet bepalen. Probeer het opnieuw.");
  expect(server.requestsOf(messagesRoutes.send)).toEqual([]);
});

test("SENT without a connection fails at once, and sends nothing when the connection is back", async ({ server }) => {
  server.breakRoute(messagesRoutes.sendPreview);
  await showReview(server, "Anna", "Bram");
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expectErrorToast("Fout", "Kon het verzendmoment niet bepalen. Probeer het opnieuw.");
  const nextMoment = "2026-11-16T09:00:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: true, waitsFor: null }));
  server.handle(messagesRoutes.send, () => ({ message: "Onderweg.", departure: "now" as const }));
  onlineManager.setOnline(true);
  // What was kept for later would be sent before this one.
  await card("Bram").getByRole("button", { name: "SENT" }).click();
  await expect.element(page.getByText("Ice Breaker Verstuurd")).toBeVisible();
  const sent = server.requestsOf(messagesRoutes.send).map(({ params }) => params["id"]);
  expect(sent).toEqual(["00000001-0000-4000-8000-000000000000"]);
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
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna is goedgekeurd.");
  expect(server.requestsOf(messagesRoutes.change)).toHaveLength(1);
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
    const header = () => document.querySelector("main > header")?.getBoundingClientRect().bottom ?? Number.NaN;
    const name = () => card(next).getByRole("heading", { level: 2 }).element().getBoundingClientRect().top;
    await expect.poll(() => name() >= header()).toBe(true);
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
  await dialog.getByLabelText("Bericht 1 versturen op").fill("29-3-2038");
  await userEvent.keyboard("{Enter}");
  await dialog.getByRole("button", { name: "Datum opslaan" }).click();
  const at = "2038-03-29T07:00:00.000Z";
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
    elapsedSeconds: null,
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
  const nextMoment = "2026-11-17T07:32:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: false, waitsFor: null }));
  await showReview(server, "Anna");
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
  await expectFocusWithin(dialog);
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

test("an approval from the editor that the user declines has not failed", async ({ server }) => {
  serveMessages(server, ["Anna"], { messageContent: "Ice Breaker: Hoi {{naam}}!" });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna")).toBeVisible();
  await userEvent.keyboard("je");
  const dialog = page.getByRole("dialog", { name: "Berichten Bewerken - Anna" });
  await dialog.getByLabelText("Ice Breaker").fill("Dag {{naam}}!");
  const approve = dialog.getByRole("button", { name: "Opslaan & Goedkeuren" });
  await approve.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Annuleren" }).click();
  await expect.element(approve).not.toHaveAttribute("aria-busy", "true");
  await expect.element(dialog.getByText("Niet opgeslagen")).not.toBeInTheDocument();
  server.breakRoute(messagesRoutes.edit);
  await approve.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Toch goedkeuren" }).click();
  await expect.element(dialog.getByText("Niet opgeslagen")).toBeVisible();
});

test("queueing a message that was approved in Airtable is no decision, and asks about queueing", async ({ server }) => {
  const { changeByColleague } = serveMessages(server, ["Anna", "Bram"]);
  const messageContent = "Ice Breaker: Hoi {{naam}}!";
  changeByColleague("Anna", { status: "approved", notQueued: "to_queue", messageContent });
  await renderScreen(<IceBreakersPage />);
  await card("Anna").getByRole("button", { name: "In de wachtrij zetten" }).click();
  const question = page.getByRole("alertdialog", { name: "Toch in de wachtrij zetten?" });
  await question.getByRole("button", { name: "Toch in de wachtrij zetten" }).click();
  await expectToast("Bericht Bijgewerkt", "Het bericht aan Anna staat in de wachtrij.");
  await expect.element(page.getByText(/^1 van/)).not.toBeInTheDocument();
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
  const waitsFor = { code: "acceptance" as const, text: "Wacht op de acceptatie van de uitnodiging." };
  const nextMoment = "2026-11-17T07:32:00.000Z";
  server.handle(messagesRoutes.sendPreview, () => ({ parts: [], nextMoment, isWithinHours: false, waitsFor }));
  await showReview(server, "Anna");
  server.handle(messagesRoutes.send, () => ({ message: "Het bericht staat klaar.", departure: "waiting" as const }));
  await card("Anna").getByRole("button", { name: "SENT" }).click();
  await expect
    .poll(() => server.requestsOf(messagesRoutes.send).map(({ body }) => body))
    .toEqual([{ when: "next", contentVersion: 1 }]);
});

test("a message to a lead who is no connection says that an invitation goes first, on the card and when it is approved", async ({
  server,
}) => {
  const dateDue = "2036-11-18T09:00:00.000Z";
  const text = "Deze lead is nog geen connectie: eerst gaat er een uitnodiging, dit bericht volgt na de acceptatie.";
  server.handle(messagesRoutes.sendPreview, () => ({
    parts: [{ messageName: "Ice Breaker", dateDue, isMoved: false }],
    nextMoment: dateDue,
    isWithinHours: true,
    waitsFor: { code: "acceptance" as const, text },
  }));
  serveMessages(server, ["Anna"], { dateDueBySection: { ice_breaker: dateDue } });
  await renderScreen(<IceBreakersPage />);
  await expect.element(card("Anna").getByText("na een uitnodiging")).toBeVisible();
  await userEvent.keyboard("ja");
  await expectToast("Bericht Bijgewerkt", `Het bericht aan Anna is goedgekeurd. ${text}`);
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
