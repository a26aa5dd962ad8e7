import { describe, expect, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes } from "#contract/airtable.ts";
import { type Conversation, inboxRoutes, type LeadConversation } from "#contract/inbox.ts";
import { type InvitationQueue, invitationQueueRoutes, type QueuedInvitation } from "#contract/invitation-queue.ts";
import { type LeadText, leadDetailsRoutes } from "#contract/lead-details.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { type LinkedInSettings, linkedInRoutes } from "#contract/linkedin.ts";
import { NO_SENDER, sendersRoutes } from "#contract/senders.ts";
import { undoRoutes } from "#contract/undo.ts";
import { writerRoutes } from "#contract/writer.ts";
import { companyCardKey } from "#lib/session/session.ts";
import {
  clickTwice,
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  holdUndo,
  renderScreen,
  type ScreenOptions,
  test,
  USER,
} from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse, IDLE_BUILTIN_WRITER } from "#web/testing/fake-server.ts";
import { buildSender } from "#web/testing/sender.fixture.ts";
import { InboxPage } from "./inbox.page.tsx";
import { InvitationsPage } from "./invitations.page.tsx";
import { LinkedInCard } from "./linkedin-card.tsx";

const buildConversation = (name: string, more: Partial<Conversation> = {}): Conversation => ({
  leadId: `id-${name}`,
  fullName: name,
  title: "Directeur",
  company: "Bakkerij Jansen",
  leadClassification: "CONNECTED",
  senderName: "Frank Hoekstra",
  lastReceivedAt: "2026-11-16T09:00:00.000Z",
  lastText: `Bericht van ${name}`,
  isAnswered: false,
  ...more,
});

const detailsOf = ({ leadId, fullName, isAnswered, leadClassification }: Conversation): LeadConversation => ({
  leadId,
  fullName,
  leadClassification,
  senderName: "Frank Hoekstra",
  isAnswered,
  messages: [],
});

const textsOf = ({ fullName, lastText }: Conversation): LeadText[] => [
  {
    id: "0",
    direction: "in",
    by: fullName,
    name: null,
    text: "Uit het oudere gesprek",
    at: "2026-10-01T09:00:00.000Z",
  },
  {
    id: "1",
    direction: "out",
    by: "Frank Hoekstra",
    name: "Bericht 1",
    text: "Hoi!",
    at: "2026-11-15T09:00:00.000Z",
  },
  { id: "2", direction: "in", by: fullName, name: null, text: lastText, at: "2026-11-16T09:00:00.000Z" },
];

const showInbox = async (
  server: FakeServer,
  conversations: Conversation[],
  details: Partial<LeadConversation> = {},
  options: ScreenOptions = {},
) => {
  server.handle(inboxRoutes.inbox, ({ query }) => conversations.slice(0, Number(query["limit"])));
  const unanswered = conversations.filter(({ isAnswered }) => !isAnswered).length;
  server.handle(inboxRoutes.inboxCount, () => ({ unanswered }));
  const find = (id: string | undefined) =>
    conversations.find(({ leadId }) => leadId === id) ?? buildConversation("onbekend");
  server.handle(inboxRoutes.conversation, ({ params }) => ({ ...detailsOf(find(params["id"])), ...details }));
  server.handle(leadDetailsRoutes.texts, ({ params }) => textsOf(find(params["id"])));
  return renderScreen(<InboxPage />, options);
};

const chat = page.getByRole("list", { name: "Gesprek" });

describe("the inbox", () => {
  test("without replies says what will be there", async ({ server }) => {
    await showInbox(server, []);
    await expect.element(page.getByText("Nog geen reacties")).toBeVisible();
    const next = page.getByRole("link", { name: "Verstuurde berichten bekijken" });
    await expect.element(next).toHaveAttribute("href", "/messages-sent");
  });

  test("keeps its title on a phone when there is no list, also with a lead in the URL", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await showInbox(server, [], {}, { url: `/?lead=${crypto.randomUUID()}` });
    await expect.element(page.getByText("Nog geen reacties")).toBeVisible();
    const heading = page.getByRole("heading", { level: 1 }).element();
    const { left, top, height } = heading.getBoundingClientRect();
    // A visually hidden title is in the document too, but is not the element at its own position.
    expect(heading.contains(document.elementFromPoint(left + 5, top + height / 2))).toBe(true);
  });

  test("shows the class with its score, and marks a conversation only where it is open", async ({ server }) => {
    onTestFinished(() => page.viewport(1280, 900));
    await page.viewport(1280, 900);
    await showInbox(server, [buildConversation("Anna")]);
    const row = page.getByRole("list", { name: "Reacties" }).getByRole("button", { name: /Anna/ });
    await expect.element(row).toHaveAttribute("aria-current", "true");
    await expect.element(page.getByText("CONNECTED | 30")).toBeVisible();
    await page.viewport(390, 844);
    await expect.element(row).not.toHaveAttribute("aria-current");
  });

  test("is read and answered with the keyboard", async ({ server }) => {
    const [anna, bram] = [buildConversation("Anna"), buildConversation("Bram")];
    await showInbox(server, [anna, bram]);
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
    await userEvent.keyboard("j");
    await expect.element(chat).toHaveTextContent("Bericht van Bram");

    server.handle(inboxRoutes.react, () => detailsOf(bram));
    await userEvent.keyboard("1");
    await expectToast("Opgeslagen", "De reactie van Bram wacht nog op je antwoord.");
    expect(server.requestsOf(inboxRoutes.react)).toMatchObject([
      { params: { id: "id-Bram" }, body: { sentiment: "interested" } },
    ]);

    server.handle(inboxRoutes.answer, () => detailsOf({ ...bram, isAnswered: true }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByLabelText("Antwoord aan Bram namens Frank Hoekstra")).toHaveFocus();
    await userEvent.keyboard("Graag, dinsdag?");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Antwoord klaargezet", "Je antwoord gaat weg binnen de werktijden van de afzender.");
    expect(server.requestsOf(inboxRoutes.answer)).toMatchObject([{ body: { text: "Graag, dinsdag?", when: "next" } }]);
  });

  test("goes on to the next reply that waits after a decision and after an answer, and back with z", async ({
    server,
  }) => {
    const [anna, bram, cees] = [buildConversation("Anna"), buildConversation("Bram"), buildConversation("Cees")];
    await showInbox(server, [anna, bram, cees]);
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
    await userEvent.keyboard("j");
    await expect.element(chat).toHaveTextContent("Bericht van Bram");

    const undo = { token: "bram", until: "2026-11-16T09:00:10.000Z" };
    server.handle(inboxRoutes.react, () => ({ ...detailsOf({ ...bram, isAnswered: true }), undo }));
    server.handle(inboxRoutes.inbox, () => [anna, cees, { ...bram, isAnswered: true }]);
    await userEvent.keyboard("3");
    await expectToast("Opgeslagen", "De reactie van Bram is verwerkt.");
    await expect.element(chat).toHaveTextContent("Bericht van Cees");

    server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
    server.handle(inboxRoutes.inbox, () => [anna, bram, cees]);
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "De reactie van Bram staat weer zoals die stond.");
    await expect.element(chat).toHaveTextContent("Bericht van Bram");
    expect(server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"])).toEqual(["bram"]);

    // The conversation is loaded again after the undo.
    await expect.element(page.getByRole("button", { name: "Geen antwoord nodig" })).toBeVisible();
    server.handle(inboxRoutes.answer, () => detailsOf({ ...bram, isAnswered: true }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByLabelText("Antwoord aan Bram namens Frank Hoekstra")).toHaveFocus();
    await userEvent.keyboard("Graag!");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(chat).toHaveTextContent("Bericht van Cees");
  });

  test("takes an answer back with z, with its text", async ({ server }) => {
    holdUndo();
    const [anna, bram] = [buildConversation("Anna"), buildConversation("Bram")];
    await showInbox(server, [anna, bram]);
    const undo = { token: "anna", until: "2026-11-16T09:00:10.000Z" };
    const plannedAt = new Date(Date.now() + 10_000).toISOString();
    const message = { id: "7", isOurs: true, author: "Frank Hoekstra", text: "Graag!", at: plannedAt };
    const messages = [{ ...message, pending: { plannedAt, problem: null } }];
    server.handle(inboxRoutes.answer, () => ({ ...detailsOf({ ...anna, isAnswered: true }), messages, undo }));
    const field = (name: string) => page.getByLabelText(`Antwoord aan ${name} namens Frank Hoekstra`);
    await field("Anna").fill("Graag!");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Antwoord klaargezet", "Je antwoord gaat over 10 seconden weg.");
    await expect.element(chat).toHaveTextContent("Bericht van Bram");

    server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "Je antwoord aan Anna gaat niet weg. De tekst staat er weer.");
    await expect.element(field("Anna")).toHaveValue("Graag!");
    expect(server.requestsOf(undoRoutes.perform).map(({ params }) => params["token"])).toEqual(["anna"]);
  });

  test("takes an answer back with z where no other reply waits", async ({ server }) => {
    holdUndo();
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    const undo = { token: "anna", until: "2026-11-16T09:00:10.000Z" };
    server.handle(inboxRoutes.answer, () => ({ ...detailsOf({ ...anna, isAnswered: true }), undo }));
    server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    await field.fill("Graag!");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(field).toHaveValue("");
    await userEvent.keyboard("z");
    await expectToast("Actie ongedaan gemaakt", "Je antwoord aan Anna gaat niet weg. De tekst staat er weer.");
    await expect.element(field).toHaveValue("Graag!");
    expect(server.requestsOf(inboxRoutes.react)).toEqual([]);
  });

  test("puts an answer that is undone before what was typed since", async ({ server }) => {
    holdUndo();
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    const undo = { token: "anna", until: "2026-11-16T09:00:10.000Z" };
    server.handle(inboxRoutes.answer, () => ({ ...detailsOf({ ...anna, isAnswered: true }), undo }));
    server.handle(undoRoutes.perform, () => ({ message: "Ongedaan gemaakt" }));
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    await field.fill("Graag!");
    await page.getByRole("button", { name: "Nu versturen" }).click();
    await expect.element(field).toHaveValue("");
    await field.fill("En nog iets");
    await page.getByRole("button", { name: "Ongedaan maken" }).click();
    await expect.element(field).toHaveValue("Graag!\n\nEn nog iets");
  });

  /** Calls it as soon as the conversation with this lead is on the screen. */
  const whenShown = (name: string, act: () => void) =>
    new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (page.getByRole("link", { name, exact: true }).elements().length === 0) return;
        observer.disconnect();
        act();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      onTestFinished(() => observer.disconnect());
    });
  const press = (...keys: string[]) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  };
  const decidedLeads = (server: FakeServer) => server.requestsOf(inboxRoutes.react).map(({ params }) => params["id"]);

  test("takes no second click or key for the next conversation, which comes under the pointer", async ({ server }) => {
    const [anna, bram] = [buildConversation("Anna"), buildConversation("Bram")];
    await showInbox(server, [anna, bram]);
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
    server.handle(inboxRoutes.react, ({ params }) =>
      detailsOf({ ...(params["id"] === bram.leadId ? bram : anna), isAnswered: true }),
    );
    const judge = page.getByRole("button", { name: "Geen interesse" });
    const secondTime = whenShown("Bram", () => {
      (judge.element() as HTMLElement).click();
      press("3", "e");
    });
    await judge.click();
    await secondTime;
    await expect.element(chat).toHaveTextContent("Bericht van Bram");
    await expectToast("Opgeslagen", "De reactie van Anna is verwerkt.");
    expect(decidedLeads(server)).toEqual(["id-Anna"]);
    // A second later, the button is for Bram.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 1000);
    onTestFinished(() => clock.mockRestore());
    await judge.click();
    await expect.poll(() => decidedLeads(server)).toEqual(["id-Anna", "id-Bram"]);
  });

  test("takes what is typed after an answer as no decision about the next lead, and undoes nothing earlier", async ({
    server,
  }) => {
    const [anna, bram, cees] = [buildConversation("Anna"), buildConversation("Bram"), buildConversation("Cees")];
    await showInbox(server, [anna, bram, cees]);
    const undo = { token: "anna", until: "2026-11-16T09:00:10.000Z" };
    server.handle(inboxRoutes.react, () => ({ ...detailsOf({ ...anna, isAnswered: true }), undo }));
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
    await userEvent.keyboard("3");
    await expect.element(chat).toHaveTextContent("Bericht van Bram");

    server.handle(inboxRoutes.answer, () => detailsOf({ ...bram, isAnswered: true }));
    await page.getByLabelText("Antwoord aan Bram namens Frank Hoekstra").fill("Graag!");
    const typed = whenShown("Cees", () => press("e", "1", "z"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await typed;
    await expectToast("Niet ongedaan te maken", "De laatste actie kan niet ongedaan worden gemaakt.");
    expect(decidedLeads(server)).toEqual(["id-Anna"]);
    expect(server.requestsOf(undoRoutes.perform)).toEqual([]);
  });

  test("stays at a conversation that was answered before when it is judged or answered again", async ({ server }) => {
    const [anna, bram] = [buildConversation("Anna", { isAnswered: true }), buildConversation("Bram")];
    await showInbox(server, [anna, bram]);
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
    server.handle(inboxRoutes.react, () => detailsOf(anna));
    await userEvent.keyboard("3");
    await expectToast("Opgeslagen", "De reactie van Anna is verwerkt.");
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    server.handle(inboxRoutes.answer, () => detailsOf(anna));
    await field.fill("Nog iets.");
    await page.getByRole("button", { name: "Nu versturen" }).click();
    await expectToast("Antwoord klaargezet", "Je antwoord wordt nu verstuurd.");
    await expect.element(field).toHaveValue("");
    await expect.element(chat).toHaveTextContent("Bericht van Anna");
  });

  test("sends an answer now where that is chosen", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(inboxRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    await page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra").fill("Ik bel je zo.");
    await page.getByRole("button", { name: "Nu versturen" }).click();
    await expectToast("Antwoord klaargezet", "Je antwoord wordt nu verstuurd.");
    expect(server.requestsOf(inboxRoutes.answer).at(-1)?.body).toMatchObject({ when: "now" });
  });

  test("presses the button that has the focus with Enter, and sends now with Ctrl+Shift+Enter", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(inboxRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    const sent = () => server.requestsOf(inboxRoutes.answer).map(({ body: { text, when } }) => [text, when]);
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    const answer = async (text: string, keys: string) => {
      await field.fill(text);
      await userEvent.keyboard(keys);
      await expect.element(field).toHaveValue("");
    };
    await answer("Eerst", "{Tab}{Tab}{Enter}");
    await answer("Dan", "{Tab}{Enter}");
    await answer("Ook", "{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    expect(sent()).toEqual([
      ["Eerst", "now"],
      ["Dan", "next"],
      ["Ook", "now"],
    ]);
    // On the chosen conversation Enter starts the answer, as it does without a focus.
    await page.getByRole("button", { name: "Bericht van Anna" }).click();
    await userEvent.keyboard("{Enter}");
    await expect.element(field).toHaveFocus();
  });

  test("has the answer in sight below a long conversation, and no toast covers its buttons", async ({ server }) => {
    await page.viewport(1440, 900);
    onTestFinished(() => page.viewport(1280, 900));
    const anna = buildConversation("Anna", { lastText: "Een lange regel.\n".repeat(60) });
    await showInbox(server, [anna, buildConversation("Bram")]);
    server.handle(inboxRoutes.react, () => detailsOf(anna));
    await page.getByRole("button", { name: "Neutraal" }).click();
    await expectToast("Opgeslagen", "De reactie van Anna wacht nog op je antwoord.");
    const toast = document.querySelector("[data-toast]")?.getBoundingClientRect();
    for (const name of ["Antwoorden", "Nu versturen"]) {
      const { bottom, right } = page.getByRole("button", { name }).element().getBoundingClientRect();
      expect(bottom).toBeLessThan(900);
      expect(right).toBeLessThan(toast?.left ?? 0);
    }
    const backgroundOf = (name: string) =>
      getComputedStyle(page.getByRole("button", { name: `Bericht van ${name}` }).element()).backgroundColor;
    await page.getByRole("button", { name: "Bericht van Bram" }).hover();
    const chosen = getComputedStyle(page.getByRole("button", { name: /^Anna/ }).element());
    expect(chosen.backgroundColor).not.toBe(backgroundOf("Bram"));
    expect(chosen.borderLeftColor).not.toBe("rgba(0, 0, 0, 0)");
  });

  test("stays at the latest text when the button for a proposal appears below it", async ({ server }) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    const release = server.hold(writerRoutes.progress);
    await showInbox(server, [buildConversation("Anna", { lastText: "Een lange regel.\n".repeat(60) })]);
    await expect.element(chat).toHaveTextContent("Een lange regel.");
    const { clientHeight } = chat.element();
    release();
    await expect.element(page.getByRole("button", { name: "Stel een antwoord voor" })).toBeVisible();
    expect(chat.element().clientHeight).toBeLessThan(clientHeight);
    const hidden = () => {
      const { scrollHeight, scrollTop, clientHeight } = chat.element();
      return Math.round(scrollHeight - scrollTop - clientHeight);
    };
    await expect.poll(hidden).toBe(0);
  });

  test("keeps the judgements of a reply in their place, whatever the class", async ({ server }) => {
    await page.viewport(1440, 900);
    onTestFinished(() => page.viewport(1280, 900));
    const refused = { leadClassification: "NOT INTERESTED" };
    await showInbox(server, [
      buildConversation("Anna", { isAnswered: true }),
      buildConversation("Marleen Schaap van den Berg", refused),
    ]);
    const placeOf = () => {
      const { left, top } = page.getByRole("button", { name: "Interesse 1" }).element().getBoundingClientRect();
      return { left, top };
    };
    await expect.element(page.getByRole("button", { name: "Interesse 1" })).toBeVisible();
    const before = placeOf();
    await userEvent.keyboard("j");
    await expect.element(page.getByRole("button", { name: "Geen antwoord nodig" })).toBeVisible();
    expect(placeOf()).toEqual(before);
  });

  test("shows an answer once, with when it goes", async ({ server }) => {
    const anna = buildConversation("Anna", { isAnswered: true });
    const pending = (id: string, plannedAt: string | null) => ({
      id,
      isOurs: true,
      author: "Frank Hoekstra",
      text: `Antwoord ${id}`,
      at: "2026-11-16T10:00:00.000Z",
      pending: { plannedAt, problem: plannedAt && "Wacht op de werktijden (ma–vr 08:30–17:30)." },
    });
    const planned = "2126-11-18T07:32:00.000Z";
    const messages = [
      pending("1", null),
      pending("5", null),
      pending("6", planned),
      pending("7", "2026-11-16T10:00:00.000Z"),
    ];
    await showInbox(server, [anna], { messages });
    const bubbles = chat.getByRole("listitem");
    await expect.element(bubbles.filter({ hasText: "Antwoord 5" })).toHaveTextContent("Wordt verstuurd");
    await expect.element(bubbles.filter({ hasText: "Antwoord 7" })).toHaveTextContent("Wordt verstuurd");
    await expect
      .element(bubbles.filter({ hasText: "Antwoord 6" }))
      .toHaveTextContent("Gaat weg op 18 november 2126 08:32. Wacht op de werktijden (ma–vr 08:30–17:30).");
    // Text 1 of the conversation was sent: it is the answer with the same id.
    await expect.poll(() => bubbles.elements()).toHaveLength(textsOf(anna).length + 3);
  });

  test("shows the whole conversation: older texts too, ours on the right", async ({ server }) => {
    await showInbox(server, [buildConversation("Anna")]);
    const texts = chat.getByRole("listitem");
    await expect.element(texts.first()).toHaveTextContent("Uit het oudere gesprek");
    const [older, ours] = texts.elements().map((element) => element.getBoundingClientRect());
    expect(ours?.right).toBeGreaterThan(older?.right ?? 0);
    await expect.element(page.getByRole("link", { name: "Anna" })).toHaveAttribute("href", "/leads/id-Anna");
  });

  test("keeps what was typed per conversation, and puts a proposal below it", async ({ server }) => {
    server.handle(writerRoutes.progress, () => IDLE_BUILTIN_WRITER);
    await showInbox(server, [buildConversation("Anna"), buildConversation("Bram")]);
    const field = (name: string) => page.getByLabelText(`Antwoord aan ${name} namens Frank Hoekstra`);
    await field("Anna").fill("Dag Anna,");
    await page.getByRole("button", { name: "Bericht van Bram" }).click();
    await expect.element(field("Bram")).toHaveValue("");
    await page.getByRole("button", { name: "Bericht van Anna" }).click();
    await expect.element(field("Anna")).toHaveValue("Dag Anna,");

    const proposal = { sentiment: "interested" as const, isStop: false, answer: "Zullen we bellen?", warnings: [] };
    server.handle(writerRoutes.proposeReply, () => ({ proposal }));
    await page.getByRole("button", { name: "Stel een antwoord voor" }).click();
    await expect.element(field("Anna")).toHaveValue("Dag Anna,\n\nZullen we bellen?");

    server.handle(inboxRoutes.answer, () => detailsOf(buildConversation("Anna", { isAnswered: true })));
    await page.getByRole("button", { name: "Antwoorden" }).click();
    await expect.element(field("Bram")).toBeVisible();
    await page.getByRole("button", { name: "Bericht van Anna" }).click();
    await expect.element(field("Anna")).toHaveValue("");
    await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith("answer:"))).toEqual([]);
  });

  test("shows what was typed only to who typed it", async ({ server }) => {
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    const { unmount } = await showInbox(server, [buildConversation("Anna")]);
    await field.fill("Dag Anna,");
    await unmount();
    const colleague = { id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a09" };
    const other = await showInbox(server, [buildConversation("Anna")], {}, { user: colleague });
    await expect.element(field).toHaveValue("");
    await other.unmount();
    await showInbox(server, [buildConversation("Anna")]);
    await expect.element(field).toHaveValue("Dag Anna,");
    await field.fill("");
  });

  test.for([
    [{ leadClassification: "NOT INTERESTED" }, "Anna staat op NOT INTERESTED"],
    [{ senderName: null }, "Er is geen verbonden LinkedIn-account om mee te antwoorden."],
  ] as const)(
    "keeps the field in which somebody types when %o forbids the answer",
    async ([change, notice], { server }) => {
      const anna = buildConversation("Anna");
      const { client } = await showInbox(server, [anna]);
      const field = page.getByLabelText(/^Antwoord aan Anna/);
      await field.click();
      await userEvent.keyboard("Dag ");
      server.handle(inboxRoutes.conversation, () => ({ ...detailsOf(anna), ...change }));
      await client.invalidateQueries({ queryKey: ["inbox"] });
      await expect.element(page.getByText(notice)).toBeVisible();
      await userEvent.keyboard("en 1");
      await expect.element(field).toHaveValue("Dag en 1");
      expect(server.requestsOf(inboxRoutes.react)).toEqual([]);
      await expect.element(page.getByRole("button", { name: "Antwoorden" })).toBeDisabled();
      await userEvent.keyboard("{Control>}{Enter}{/Control}");
      expect(server.requestsOf(inboxRoutes.answer)).toEqual([]);
      await field.fill("");
    },
  );

  test("says when an answer really goes, and why it waits", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    const answerWith = async (plannedAt: string | null, problem: string | null) => {
      const pending = { plannedAt, problem };
      const at = "2026-11-16T10:00:00.000Z";
      const message = { id: "a", isOurs: true, author: "Frank Hoekstra", text: "Ik bel je zo.", at, pending };
      server.handle(inboxRoutes.answer, () => ({ ...detailsOf(anna), messages: [message] }));
      await page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra").fill("Ik bel je zo. ");
      await page.getByRole("button", { name: "Nu versturen" }).click();
    };
    const problem = "Het LinkedIn-account moet opnieuw verbonden worden.";
    await answerWith(null, problem);
    await expectToast("Antwoord klaargezet", `Je antwoord wacht. ${problem}`);
    // Cleared after the toast.
    await expect.element(page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra")).toHaveValue("");
    await answerWith("2126-11-18T07:32:00.000Z", null);
    await expectToast("Antwoord klaargezet", "Je antwoord gaat weg op 18 november 2126 08:32.");
  });

  test("decides about the replies that are on the screen", async ({ server }) => {
    const anna = buildConversation("Anna");
    const message = (id: string, isOurs: boolean) => {
      const at = "2026-11-16T09:00:00.000Z";
      return { id, isOurs, author: "Anna", text: "Hoi", at, pending: null };
    };
    await showInbox(server, [anna], { messages: [message("2", false), message("1", false), message("3", true)] });
    server.handle(inboxRoutes.react, () => detailsOf(anna));
    await page.getByRole("button", { name: "Geen antwoord nodig" }).click();
    await expectToast("Opgeslagen", "De reactie van Anna wacht nog op je antwoord.");
    expect(server.requestsOf(inboxRoutes.react).at(-1)?.body).toEqual({ isHandled: true, seenReplyId: "2" });
  });

  test("counts all replies that wait, and loads more of them", async ({ server }) => {
    const all = Array.from({ length: 130 }, (_, nth) => buildConversation(`Lead ${nth + 1}`));
    await showInbox(server, all);
    await expect.element(page.getByText("130 reacties te verwerken")).toBeVisible();
    const last = page.getByRole("button", { name: "Bericht van Lead 130" });
    await expect.element(page.getByRole("button", { name: "Bericht van Lead 100" })).toBeInTheDocument();
    await expect.element(last).not.toBeInTheDocument();
    const more = page.getByRole("button", { name: "Meer reacties tonen" });
    await more.click();
    await expect.element(last).toBeInTheDocument();
    await expect.element(more).not.toBeInTheDocument();
  });

  test("stays when more of them cannot be loaded, and offers to try again", async ({ server }) => {
    const all = Array.from({ length: 130 }, (_, nth) => buildConversation(`Lead ${nth + 1}`));
    await showInbox(server, all);
    server.handle(inboxRoutes.inbox, ({ query }) =>
      Number(query["limit"]) > 100 ? Response.json({ message: "kapot" }, { status: 400 }) : all.slice(0, 100),
    );
    await page.getByRole("button", { name: "Meer reacties tonen" }).click();
    await expect.element(page.getByText("De volgende reacties konden niet worden geladen.")).toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Bericht van Lead 100" })).toBeInTheDocument();
    server.handle(inboxRoutes.inbox, () => all);
    await page.getByRole("button", { name: "Opnieuw proberen" }).click();
    await expect.element(page.getByRole("button", { name: "Bericht van Lead 130" })).toBeInTheDocument();
  });

  test("says before typing that a lead may not be contacted, and changes the class there", async ({ server }) => {
    const refused = buildConversation("Anna", { leadClassification: "NOT INTERESTED" });
    await showInbox(server, [refused]);
    const notice = page.getByRole("note");
    await expect.element(notice).toHaveTextContent("Anna staat op NOT INTERESTED en mag niet meer benaderd worden.");
    await expect.element(page.getByRole("button", { name: "Antwoorden" })).not.toBeInTheDocument();
    server.handle(leadsRoutes.classify, () => Response.json({ fullName: "Anna", stoppedMessages: 0 }));
    server.handle(inboxRoutes.conversation, () => detailsOf({ ...refused, leadClassification: "CONNECTED" }));
    await notice.getByRole("button", { name: "Classificatie wijzigen" }).click();
    await page.getByRole("button", { name: "CONNECTED | 30" }).click();
    await expectToast("Classificatie Bijgewerkt", "Anna staat nu op CONNECTED | 30.");
    await expect.element(page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra")).toBeVisible();
  });

  test("keeps the conversation open in which somebody types when another lead replies", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    await field.fill("Dag Anna,");
    server.handle(inboxRoutes.inbox, () => [buildConversation("Bram"), anna]);
    server.handle(inboxRoutes.react, () => detailsOf(anna));
    // Its response refetches the list, as the event of a new reply does.
    await page.getByRole("button", { name: "Neutraal" }).click();
    await expect.element(page.getByRole("button", { name: "Bericht van Bram" })).toBeVisible();
    await expect.element(field).toHaveValue("Dag Anna,");
  });

  test("acts on no conversation while a narrow window shows the list", async ({ server }) => {
    await page.viewport(800, 900);
    onTestFinished(() => page.viewport(1280, 900));
    await showInbox(server, [buildConversation("Anna"), buildConversation("Bram")]);
    await expect.element(page.getByRole("button", { name: "Bericht van Anna" })).toBeVisible();
    await userEvent.keyboard("3");
    await userEvent.keyboard("j");
    await expect.element(page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra")).toBeVisible();
    expect(server.requestsOf(inboxRoutes.react)).toEqual([]);
  });

  test("returns from a conversation to the list with the back button of a phone", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    const { goBack } = await showInbox(server, [buildConversation("Anna"), buildConversation("Bram")]);
    const list = page.getByRole("list", { name: "Reacties" });
    await page.getByRole("button", { name: "Bericht van Bram" }).click();
    await expect.element(chat).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
    goBack();
    await expect.element(list).toBeVisible();
  });

  test("has the answer in sight on a phone, below a long conversation", async ({ server }) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 900));
    await showInbox(server, [buildConversation("Anna", { lastText: "Een lange regel.\n".repeat(60) })]);
    await page.getByRole("button", { name: "Een lange regel." }).click();
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    await expect.element(field).toBeVisible();
    await expect.poll(() => field.element().getBoundingClientRect().bottom).toBeLessThan(844 - 56);
    await expect.element(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeInTheDocument();
    const judgements = page.getByRole("group", { name: "Beoordeel de reactie" });
    await expect.element(judgements).toBeVisible();
    const { top } = judgements.getByRole("button", { name: "Geen interesse" }).element().getBoundingClientRect();
    // Beside the legend, not on a third line.
    expect(
      judgements.getByRole("button", { name: "Geen antwoord nodig" }).element().getBoundingClientRect().bottom,
    ).toBe(top);
  });

  test("keeps what is typed while an answer is being sent", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(inboxRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    const release = server.hold(inboxRoutes.answer);
    const field = page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra");
    await field.fill("Ik bel je zo.");
    await page.getByRole("button", { name: "Nu versturen" }).click();
    await field.fill("En dinsdag?");
    release();
    await expectToast("Antwoord klaargezet", "Je antwoord wordt nu verstuurd.");
    await expect.element(field).toHaveValue("En dinsdag?");
  });

  test("sends an answer once after a double click", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(inboxRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    await page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra").fill("Ik bel je zo.");
    clickTwice(page.getByRole("button", { name: "Antwoorden" }));
    await expectToast("Antwoord klaargezet", "Je antwoord gaat weg binnen de werktijden van de afzender.");
    expect(server.requestsOf(inboxRoutes.answer)).toHaveLength(1);
  });
});

const SETTINGS: LinkedInSettings = {
  deliveryChannel: "airtable",
  deliveryWebhookUrl: null,
  hasDeliverySecret: false,
  unipileUrl: null,
  hasUnipileApiKey: false,
  withdrawInvitationsAfter: 21,
};

const SET_UP: LinkedInSettings = { ...SETTINGS, unipileUrl: "https://api1.unipile.com:13111", hasUnipileApiKey: true };

describe("the card of the channel", () => {
  test("the webhook is chosen with its address, and an error about it is shown at its field", async ({ server }) => {
    server.handle(sendersRoutes.list, () => []);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    server.handle(linkedInRoutes.unlinked, () => []);
    const message = "Vul het adres van de webhook in. Zonder adres gaat er niets uit.";
    server.handle(linkedInRoutes.changeSettings, () => fieldErrorResponse("deliveryWebhookUrl", message));
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "Instellen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabelText("Hoe berichten naar buiten gaan").click();
    await page.getByRole("option", { name: "Webhook" }).click();
    await expect.element(dialog.getByLabelText("Adres van Unipile")).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expect
      .element(dialog.getByLabelText("Adres van de webhook"))
      .toHaveAccessibleDescription(expect.stringContaining(message));
  });

  test("sends only what was changed, so that the channel that a colleague chose meanwhile stays", async ({
    server,
  }) => {
    server.handle(sendersRoutes.list, () => []);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    server.handle(linkedInRoutes.unlinked, () => []);
    server.handle(linkedInRoutes.changeSettings, () => SETTINGS);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "Instellen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabelText("Uitnodigingen intrekken na (dagen)").fill("30");
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Kanaal bijgewerkt", "De instellingen van het kanaal zijn opgeslagen.");
    expect(server.requestsOf(linkedInRoutes.changeSettings).map(({ body }) => body)).toEqual([
      { withdrawInvitationsAfter: 30 },
    ]);
  });

  test("shows an invalid field of a channel that is not chosen, instead of a button that does nothing", async ({
    server,
  }) => {
    server.handle(sendersRoutes.list, () => []);
    server.handle(linkedInRoutes.settings, () => ({ ...SETTINGS, deliveryChannel: "webhook" as const }));
    server.handle(linkedInRoutes.unlinked, () => []);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "Instellen" }).click();
    const dialog = page.getByRole("dialog");
    const secret = dialog.getByLabelText("Geheim van de webhook");
    await secret.fill("abc");
    await dialog.getByLabelText("Hoe berichten naar buiten gaan").click();
    await page.getByRole("option", { name: "Eigen automatisering (Airtable)" }).click();
    await expect.element(secret).not.toBeInTheDocument();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(secret).toHaveAccessibleDescription(expect.stringContaining("Minimaal 16 tekens."));
  });

  test("shows the account of each sender and its problem, and tells the risk before connecting", async ({ server }) => {
    const account = {
      name: "Frank H.",
      status: "credentials" as const,
      tier: "free" as const,
      problem: "Het LinkedIn-account moet opnieuw worden verbonden.",
      connectedAt: "2026-11-01T09:00:00.000Z",
    };
    server.handle(sendersRoutes.list, () => [
      buildSender("Frank", { account }),
      buildSender("Anna"),
      buildSender(NO_SENDER),
    ]);
    server.handle(linkedInRoutes.settings, () => SET_UP);
    server.handle(linkedInRoutes.unlinked, () => []);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    const frank = page.getByRole("listitem").filter({ hasText: "Frank" });
    await expect.element(frank).toHaveTextContent("Het LinkedIn-account moet opnieuw worden verbonden.");
    await expect.element(frank).toHaveTextContent("gratis account");
    // Messages without a sender have no account to connect.
    await expect.element(page.getByText(NO_SENDER)).not.toBeInTheDocument();
    await page.getByRole("button", { name: "LinkedIn van Anna verbinden" }).click();
    const dialog = page.getByRole("dialog", { name: "LinkedIn van Anna verbinden" });
    await expect.element(dialog).toHaveTextContent("LinkedIn verbiedt in zijn voorwaarden het automatisch versturen");
    await expect.element(dialog.getByRole("button", { name: "Verder naar Unipile" })).toBeVisible();
  });

  test("does not go to an address that is no page", async ({ server }) => {
    server.handle(sendersRoutes.list, () => [buildSender("Anna")]);
    server.handle(linkedInRoutes.settings, () => SET_UP);
    server.handle(linkedInRoutes.unlinked, () => []);
    server.handle(linkedInRoutes.connect, () => ({ url: "javascript:void(document.title='script')" }));
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "LinkedIn van Anna verbinden" }).click();
    await page.getByRole("button", { name: "Verder naar Unipile" }).click();
    await expectErrorToast("Fout", "Het account kon niet worden verbonden.");
    expect(document.title).not.toBe("script");
  });

  test("says what to fill in before an account can be connected", async ({ server }) => {
    server.handle(sendersRoutes.list, () => [buildSender("Anna")]);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    const text = "Vul eerst bij Instellen het adres en de sleutel van Unipile in.";
    await expect.element(page.getByText(`${text} Daarna kun je de accounts verbinden.`)).toBeVisible();
    const connect = page.getByRole("button", { name: "LinkedIn van Anna verbinden" });
    await expect.element(connect).toHaveAttribute("aria-disabled", "true");
  });

  test("says after the return from Unipile that the account is on its way", async ({ server }) => {
    server.handle(sendersRoutes.list, () => []);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    const url = new URL(location.href);
    url.searchParams.set("linkedin", "verbonden");
    history.replaceState(history.state, "", url);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await expectToast("LinkedIn wordt verbonden", "Zodra Unipile het bevestigt, staat het account hier.");
    expect(location.search).not.toContain("linkedin=");
  });

  test("is switched on after a confirmation", async ({ server }) => {
    server.handle(sendersRoutes.list, () => []);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    const on: LinkedInSettings = { ...SETTINGS, deliveryChannel: "linkedin" };
    server.handle(linkedInRoutes.changeSettings, ({ body }) =>
      body.confirmed ? on : fieldErrorResponse("confirmed", "Bevestig eerst."),
    );
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "Instellen" }).click();
    const dialog = page.getByRole("dialog", { name: "Versturen instellen" });
    await dialog.getByLabelText("Hoe berichten naar buiten gaan").click();
    await page.getByRole("option", { name: "LinkedIn, via Unipile" }).click();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(dialog).toHaveTextContent("Bevestig eerst.");
    await dialog.getByRole("switch", { name: /Ik ken de risico's/ }).click();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Kanaal bijgewerkt", "De instellingen van het kanaal zijn opgeslagen.");
  });
});

describe("the invitation queue", () => {
  const buildInvitation = (fullName: string, more: Partial<QueuedInvitation> = {}): QueuedInvitation => ({
    id: `id-${fullName}`,
    leadId: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a03",
    fullName,
    title: "Directeur",
    company: "Bakkerij Jansen",
    linkedInUrl: null,
    leadRating: 8,
    leadClassification: "COLD",
    senderName: "Frank Hoekstra",
    queuedAt: "2026-11-16T09:00:00.000Z",
    invitedAt: null,
    plannedAt: "2026-11-17T08:30:00.000Z",
    waitsFor: { code: "cap", text: "de 20 van vandaag zijn verstuurd." },
    withdrawnAt: null,
    problem: null,
    endedAt: null,
    isOfAutomation: false,
    isFromAirtable: false,
    ...more,
  });
  const show = async (server: FakeServer, lists: Partial<Record<string, QueuedInvitation[]>>, url = "/") => {
    const sizeOf = (list: string) => lists[list]?.length ?? 0;
    const counts: InvitationQueue["counts"] = {
      queued: sizeOf("queued"),
      held: sizeOf("held"),
      sent: sizeOf("sent"),
      ended: sizeOf("ended"),
    };
    server.handle(invitationQueueRoutes.invitations, ({ query }) => ({
      items: lists[query["list"] ?? ""] ?? [],
      counts,
    }));
    return renderScreen(<InvitationsPage />, { url });
  };
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });

  test("says once what all of them wait for; the rows have rating and class", async ({ server }) => {
    const waiting: Partial<QueuedInvitation> = {
      plannedAt: null,
      waitsFor: { code: "automation", text: "Wacht op de automatisering in Airtable." },
    };
    await show(server, { queued: [buildInvitation("Anna", waiting), buildInvitation("Bram", waiting)] });
    await expect.element(rowOf("Anna")).toHaveTextContent("COLD | 10");
    await expect.element(rowOf("Anna").getByRole("img", { name: /8/ })).toBeInTheDocument();
    await expect
      .element(page.getByText(/wachten op de automatisering in Airtable/))
      .toHaveTextContent("Alle uitnodigingen hieronder wachten op de automatisering in Airtable.");
    await expect.element(rowOf("Bram")).toHaveTextContent("16 november 2026 10:00");
  });

  test("leads to what the sync has changed in one, in a company that synchronises", async ({ server }) => {
    server.handle(airtableRoutes.history, () => ({ recordName: "Anna", airtableUrl: null, changes: [] }));
    const { client } = await show(server, { queued: [buildInvitation("Anna")] });
    const button = rowOf("Anna").getByRole("button", { name: /^Wijzigingen met Airtable/ });
    await expect.element(rowOf("Anna")).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
    client.setQueryData(companyCardKey, { name: "Bakkerij Zon", logoUrl: null, syncsWithAirtable: true });
    await button.click();
    const dialog = page.getByRole("dialog", { name: "Wijzigingen met Airtable" });
    await expect.element(dialog).toHaveTextContent("Uitnodiging aan Anna");
    await expect
      .poll(() => server.requestsOf(airtableRoutes.history)[0]?.params)
      .toMatchObject({ table: "invitations" });
  });

  test("says when each goes and why, and puts one on hold", async ({ server }) => {
    await show(server, { queued: [buildInvitation("Anna"), buildInvitation("Bram", { isOfAutomation: true })] });
    await expect.element(rowOf("Anna")).toHaveTextContent(/Gaat .* om 09:30 · de 20 van vandaag zijn verstuurd/);
    const hold = (name: string) => page.getByRole("button", { name: `${name} in de wacht zetten` });
    await expect.element(hold("Bram")).toHaveAttribute("aria-disabled", "true");
    server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 1 }));
    await hold("Anna").click();
    await expectToast("In de wacht", "De uitnodiging aan Anna staat in de wacht.");
    server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 0 }));
    await hold("Anna").click();
    await expectToast("Niet gewijzigd", "De uitnodiging aan Anna is al verstuurd of gewijzigd.");
  });

  test("says who sends one that Airtable queued, on hold and back in the queue", async ({ server }) => {
    const queued = buildInvitation("Anna", { isFromAirtable: true });
    const held = buildInvitation("Bram", { isFromAirtable: true, plannedAt: null, waitsFor: null });
    await show(server, { queued: [queued], held: [held] });
    server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 1 }));
    await page.getByRole("button", { name: "Anna in de wacht zetten" }).click();
    await expectToast(
      "In de wacht",
      "De uitnodiging aan Anna staat in de wacht. De automatisering in Airtable kan haar nog versturen: zet haar ook daar in de wacht.",
    );
    await page.getByRole("combobox", { name: "Lijst" }).click();
    await page.getByRole("option", { name: "In de wacht (1)" }).click();
    await expect.element(rowOf("Bram")).toHaveTextContent("Komt uit Airtable.");
    await page.getByRole("button", { name: "Bram terug in de wachtrij" }).click();
    await expectToast(
      "Teruggezet",
      `De uitnodiging aan Bram staat weer in de wachtrij. Ze gaat nu via het LinkedIn-account van ${held.senderName}, niet meer via de automatisering in Airtable.`,
    );
  });

  test("is searched by name, and several go on hold at once, but not those of the automation", async ({ server }) => {
    const queued = [
      buildInvitation("Anna"),
      buildInvitation("Bram"),
      buildInvitation("Cees", { isOfAutomation: true }),
      buildInvitation("Daan"),
    ];
    await show(server, { queued });
    await expect.element(page.getByRole("checkbox", { name: "Selecteer Cees" })).toBeDisabled();
    await page.getByRole("checkbox", { name: "Selecteer Anna" }).click();
    await page.getByRole("checkbox", { name: "Selecteer Daan" }).click({ modifiers: ["Shift"] });
    const toolbar = page.getByRole("toolbar", { name: "Selectie" });
    await expect.element(toolbar.getByRole("status")).toHaveTextContent("3 uitnodigingen geselecteerd");
    server.handle(invitationQueueRoutes.holdInvitations, () => ({ changed: 2 }));
    await toolbar.getByRole("button", { name: "In de wacht zetten" }).click();
    await expectToast("In de wacht", "2 uitnodigingen staan in de wacht. 1 uitnodiging was al verstuurd of gewijzigd.");
    expect(server.requestsOf(invitationQueueRoutes.holdInvitations).map(({ body }) => body)).toEqual([
      { invitationIds: ["Anna", "Bram", "Daan"].map((name) => buildInvitation(name).id), isOnHold: true },
    ]);
    await expect.element(toolbar).not.toBeInTheDocument();

    server.handle(invitationQueueRoutes.invitations, ({ query }) => ({
      items: queued.filter(({ fullName }) => fullName.includes(query["search"] ?? "")),
      counts: { queued: 4, held: 0, sent: 0, ended: 0 },
    }));
    await userEvent.keyboard("/Bram");
    await expect.element(rowOf("Anna")).not.toBeInTheDocument();
    await expect.element(rowOf("Bram")).toBeVisible();
    await page.getByRole("searchbox").fill("Niemand");
    await page.getByRole("button", { name: "Wis Filters" }).last().click();
    await expect.element(rowOf("Anna")).toBeVisible();
    await expect.element(page.getByRole("searchbox")).toHaveValue("");
  });

  test("can all be reached by scrolling, and are put on hold in groups that the server accepts", async ({ server }) => {
    const all = Array.from({ length: 230 }, (_, nth) => buildInvitation(`Lead ${nth + 1}`));
    server.handle(invitationQueueRoutes.invitations, ({ query }) => ({
      items: all.slice(0, Number(query["limit"])),
      counts: { queued: 230, held: 0, sent: 0, ended: 0 },
    }));
    await renderScreen(<InvitationsPage />);
    await expect.element(page.getByText("De eerste 200 van 230")).toBeVisible();
    await expect
      .poll(() => {
        // Rows that are measured make the list longer.
        scrollTo(0, document.documentElement.scrollHeight);
        return page.getByText("230 uitnodigingen").query();
      })
      .not.toBeNull();
    await page.getByRole("checkbox", { name: "Selecteer alle uitnodigingen" }).click();
    server.handle(invitationQueueRoutes.holdInvitations, ({ body }) => ({
      changed: "invitationIds" in body ? body.invitationIds.length : 0,
    }));
    const toolbar = page.getByRole("toolbar", { name: "Selectie" });
    await toolbar.getByRole("button", { name: "In de wacht zetten" }).click();
    await expectToast("In de wacht", "230 uitnodigingen staan in de wacht.");
  });

  test("of a sender without any offers to show those of the others", async ({ server }) => {
    server.handle(invitationQueueRoutes.invitations, ({ query }) => ({
      items: query["sender"] ? [] : [buildInvitation("Anna")],
      counts: { queued: query["sender"] ? 0 : 1, held: 0, sent: 0, ended: 0 },
    }));
    await renderScreen(<InvitationsPage />, { url: "/?afzender=Bea" });
    await expect.element(page.getByText("Geen uitnodigingen gevonden")).toBeVisible();
    await page.getByRole("button", { name: "Wis Filters" }).last().click();
    await expect.element(rowOf("Anna")).toBeVisible();
  });

  test("withdraws several after a question, and names one that LinkedIn refuses", async ({ server }) => {
    await show(server, { sent: [buildInvitation("Anna"), buildInvitation("Bram")] }, "/?lijst=sent");
    await page.getByRole("checkbox", { name: "Selecteer alle uitnodigingen" }).click();
    server.handle(invitationQueueRoutes.withdrawInvitation, ({ params }) =>
      params["id"] === buildInvitation("Anna").id
        ? { message: "De uitnodiging is ingetrokken." }
        : Response.json(
            { error: "", message: "Deze uitnodiging staat niet meer open.", code: "conflict" },
            { status: 409 },
          ),
    );
    await page.getByRole("toolbar", { name: "Selectie" }).getByRole("button", { name: "Intrekken" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "2 uitnodigingen intrekken" }).click();
    await expectErrorToast(
      "Niet alles ingetrokken",
      "1 uitnodiging ingetrokken. Niet gelukt: Bram: Deze uitnodiging staat niet meer open.",
    );
    expect(server.requestsOf(invitationQueueRoutes.withdrawInvitation)).toHaveLength(2);
  });

  test("withdraws one after a question", async ({ server }) => {
    const sent = buildInvitation("Anna", {
      plannedAt: null,
      waitsFor: null,
      invitedAt: "2026-11-10T09:00:00.000Z",
      withdrawnAt: "2026-12-01T09:00:00.000Z",
    });
    await show(server, { sent: [sent] }, "/?lijst=sent");
    await expect.element(rowOf("Anna")).toHaveTextContent(/Wordt ingetrokken op 0?1.12.2026/);
    server.handle(invitationQueueRoutes.withdrawInvitation, () => ({ message: "De uitnodiging is ingetrokken." }));
    await page.getByRole("button", { name: "Uitnodiging aan Anna intrekken" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Intrekken" }).click();
    await expectToast("Ingetrokken", "De uitnodiging is ingetrokken.");
    expect(server.requestsOf(invitationQueueRoutes.withdrawInvitation)).toHaveLength(1);
  });

  test("has a next step when it is empty", async ({ server }) => {
    await show(server, {});
    await expect.element(page.getByRole("link", { name: "Naar All Leads" })).toHaveAttribute("href", "/all-leads");
    await expect.element(page.getByRole("link", { name: "Naar Hot Leads" })).toHaveAttribute("href", "/hot-leads");
  });

  test.for([
    ["held", "Niets in de wacht", "Wachtrij bekijken", "Geen uitnodigingen in de wachtrij"],
    ["sent", "Geen openstaande uitnodigingen", "Wachtrij bekijken", "Geen uitnodigingen in de wachtrij"],
    ["ended", "Niets ingetrokken of geweigerd", "Openstaande uitnodigingen bekijken", "Geen openstaande uitnodigingen"],
  ] as const)("leads from an empty list to the one before it: %s", async ([list, title, button, next], { server }) => {
    await show(server, {}, `/?lijst=${list}`);
    await expect.element(page.getByText(title, { exact: true })).toBeVisible();
    focus(page.getByRole("button", { name: button }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText(next, { exact: true })).toBeVisible();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test("is filled by rating", async ({ server }) => {
    await show(server, {});
    await expect.element(page.getByText("Geen uitnodigingen in de wachtrij")).toBeVisible();
    server.handle(invitationQueueRoutes.invite, () => ({
      queued: 3,
      skipped: [
        { reason: "invited" as const, count: 2 },
        { reason: "relation" as const, count: 1 },
      ],
    }));
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent("De accountmanager van elke lead");
    await expectFocusWithin(page.getByRole("dialog"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast(
      "Uitnodigingen klaargezet",
      "3 leads in de wachtrij. 2 leads overgeslagen: al uitgenodigd. 1 lead overgeslagen: al een relatie.",
    );
    expect(server.requestsOf(invitationQueueRoutes.invite).at(-1)?.body).toEqual({ minRating: 7, limit: 10 });
  });

  test("is filled for the user's own sender, unless they choose another", async ({ server }) => {
    const account = {
      name: "Anna Bakker",
      status: "ok" as const,
      tier: "paid" as const,
      problem: null,
      connectedAt: "2026-11-10T09:00:00.000Z",
    };
    const own = buildSender("Anna", { id: crypto.randomUUID(), userId: USER.id, account });
    server.handle(sendersRoutes.list, () => [buildSender("Bram", { id: crypto.randomUUID(), account }), own]);
    server.handle(invitationQueueRoutes.invite, () => ({ queued: 1, skipped: [] }));
    await show(server, {});
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    const namens = page.getByRole("dialog").getByRole("combobox", { name: "Namens" });
    await expect.element(namens).toHaveTextContent("Anna");
    await expectFocusWithin(page.getByRole("dialog"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Uitnodigingen klaargezet", "1 lead in de wachtrij.");
    expect(server.requestsOf(invitationQueueRoutes.invite).at(-1)?.body).toMatchObject({ senderId: own.id });
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    await namens.click();
    await page.getByRole("option", { name: "De accountmanager van elke lead" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Nodig uit" }).click();
    await expect.poll(() => server.requestsOf(invitationQueueRoutes.invite)).toHaveLength(2);
    expect(server.requestsOf(invitationQueueRoutes.invite).at(-1)?.body).toEqual({ minRating: 7, limit: 10 });
  });

  test("waits for the senders before it proposes one, and proposes no account that does not work", async ({
    server,
  }) => {
    const account = {
      name: "Anna Bakker",
      status: "credentials" as const,
      tier: "paid" as const,
      problem: null,
      connectedAt: "2026-11-10T09:00:00.000Z",
    };
    const own = buildSender("Anna", { id: crypto.randomUUID(), userId: USER.id, account });
    server.handle(sendersRoutes.list, () => [own]);
    const release = server.hold(sendersRoutes.list);
    server.handle(invitationQueueRoutes.invite, () => ({ queued: 1, skipped: [] }));
    await show(server, {});
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    const dialog = page.getByRole("dialog");
    const namens = dialog.getByRole("combobox", { name: "Namens" });
    await expect.element(namens).toHaveTextContent("Laden...");
    const invite = dialog.getByRole("button", { name: "Nodig uit" });
    await expect.element(invite).toHaveAttribute("aria-busy", "true");
    await expectFocusWithin(dialog);
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    release();
    await expect.element(namens).toHaveTextContent("De accountmanager van elke lead");
    expect(server.requestsOf(invitationQueueRoutes.invite)).toEqual([]);
    await expect.element(invite).toBeEnabled();
  });

  test("proposes nobody when the senders could not be loaded", async ({ server }) => {
    server.refuse(sendersRoutes.list, 500, "Er ging iets mis.");
    server.handle(invitationQueueRoutes.invite, () => ({ queued: 1, skipped: [] }));
    await show(server, {});
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    const dialog = page.getByRole("dialog");
    const namens = dialog.getByRole("combobox", { name: "Namens" });
    await expect.element(namens).toHaveAccessibleDescription("De afzenders konden niet worden geladen.");
    await expect.element(namens).toHaveTextContent("Kies...");
    await expect.element(dialog.getByRole("button", { name: "Nodig uit" })).toBeDisabled();
    await namens.click();
    await page.getByRole("option", { name: "De accountmanager van elke lead" }).click();
    await dialog.getByRole("button", { name: "Nodig uit" }).click();
    await expect
      .poll(() => server.requestsOf(invitationQueueRoutes.invite)[0]?.body)
      .toEqual({ minRating: 7, limit: 10 });
  });

  test("says that nobody has an account only once the senders are known", async ({ server }) => {
    server.handle(sendersRoutes.list, () => []);
    const release = server.hold(sendersRoutes.list);
    await show(server, {});
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog.getByRole("combobox", { name: "Namens" })).toBeVisible();
    const hint = dialog.getByText("Nog niemand heeft een LinkedIn-account verbonden");
    await expect.element(hint).not.toBeInTheDocument();
    release();
    await expect.element(hint).toBeVisible();
  });
});
