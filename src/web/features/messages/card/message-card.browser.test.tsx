import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import type { MessageVersion } from "#contract/drafts.ts";
import { inboxRoutes, type LeadConversation } from "#contract/inbox.ts";
import type { MessageStatus } from "#contract/message-status.ts";
import { type Message, messagesRoutes } from "#contract/messages.ts";
import { writerRoutes } from "#contract/writer.ts";
import { expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import { buildMessage } from "../message.fixture.ts";
import type { CardCommand } from "./card-command.ts";
import { MessageCard } from "./message-card.tsx";

const card = page.getByRole("article", { name: "José de Vries" });

/** Renders a card and returns the commands that its buttons emit. */
const showCard = async (message: Partial<Message> = {}): Promise<CardCommand["kind"][]> => {
  const commands: CardCommand["kind"][] = [];
  await renderScreen(
    <MessageCard
      message={buildMessage(message)}
      selected={false}
      sending={false}
      onCommand={({ kind }) => commands.push(kind)}
    />,
  );
  await expect.element(card).toBeVisible();
  return commands;
};

describe("the header", () => {
  test.for([
    ["2026-11-18", 1],
    ["2026-11-17", 0],
  ] as const)(
    "of a message that was put off until %s, on 17 November, says so %i times",
    async ([snoozedUntil, times]) => {
      vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-17T10:00:00Z") });
      onTestFinished(() => void vi.useRealTimers());
      await showCard({ snoozedUntil });
      expect(card.getByText(/^Uitgesteld tot/).elements()).toHaveLength(times);
      await card.getByRole("button", { name: /^Meer/ }).click();
      await expect.element(page.getByRole("menuitem", { name: /^Notities/ })).toBeVisible();
      expect(page.getByRole("menuitem", { name: "Niet meer uitstellen" }).elements()).toHaveLength(times);
    },
  );

  test("links the contact and the company", async () => {
    await showCard({ contactCompany: "https://www.linkedin.com/in/jose", companyWebsite: "jansen.example" });
    const contact = card.getByRole("link", { name: "José de Vries", exact: true });
    await expect.element(contact).toHaveAttribute("href", "/leads/lead");
    const profile = card.getByRole("link", { name: "LinkedIn-profiel van José de Vries" });
    await expect.element(profile).toHaveAttribute("href", "https://www.linkedin.com/in/jose");
    const company = card.getByRole("link", { name: "Bakkerij Jansen" });
    await expect.element(company).toHaveAttribute("href", "https://jansen.example");
    await expect.element(card.getByText("CFO")).toBeVisible();
  });

  test("shows plain text for an unsafe URL and hides an unknown company", async () => {
    await showCard({ contactCompany: "javascript:alert(1)", researchReport: { company: "Geen bedrijf" } });
    await expect.element(card.getByRole("link", { name: /^LinkedIn-profiel/ })).not.toBeInTheDocument();
    await expect.element(card.getByText("Geen bedrijf")).not.toBeInTheDocument();
  });

  test("copies the provider id, and shows an error when that fails", async () => {
    await showCard();
    const copied: string[] = [];
    const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
    onTestFinished(() => write.mockRestore());
    const copy = card.getByRole("button", { name: "Kopieer Provider ID" });
    await copy.click();
    await expectToast("Gekopieerd!", "Provider ID is gekopieerd naar klembord");
    expect(copied).toEqual(["ACoAAB1"]);
    write.mockRejectedValue(new Error("denied"));
    await copy.click();
    await expectErrorToast("Fout", "Kon Provider ID niet kopiëren");
  });
});

describe("an approved message that is not in the queue", () => {
  const notice = card.getByRole("note");
  const content = { status: "approved", messageContent: "Los bericht: hoi", dateDueBySection: {} } as const;

  test("says so and can be put in the queue", async () => {
    const commands = await showCard({ ...content, notQueued: "to_queue" });
    await expect.element(notice).toHaveTextContent("Goedgekeurd, maar niet ingepland");
    await expect.element(card.getByText("Volgens het verzendritme")).not.toBeInTheDocument();
    await notice.getByRole("button", { name: "In de wachtrij zetten" }).click();
    expect(commands).toEqual(["queue"]);
  });

  test("says that Airtable sends it, where that is the channel", async () => {
    await showCard({ ...content, notQueued: "sent_by_airtable" });
    await expect.element(notice).toHaveTextContent("De automatisering in Airtable verstuurt dit bericht.");
    expect(notice.getByRole("button").elements()).toHaveLength(0);
  });
});

describe("the badges", () => {
  test("show rating, classification, sentiment and status", async () => {
    const commands = await showCard({ sentiment: "positive", hasReport: true, leadRating: "7,5" });
    await expect.element(card.getByText("Positief")).toBeVisible();
    await expect.element(card.getByText("Te beoordelen")).toBeVisible();
    await expect.element(card.getByText("Geen motivation rating beschikbaar")).toBeVisible();
    await card.getByRole("button", { name: /^7[.,]5 van 10, open het rapport/ }).click();
    await card.getByRole("button", { name: /^Classificatie: COLD/ }).click();
    expect(commands).toEqual(["report", "classify"]);
  });

  test("have no report button without a report", async () => {
    await showCard({ hasReport: false });
    await expect.element(card.getByRole("button", { name: /geen rapport/ })).toBeDisabled();
  });

  test("show that a new text is being generated", async () => {
    await showCard({ status: "rewritten", regenerating: true });
    await expect.element(card.getByText("Wordt herschreven")).toBeVisible();
    await expect.element(card.getByText("Herschreven", { exact: true })).not.toBeInTheDocument();
  });
});

describe("the sections", () => {
  test("have their due date in the Dutch time zone, and a button to change it", async () => {
    await showCard({
      messageContent: "Ice Breaker: hoi\n\nBericht 1: dag\n\nBericht 2: doei\n\nBericht 3: nog iets",
      dateDueBySection: { ice_breaker: "2038-03-29T07:30:00.000Z" },
    });
    await expect.element(card.getByText("29 maart 2038 09:30")).toBeVisible();
    const headings = card.getByRole("heading", { level: 3 }).elements();
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      "Ice Breaker",
      "Bericht 1",
      "Bericht 2",
      "Bericht 3",
    ]);
    expect(card.getByText("Nog geen datum").elements()).toHaveLength(2);
    expect(card.getByRole("button", { name: /^Datum van/ }).elements()).toHaveLength(3);
  });

  test("reschedule through the popover", async () => {
    const commands: CardCommand[] = [];
    await renderScreen(
      <MessageCard
        message={buildMessage()}
        selected={false}
        sending={false}
        onCommand={(command) => commands.push(command)}
      />,
    );
    await card.getByRole("button", { name: "Datum van Bericht 1 wijzigen" }).click();
    const popover = page.getByRole("dialog", { name: "Datum van Bericht 1 wijzigen" });
    await expect.element(popover.getByRole("button", { name: "Datum opslaan" })).toBeDisabled();
    await popover.getByLabelText("Bericht 1 versturen op").fill("29-3-2038");
    await userEvent.keyboard("{Enter}");
    await popover.getByLabelText("Tijd").fill("930");
    await userEvent.keyboard("{Tab}");
    await popover.getByRole("button", { name: "Datum opslaan" }).click();
    await expect.element(popover).not.toBeInTheDocument();
    expect(commands).toMatchObject([{ kind: "reschedule", dueKey: "message_1", at: "2038-03-29T07:30:00.000Z" }]);
  });

  test("refuse an earlier time today", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-17T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const commands: CardCommand[] = [];
    await renderScreen(
      <MessageCard
        message={buildMessage()}
        selected={false}
        sending={false}
        onCommand={(command) => commands.push(command)}
      />,
    );
    await card.getByRole("button", { name: "Datum van Bericht 1 wijzigen" }).click();
    const popover = page.getByRole("dialog", { name: "Datum van Bericht 1 wijzigen" });
    const day = popover.getByLabelText("Bericht 1 versturen op");
    await day.fill("17-11-2026");
    await userEvent.keyboard("{Enter}");
    await popover.getByLabelText("Tijd").fill("1059");
    await userEvent.keyboard("{Tab}");
    await popover.getByRole("button", { name: "Datum opslaan" }).click();
    await expect.element(popover.getByRole("alert")).toHaveTextContent("Kies een moment in de toekomst.");
    await expect.element(day).toHaveAccessibleDescription("Kies een moment in de toekomst.");
    expect(commands).toEqual([]);
    await popover.getByLabelText("Tijd").fill("1101");
    await userEvent.keyboard("{Tab}");
    await popover.getByRole("button", { name: "Datum opslaan" }).click();
    await expect.poll(() => commands).toMatchObject([{ kind: "reschedule", at: "2026-11-17T10:01:00.000Z" }]);
  });

  test("show an older conversation as a chat, with the earlier lines behind a button", async () => {
    const lines = [1, 2, 3, 4, 5, 6].map(
      (day) => `2026-03-0${day} 09:15:00 - ${day % 2 ? "Sales Frank" : "lead"}: Regel ${day}`,
    );
    await showCard({ messageContent: `Older conversations:\n${lines.join("\n")}\n\nFollow up 1: Eerste` });
    await expect.element(card.getByText("Regel 6")).toBeVisible();
    await expect.element(card.getByText("José de Vries · 6 maart 2026 09:15")).toBeVisible();
    await expect.element(card.getByText("Regel 2")).not.toBeInTheDocument();
    await card.getByRole("button", { name: "Meer: 2 eerdere regels" }).click();
    await expect.element(card.getByText("Regel 1")).toBeVisible();
  });

  test("say that a section has no text yet", async () => {
    await showCard({ messageContent: "Ice Breaker:" });
    await expect.element(card.getByText("Nog geen tekst.")).toBeVisible();
  });
});

describe("the footer", () => {
  const footer = () => card.element().querySelector("footer");
  const buttonTexts = () => [...(footer()?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent);

  test.for(["pending", "rewritten", "edited"] as const)("of a %s message has the action buttons", async (status) => {
    const commands = await showCard({ status, dateCreated: "2026-11-02T09:00:00.000Z" });
    const buttons = ["Goedkeuren", "Rerun", "SENT", "Herschrijf", "Bewerken", "Cancel"];
    expect(buttonTexts()).toEqual(buttons);
    expect(footer()?.textContent).toContain("Created: 02-11-2026");
    for (const name of buttons) {
      // Goedkeuren is beside the name too.
      await card.getByRole("button", { name, exact: true }).last().click();
    }
    expect(commands).toEqual(["approve", "rerun", "send", "rewrite", "edit", "cancel"]);
  });

  test("has its buttons on one line between the panes of a window of 1440 pixels", async () => {
    await showCard();
    for (const width of [560, 720]) {
      card.element().style.width = `${width}px`;
      const tops = [...(footer()?.querySelectorAll("button") ?? [])].map(
        (button) => button.getBoundingClientRect().top,
      );
      expect(new Set(tops).size, `${width} px`).toBe(1);
    }
  });

  test("refuses a rerun and a rewrite while a new text is being generated", async () => {
    const commands = await showCard({ status: "pending", regenerating: true });
    for (const name of ["Rerun", "Herschrijf"]) {
      const button = card.getByRole("button", { name });
      await expect.element(button).toHaveAttribute("aria-disabled", "true");
      await button.click({ force: true });
    }
    expect(commands).toEqual([]);
  });

  test.for([
    [{ textRequestProblem: "same_text", feedback: "Korter" }, "De automatisering gaf dezelfde tekst terug."],
    [{ textRequestProblem: "no_response", feedback: "Korter" }, "Geen antwoord van de automatisering."],
  ] as const)("says why there is no new text, and sends the feedback again: %s", async ([message, text]) => {
    const commands = await showCard(message);
    const notice = card.getByRole("note");
    await expect.element(notice).toHaveTextContent(text);
    await expect.element(notice).toHaveTextContent("Korter");
    await notice.getByRole("button", { name: "Feedback opnieuw versturen" }).click();
    expect(commands).toEqual(["resendFeedback"]);
  });

  test("offers to run a rerun again that got no response", async () => {
    const commands = await showCard({ textRequestProblem: "no_response" });
    await card.getByRole("note").getByRole("button", { name: "Opnieuw proberen" }).click();
    expect(commands).toEqual(["rerun"]);
  });

  const outcomes: [MessageStatus, string][] = [
    ["sent", "Wacht op reactie..."],
    ["connected", "Contact heeft geaccepteerd - LinkedIn verbinding gemaakt"],
    ["interested", "Contact heeft interesse getoond - follow-up mogelijk"],
    ["not_interested", "Contact niet geïnteresseerd - geen verdere actie nodig"],
    ["neutral", "Neutrale reactie - eventueel later opnieuw benaderen"],
    ["error", "Fout bij verzenden - check LinkedIn verbinding"],
  ];
  test.for(outcomes)("of a message with status %s shows the outcome", async ([status, text]) => {
    await showCard({ status });
    await expect.element(card.getByText(text)).toBeVisible();
    expect(footer()?.textContent).toContain(text);
    expect(buttonTexts()).toEqual([]);
    await expect.element(card.getByRole("button", { name: "Goedkeuren" })).not.toBeInTheDocument();
    await expect.element(card.getByRole("checkbox")).not.toBeInTheDocument();
  });

  test("of a sent message has its date, and an approved message has no footer", async () => {
    await showCard({ status: "sent", sentAt: "2026-11-04T09:00:00.000Z" });
    await expect.element(card.getByText("Ice breaker verzonden op 04-11-2026")).toBeVisible();
    await cleanup();
    await showCard({ status: "approved" });
    expect(footer()).toBeNull();
  });
});

describe("the menu", () => {
  const openMenu = async () => {
    await card.getByRole("button", { name: "Meer acties voor José de Vries" }).click();
    return page.getByRole("menu");
  };

  test("of an open message offers to approve, and to edit and approve", async () => {
    const commands = await showCard();
    await (await openMenu()).getByRole("menuitem", { name: /^Goedkeuren/ }).click();
    await (await openMenu()).getByRole("menuitem", { name: "Bewerken en goedkeuren" }).click();
    expect(commands).toEqual(["approve", "reviseAndApprove"]);
  });

  test("of an approved message offers to undo and to cancel", async () => {
    const commands = await showCard({ status: "approved" });
    await (await openMenu()).getByRole("menuitem", { name: "Goedkeuring intrekken" }).click();
    await (await openMenu()).getByRole("menuitem", { name: "Alle berichten annuleren" }).click();
    expect(commands).toEqual(["undo", "cancel"]);
  });

  test("of a failed message offers to send it again", async () => {
    const commands = await showCard({ status: "error" });
    await (await openMenu()).getByRole("menuitem", { name: "Opnieuw versturen" }).click();
    expect(commands).toEqual(["send"]);
  });

  test("is absent when nothing can be done", async () => {
    await showCard({ status: "cancelled" });
    await expect.element(card.getByRole("button", { name: /^Meer acties/ })).not.toBeInTheDocument();
  });
});

const DRAFT: NonNullable<Message["draft"]> = {
  promptId: null,
  promptVersion: null,
  rulesVersion: "1",
  model: "groot-2026",
  facts: [{ n: 1, text: "Functie: CFO", source: "functie" }],
  claims: [
    { section: "Ice Breaker", text: "Als CFO heb je het druk.", facts: [1] },
    { section: "Ice Breaker", text: "Hoe kijk jij daarnaar?", facts: [] },
  ],
  warnings: [{ code: "figure", text: "Ice Breaker: “37” staat in geen enkel feit." }],
  tokens: 900,
  cost: 0.004,
  tookMs: 2345,
  madeAt: "2026-11-14T09:00:00.000Z",
};

describe("a text of the built-in writer", () => {
  test("shows what is wrong, the fact of each sentence, and lets a user strike a fact", async ({ server }) => {
    await showCard({ draft: DRAFT });
    await expect.element(card).toHaveTextContent("“37” staat in geen enkel feit.");
    await card.getByText("Door AI geschreven · bekijk de bronnen").click();
    const sentences = card.getByRole("list", { name: "Zinnen" }).getByRole("listitem");
    await expect.element(sentences.first()).toHaveTextContent("Rust op: Functie: CFO (functie)");
    await expect.element(sentences.last()).toHaveTextContent("Rust op geen feit");
    await expect
      .element(card)
      .toHaveTextContent(/standaardprompt · groot-2026 · regels 1 · 900 tokens · minder dan €\s0,01 · 2,3 s/);
    server.handle(writerRoutes.strikeFact, () => ({ message: "Dit feit wordt voor deze lead niet meer gebruikt." }));
    await card.getByRole("button", { name: "Feit 1 schrappen" }).click();
    await expectToast("Feit geschrapt", "Dit feit wordt voor deze lead niet meer gebruikt.");
    expect(server.requestsOf(writerRoutes.strikeFact).map(({ params }) => params)).toEqual([{ id: "een", n: "1" }]);
  });
});

test("on a phone the text comes before its reasons, and the line of the writer has the height that is kept for it", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showCard({
    motivationRating: "Groeit hard.",
    draft: { ...DRAFT, model: "groot-model-nl-2026-11", warnings: [] },
  });
  const writerLine = card.getByText(/^Door AI geschreven/);
  await expect.element(writerLine).toBeVisible();
  const details = writerLine.element().closest("details");
  expect(details?.getBoundingClientRect().height).toBeCloseTo(2.285 * 16, -1);
  const topOf = (text: string) => card.getByText(text).first().element().getBoundingClientRect().top;
  expect(topOf("Ice Breaker")).toBeLessThan(topOf("Groeit hard."));
  expect(topOf("Ice Breaker") - card.element().getBoundingClientRect().top).toBeLessThan(160);
  await expect.element(card.getByText("Provider ID:").last()).toBeVisible();
  expect(
    card.getByRole("button", { name: "8 van 10, geen rapport" }).element().getBoundingClientRect().width,
  ).toBeLessThan(60);
});

describe("a sentence of the built-in writer", () => {
  test("shows its fact on hover; one without a fact is marked, and a user's own words are not", async () => {
    const claims = [
      { section: "Ice Breaker", text: "Als CFO heb je het druk.", facts: [1] },
      { section: "Ice Breaker", text: "Deze zin is geschrapt.", facts: [1] },
      { section: "Ice Breaker", text: "Hoe kijk jij daarnaar?", facts: [] },
    ];
    const messageContent = "Ice Breaker:\nHoi Jan,\n\nAls CFO heb je het druk. Van mij. Hoe kijk jij daarnaar?";
    await showCard({ messageContent, draft: { ...DRAFT, claims } });
    const sentence = card.getByText("Als CFO heb je het druk.").last();
    await sentence.hover();
    const tooltip = page.getByRole("tooltip");
    await expect.element(tooltip).toHaveTextContent("Rust op: Functie: CFO (functie)");
    await card.getByText("Hoe kijk jij daarnaar?").last().hover();
    await expect.element(tooltip).toHaveTextContent("Rust op geen feit: controleer deze zin zelf.");
    await expect.element(card).toHaveTextContent("Hoi Jan, Als CFO heb je het druk. Van mij. Hoe kijk jij daarnaar?");
    await expect.element(card).toHaveTextContent("1 zin rust op geen feit");
  });

  test("shows its fact after a tap, until the next one elsewhere", async () => {
    const messageContent = "Ice Breaker:\nAls CFO heb je het druk.";
    await showCard({ messageContent, draft: DRAFT });
    const sentence = card.getByText("Als CFO heb je het druk.").last();
    await expect.element(sentence).toHaveAttribute("data-claim");
    const touch = (target: Element, ...types: string[]) => {
      for (const type of types) target.dispatchEvent(new PointerEvent(type, { pointerType: "touch", bubbles: true }));
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    touch(sentence.element(), "pointerover", "pointerdown", "pointerup", "pointerout");
    const tooltip = page.getByRole("tooltip", { name: /^Rust op/ });
    // Longer than a tooltip stays after the pointer has left.
    vi.advanceTimersByTime(300);
    await expect.element(tooltip).toHaveTextContent("Rust op: Functie: CFO (functie)");
    vi.advanceTimersByTime(300);
    await expect.element(tooltip).toBeVisible();
    touch(document.body, "pointerdown");
    await expect.element(tooltip).not.toBeInTheDocument();
  });
});

describe("a text with earlier versions", () => {
  const version = (number: number, messageContent: string, more: Partial<MessageVersion> = {}): MessageVersion => ({
    number,
    messageContent,
    source: "original",
    author: "Airtable",
    madeAt: "2026-11-14T09:00:00.000Z",
    feedback: null,
    draft: null,
    ...more,
  });
  const VERSIONS = [
    version(2, "Ice Breaker: hoi daar", { source: "writer", author: "AI-schrijver" }),
    version(1, "Ice Breaker: hallo daar", { feedback: "Ice Breaker: losser" }),
  ];

  test("shows what changed, and the feedback that caused it", async ({ server }) => {
    server.handle(messagesRoutes.versions, () => VERSIONS);
    await showCard({ contentVersion: 2 });
    await card.getByText("Geschiedenis (2 versies)").click();
    const newest = card.getByRole("article", { name: "Versie 2" });
    await expect.element(newest).toHaveTextContent("Na de feedback: Ice Breaker: losser");
    const table = newest.getByRole("table", { name: "Verschillen tussen versie 1 en 2" });
    await expect.element(table).toBeVisible();
    expect(table.element().querySelector("del")?.textContent).toBe("hallo");
    expect(table.element().querySelector("ins")?.textContent).toBe("hoi");
  });

  test("that was changed after its approval says so, with the difference", async ({ server }) => {
    server.handle(messagesRoutes.versions, () => VERSIONS);
    await showCard({
      contentVersion: 2,
      messageContent: "Ice Breaker: hoi daar",
      changedAfterApproval: { approvedVersion: 1 },
    });
    await expect.element(card.getByRole("note")).toHaveTextContent("De tekst is na de goedkeuring gewijzigd");
    await card.getByRole("button", { name: "Bekijk het verschil" }).click();
    const table = card.getByRole("table", { name: "Verschil met de goedgekeurde tekst" });
    await expect.element(table.getByRole("columnheader", { name: "Goedgekeurd" })).toBeVisible();
    expect(table.element().querySelector("ins")?.textContent).toBe("hoi");
  });
});

test("a reply of the lead is read and answered on the card", async ({ server }) => {
  const conversation: LeadConversation = {
    leadId: "lead",
    fullName: "José de Vries",
    leadClassification: null,
    senderName: "Frank Hoekstra",
    isAnswered: false,
    messages: [],
  };
  server.handle(inboxRoutes.conversation, () => conversation);
  await showCard({ status: "sent", reply: { text: "Leuk, bel me morgen.", at: "2026-11-16T09:00:00.000Z" } });
  const reply = card.getByRole("region", { name: "Reactie van José de Vries" });
  await expect.element(reply).toHaveTextContent("Leuk, bel me morgen.");
  await reply.getByRole("button", { name: "Beantwoorden" }).click();
  await reply.getByLabelText("Antwoord aan José de Vries namens Frank Hoekstra").fill("Doe ik!");
  server.handle(inboxRoutes.answer, () => ({ ...conversation, isAnswered: true }));
  await reply.getByRole("button", { name: "Nu versturen" }).click();
  await expectToast("Antwoord klaargezet", "Je antwoord wordt nu verstuurd.");
  expect(server.requestsOf(inboxRoutes.answer).at(-1)?.body).toEqual({ text: "Doe ik!", when: "now" });
});

test("a reply that cannot be answered says why, and its conversation can still be opened", async ({ server }) => {
  server.breakRoute(inboxRoutes.conversation);
  await showCard({ status: "sent", reply: { text: "Leuk, bel me morgen.", at: "2026-11-16T09:00:00.000Z" } });
  const reply = card.getByRole("region", { name: "Reactie van José de Vries" });
  await reply.getByRole("button", { name: "Beantwoorden" }).click();
  await expect.element(reply.getByText("Het gesprek kon niet worden geladen")).toBeVisible();
  await expect.element(reply.getByRole("link", { name: "Gesprek openen" })).toBeVisible();
  server.handle(inboxRoutes.conversation, () => ({
    leadId: "lead",
    fullName: "José de Vries",
    leadClassification: null,
    senderName: null,
    isAnswered: false,
    messages: [],
  }));
  await reply.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(reply.getByText("Er is geen verbonden LinkedIn-account om mee te antwoorden.")).toBeVisible();
});
