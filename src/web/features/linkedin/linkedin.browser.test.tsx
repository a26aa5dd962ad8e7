import { describe, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type LeadText, leadDetailsRoutes } from "#contract/lead-details.ts";
import { leadsRoutes } from "#contract/leads.ts";
import {
  type Conversation,
  type InvitationQueue,
  type LeadConversation,
  type LinkedInSettings,
  linkedInRoutes,
  type QueuedInvitation,
} from "#contract/linkedin.ts";
import { sendersRoutes } from "#contract/senders.ts";
import { writerRoutes } from "#contract/writer.ts";
import { clickTwice, expectErrorToast, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
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
) => {
  server.handle(linkedInRoutes.inbox, () => conversations);
  const find = (id: string | undefined) =>
    conversations.find(({ leadId }) => leadId === id) ?? buildConversation("onbekend");
  server.handle(linkedInRoutes.conversation, ({ params }) => ({ ...detailsOf(find(params["id"])), ...details }));
  server.handle(leadDetailsRoutes.texts, ({ params }) => textsOf(find(params["id"])));
  return renderScreen(<InboxPage />);
};

const chat = page.getByRole("list", { name: "Gesprek" });

describe("the inbox", () => {
  test("without replies says what will be there", async ({ server }) => {
    await showInbox(server, []);
    await expect.element(page.getByText("Nog geen reacties")).toBeVisible();
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

    server.handle(linkedInRoutes.react, () => detailsOf(bram));
    await userEvent.keyboard("1");
    await expectToast("Opgeslagen", "De reactie van Bram wacht nog op je antwoord.");
    expect(server.requestsOf(linkedInRoutes.react)).toMatchObject([
      { params: { id: "id-Bram" }, body: { sentiment: "interested" } },
    ]);

    server.handle(linkedInRoutes.answer, () => detailsOf({ ...bram, isAnswered: true }));
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("Graag, dinsdag?");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Antwoord klaargezet", "Je antwoord gaat weg binnen de werktijden van de afzender.");
    expect(server.requestsOf(linkedInRoutes.answer)).toMatchObject([
      { body: { text: "Graag, dinsdag?", when: "next" } },
    ]);
  });

  test("sends an answer now where that is chosen", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(linkedInRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    await page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra").fill("Ik bel je zo.");
    await page.getByRole("button", { name: "Nu versturen" }).click();
    await expectToast("Antwoord klaargezet", "Je antwoord wordt nu verstuurd.");
    expect(server.requestsOf(linkedInRoutes.answer).at(-1)?.body).toMatchObject({ when: "now" });
  });

  test("presses the button that has the focus with Enter, and sends now with Ctrl+Shift+Enter", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(linkedInRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    const sent = () => server.requestsOf(linkedInRoutes.answer).map(({ body: { text, when } }) => [text, when]);
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
    server.handle(linkedInRoutes.react, () => detailsOf(anna));
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
    expect(bubbles.elements()).toHaveLength(textsOf(anna).length + 3);
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

    server.handle(linkedInRoutes.answer, () => detailsOf(buildConversation("Anna", { isAnswered: true })));
    await page.getByRole("button", { name: "Antwoorden" }).click();
    await expect.element(field("Anna")).toHaveValue("");
    expect(localStorage.getItem("answer:id-Anna")).toBeNull();
  });

  test("says before typing that a lead may not be contacted, and changes the class there", async ({ server }) => {
    const refused = buildConversation("Anna", { leadClassification: "NOT INTERESTED" });
    await showInbox(server, [refused]);
    const notice = page.getByRole("note");
    await expect.element(notice).toHaveTextContent("Anna staat op NOT INTERESTED en mag niet meer benaderd worden.");
    await expect.element(page.getByRole("button", { name: "Antwoorden" })).not.toBeInTheDocument();
    server.handle(leadsRoutes.classify, () => Response.json({ fullName: "Anna", stoppedMessages: 0 }));
    server.handle(linkedInRoutes.conversation, () => detailsOf({ ...refused, leadClassification: "CONNECTED" }));
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
    server.handle(linkedInRoutes.inbox, () => [buildConversation("Bram"), anna]);
    server.handle(linkedInRoutes.react, () => detailsOf(anna));
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
    expect(server.requestsOf(linkedInRoutes.react)).toEqual([]);
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

  test("keeps what is typed while an answer is being sent", async ({ server }) => {
    const anna = buildConversation("Anna");
    await showInbox(server, [anna]);
    server.handle(linkedInRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    const release = server.hold(linkedInRoutes.answer);
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
    server.handle(linkedInRoutes.answer, () => detailsOf({ ...anna, isAnswered: true }));
    await page.getByLabelText("Antwoord aan Anna namens Frank Hoekstra").fill("Ik bel je zo.");
    clickTwice(page.getByRole("button", { name: "Antwoorden" }));
    await expectToast("Antwoord klaargezet", "Je antwoord gaat weg binnen de werktijden van de afzender.");
    expect(server.requestsOf(linkedInRoutes.answer)).toHaveLength(1);
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

  test("shows the account of each sender and its problem, and tells the risk before connecting", async ({ server }) => {
    const account = {
      name: "Frank H.",
      status: "credentials" as const,
      tier: "free" as const,
      problem: "Het LinkedIn-account moet opnieuw worden verbonden.",
      connectedAt: "2026-11-01T09:00:00.000Z",
    };
    server.handle(sendersRoutes.list, () => [buildSender("Frank", { account }), buildSender("Anna")]);
    server.handle(linkedInRoutes.settings, () => SETTINGS);
    server.handle(linkedInRoutes.unlinked, () => []);
    await renderScreen(<LinkedInCard isAdmin />, { user: { role: "company_admin" } });
    const frank = page.getByRole("listitem").filter({ hasText: "Frank" });
    await expect.element(frank).toHaveTextContent("Het LinkedIn-account moet opnieuw worden verbonden.");
    await expect.element(frank).toHaveTextContent("gratis account");
    await page.getByRole("button", { name: "LinkedIn van Anna verbinden" }).click();
    const dialog = page.getByRole("dialog", { name: "LinkedIn van Anna verbinden" });
    await expect.element(dialog).toHaveTextContent("LinkedIn verbiedt in zijn voorwaarden het automatisch versturen");
    await expect.element(dialog.getByRole("button", { name: "Verder naar Unipile" })).toBeVisible();
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
    const dialog = page.getByRole("dialog", { name: "Verzenden instellen" });
    await dialog.getByLabelText("Hoe berichten naar buiten gaan").click();
    await page.getByRole("option", { name: "LinkedIn, via Unipile" }).click();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expect.element(dialog).toHaveTextContent("Bevestig eerst.");
    await dialog.getByRole("switch", { name: /Ik ken de risico's/ }).click();
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Verzenden bijgewerkt", "De instellingen van het kanaal zijn opgeslagen.");
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
    server.handle(linkedInRoutes.invitations, ({ query }) => ({ items: lists[query["list"] ?? ""] ?? [], counts }));
    await renderScreen(<InvitationsPage />, { url });
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
      .element(page.getByText(/Wacht op de automatisering in Airtable/))
      .toHaveTextContent("Alle uitnodigingen hieronder: Wacht op de automatisering in Airtable.");
    await expect.element(rowOf("Bram")).toHaveTextContent("16 november 2026 10:00");
  });

  test("says when each goes and why, and puts one on hold", async ({ server }) => {
    await show(server, { queued: [buildInvitation("Anna"), buildInvitation("Bram", { isOfAutomation: true })] });
    await expect.element(rowOf("Anna")).toHaveTextContent(/Gaat .* om 09:30 · de 20 van vandaag zijn verstuurd/);
    const hold = (name: string) => page.getByRole("button", { name: `${name} in de wacht zetten` });
    await expect.element(hold("Bram")).toHaveAttribute("aria-disabled", "true");
    server.handle(linkedInRoutes.holdInvitations, () => ({ changed: 1 }));
    await hold("Anna").click();
    await expectToast("In de wacht", "De uitnodiging aan Anna staat in de wacht.");
    server.handle(linkedInRoutes.holdInvitations, () => ({ changed: 0 }));
    await hold("Anna").click();
    await expectToast("Niet gewijzigd", "De uitnodiging aan Anna is al verstuurd of gewijzigd.");
  });

  test("says who sends one that Airtable queued, on hold and back in the queue", async ({ server }) => {
    const queued = buildInvitation("Anna", { isFromAirtable: true });
    const held = buildInvitation("Bram", { isFromAirtable: true, plannedAt: null, waitsFor: null });
    await show(server, { queued: [queued], held: [held] });
    server.handle(linkedInRoutes.holdInvitations, () => ({ changed: 1 }));
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
    server.handle(linkedInRoutes.holdInvitations, () => ({ changed: 2 }));
    await toolbar.getByRole("button", { name: "In de wacht zetten" }).click();
    await expectToast("In de wacht", "2 uitnodigingen staan in de wacht. 1 uitnodiging was al verstuurd of gewijzigd.");
    expect(server.requestsOf(linkedInRoutes.holdInvitations).map(({ body }) => body)).toEqual([
      { invitationIds: ["Anna", "Bram", "Daan"].map((name) => buildInvitation(name).id), isOnHold: true },
    ]);
    await expect.element(toolbar).not.toBeInTheDocument();

    server.handle(linkedInRoutes.invitations, ({ query }) => ({
      items: queued.filter(({ fullName }) => fullName.includes(query["search"] ?? "")),
      counts: { queued: 4, held: 0, sent: 0, ended: 0 },
    }));
    await userEvent.keyboard("/Bram");
    await expect.element(rowOf("Anna")).not.toBeInTheDocument();
    await expect.element(rowOf("Bram")).toBeVisible();
    await page.getByRole("searchbox").fill("Niemand");
    await page.getByRole("button", { name: "Wis zoekterm" }).last().click();
    await expect.element(rowOf("Anna")).toBeVisible();
  });

  test("withdraws several after a question, and names one that LinkedIn refuses", async ({ server }) => {
    await show(server, { sent: [buildInvitation("Anna"), buildInvitation("Bram")] }, "/?lijst=sent");
    await page.getByRole("checkbox", { name: "Selecteer alle uitnodigingen" }).click();
    server.handle(linkedInRoutes.withdrawInvitation, ({ params }) =>
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
    expect(server.requestsOf(linkedInRoutes.withdrawInvitation)).toHaveLength(2);
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
    server.handle(linkedInRoutes.withdrawInvitation, () => ({ message: "De uitnodiging is ingetrokken." }));
    await page.getByRole("button", { name: "Uitnodiging aan Anna intrekken" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Intrekken" }).click();
    await expectToast("Ingetrokken", "De uitnodiging is ingetrokken.");
    expect(server.requestsOf(linkedInRoutes.withdrawInvitation)).toHaveLength(1);
  });

  test("is filled by rating", async ({ server }) => {
    await show(server, {});
    await expect.element(page.getByText("Geen uitnodigingen in de wachtrij")).toBeVisible();
    server.handle(linkedInRoutes.invite, () => ({
      queued: 3,
      skipped: [
        { reason: "invited" as const, count: 2 },
        { reason: "relation" as const, count: 1 },
      ],
    }));
    await page.getByRole("button", { name: "Uitnodigen op rating" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Nodig uit" }).click();
    await expectToast(
      "Uitnodigingen klaargezet",
      "3 leads in de wachtrij. 2 leads overgeslagen: al uitgenodigd. 1 lead overgeslagen: al een relatie.",
    );
    expect(server.requestsOf(linkedInRoutes.invite).at(-1)?.body).toEqual({ minRating: 7, limit: 10 });
  });
});
