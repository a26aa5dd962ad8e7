import { describe, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { inboxRoutes } from "#contract/inbox.ts";
import { type LeadText, leadDetailsRoutes } from "#contract/lead-details.ts";
import { LEAD_FIELDS } from "#contract/lead-fields.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { meetingsRoutes } from "#contract/meetings.ts";
import { type Task, tasksRoutes } from "#contract/tasks.ts";
import { usersRoutes } from "#contract/users.ts";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  renderScreen,
  type ScreenOptions,
  test,
} from "#web/testing/component-test.tsx";
import { type FakeServer, fieldErrorResponse, listResponse } from "#web/testing/fake-server.ts";
import { expectAccessible, expectNoSidewaysScroll, setWidth, tabTo } from "#web/testing/journey.ts";
import { buildMeeting } from "#web/testing/meeting.fixture.ts";
import { buildLead } from "../lead.fixture.ts";
import { LeadScreen } from "./lead.page.tsx";

const OTHER = "00000000-0000-4000-8000-000000000002";

const serveLead = (server: FakeServer, initial: Partial<Lead> = {}) => {
  let lead = buildLead(initial);
  server.handle(leadsRoutes.one, () => lead);
  server.handle(leadsRoutes.settings, () => ({
    formUrl: null,
    formFrame: null,
    hubspotPortalUrl: null,
    readOnlyFields: [],
  }));
  server.handle(leadsRoutes.timeline, () => []);
  server.handle(leadDetailsRoutes.notes, () => []);
  server.handle(leadDetailsRoutes.tags, () => ["Beurs"]);
  server.handle(leadDetailsRoutes.duplicates, () => []);
  server.handle(meetingsRoutes.list, () => []);
  server.handle(usersRoutes.colleagues, () => listResponse([]));
  server.handle(leadDetailsRoutes.texts, (): LeadText[] => [
    { id: "1", at: "2026-03-01T08:15:00.000Z", direction: "out", by: "Frank", name: "Ice Breaker", text: "Hoi Anna!" },
    { id: "2", at: "2026-03-02T09:00:00.000Z", direction: "in", by: "Anna de Vries", name: null, text: "Dag Frank" },
  ]);
  server.handle(leadsRoutes.edit, ({ body }) => {
    lead = { ...lead, ...(body as Partial<Lead>) };
    return { ...lead, undo: { token: "1", until: "2026-11-16T09:00:10.000Z" } };
  });
};

const showLead = async (server: FakeServer, initial: Partial<Lead> = {}, options?: ScreenOptions) => {
  serveLead(server, initial);
  const screen = await renderScreen(<LeadScreen id={buildLead().id} />, options);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Anna de Vries");
  return screen;
};

test("shows the conversation with the texts that were sent, and links to the profile", async ({ server }) => {
  await showLead(server);
  const texts = page.getByRole("list", { name: "Gesprek" }).getByRole("listitem");
  await expect.element(texts.first()).toHaveTextContent("FrankIce Breaker1 maart 2026 09:15Hoi Anna!");
  await expect.element(texts.last()).toHaveTextContent("Dag Frank");
  await expect
    .element(page.getByRole("link", { name: "LinkedIn-profiel van Anna de Vries" }))
    .toHaveAttribute("href", "https://www.linkedin.com/in/anna");
});

test("its skeleton has the shape of the page", async ({ server }) => {
  serveLead(server);
  const release = server.hold(leadsRoutes.one);
  await renderScreen(<LeadScreen id={buildLead().id} />);
  await expect.element(page.getByText("Lead laden...")).toBeInTheDocument();
  expect(page.getByText(/laden/i).elements()).toHaveLength(1);
  const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [header, tabs] = [boxOf("header"), boxOf("[data-skeleton-tabs]")];
  release();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Anna de Vries");
  const shownTabs = boxOf("[role=tablist]");
  expect(boxOf("header").height).toBeCloseTo(header.height, -1);
  expect([shownTabs.left, shownTabs.width]).toEqual([tabs.left, tabs.width]);
  expect(Math.abs(shownTabs.top - tabs.top)).toBeLessThan(8);
});

describe("the keys", () => {
  const tab = (name: string) => page.getByRole("tab", { name, selected: true });
  const CONVERSATION = {
    leadId: buildLead().id,
    fullName: "Anna de Vries",
    leadClassification: "COLD" as const,
    senderName: "Frank Hoekstra",
    isAnswered: false,
    messages: [],
  };
  /** Loaded after the screen, like the parts of the page. */
  const showWithKeys = async (server: FakeServer, initial: Partial<Lead> = {}) => {
    await import("./lead-shortcuts.ts");
    await showLead(server, initial);
    await expect.element(page.getByRole("list", { name: "Gesprek" })).toBeVisible();
  };

  const renderWithKeys = async () => {
    await import("./lead-shortcuts.ts");
    await renderScreen(<LeadScreen id={buildLead().id} />);
    await expect.element(page.getByRole("list", { name: "Gesprek" })).toBeVisible();
  };

  /** The labels are shown once the returned function is called. */
  const showWithoutLabels = async (server: FakeServer) => {
    serveLead(server);
    const release = server.hold(leadDetailsRoutes.tags);
    await renderWithKeys();
    return release;
  };

  test("j and k go through the parts of the page, without a report that there is not", async ({ server }) => {
    await showWithKeys(server, { hasReport: false });
    await userEvent.keyboard("j");
    await expect.element(tab("Notities")).toBeVisible();
    await userEvent.keyboard("jjj");
    await expect.element(tab("Meetings en taken")).toBeVisible();
    await userEvent.keyboard("kkkk");
    await expect.element(tab("Gesprek")).toBeVisible();
  });

  test("n writes a note, and what is typed then is no shortcut", async ({ server }) => {
    await showWithKeys(server);
    await userEvent.keyboard("n");
    const field = page.getByLabelText("Nieuwe notitie");
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("jklen");
    await expect.element(field).toHaveValue("jklen");
    await expect.element(tab("Notities")).toBeVisible();
  });

  test("what is typed while a part is loading is no shortcut", async ({ server }) => {
    const release = await showWithoutLabels(server);
    await userEvent.keyboard("ljc");
    release();
    await expect.element(page.getByLabelText("Nieuw label")).toHaveFocus();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(tab("Gesprek")).toBeVisible();
  });

  test("a part that is loaded late does not take the focus from what the user went on with", async ({ server }) => {
    const release = await showWithoutLabels(server);
    await userEvent.keyboard("l");
    await page.getByRole("tab", { name: "Tijdlijn" }).click();
    release();
    await expect.element(page.getByLabelText("Nieuw label")).toBeVisible();
    await expect.element(tab("Tijdlijn")).toHaveFocus();
  });

  test("l goes to the button that loads the labels again when that failed", async ({ server }) => {
    serveLead(server);
    server.refuse(leadDetailsRoutes.tags, 500, "Er ging iets mis.");
    const release = server.hold(leadDetailsRoutes.tags);
    await renderWithKeys();
    await userEvent.keyboard("l");
    release();
    const labels = page.getByRole("region", { name: "Labels" });
    await expect.element(labels.getByRole("button", { name: "Opnieuw proberen" })).toHaveFocus();
    await userEvent.keyboard("j");
    await expect.element(tab("Notities")).toBeVisible();
  });

  test("the button that loads the labels again keeps the focus when that fails, and passes it to the field", async ({
    server,
  }) => {
    serveLead(server);
    server.refuse(leadDetailsRoutes.tags, 500, "Er ging iets mis.");
    await renderWithKeys();
    const retry = page.getByRole("region", { name: "Labels" }).getByRole("button", { name: "Opnieuw proberen" });
    await expect.element(retry).toBeVisible();
    await userEvent.keyboard("l");
    await expect.element(retry).toHaveFocus();
    const release = server.hold(leadDetailsRoutes.tags);
    await userEvent.keyboard("{Enter}");
    await expect.element(retry).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("{Enter}");
    release();
    await expect.element(retry).not.toHaveAttribute("aria-disabled");
    await expect.element(retry).toHaveFocus();
    expect(server.requestsOf(leadDetailsRoutes.tags)).toHaveLength(2);
    server.handle(leadDetailsRoutes.tags, () => ["Beurs"]);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByLabelText("Nieuw label")).toHaveFocus();
  });

  test("e does not stop the other keys when all details can only be changed in Airtable", async ({ server }) => {
    serveLead(server);
    const fields = [...Object.keys(LEAD_FIELDS), "contractOwner", "hubspotId"];
    server.handle(leadsRoutes.settings, () => ({
      formUrl: null,
      formFrame: null,
      hubspotPortalUrl: null,
      readOnlyFields: fields.map((field) => ({ field, name: field })),
    }));
    await renderWithKeys();
    await expect.element(page.getByText("Alleen in Airtable te wijzigen").first()).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Branche wijzigen" })).not.toBeInTheDocument();
    await userEvent.keyboard("ej");
    await expect.element(tab("Notities")).toBeVisible();
  });

  test("j moves the focus too when a tab has it, so that a dialog returns it to the tab that is shown", async ({
    server,
  }) => {
    await showWithKeys(server);
    await page.getByRole("tab", { name: "Notities" }).click();
    await userEvent.keyboard("j");
    await expect.element(tab("Tijdlijn")).toHaveFocus();
    await userEvent.keyboard("c");
    const dialog = page.getByRole("dialog", { name: "Classificatie wijzigen" });
    await expectFocusWithin(dialog);
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(tab("Tijdlijn")).toHaveFocus();
  });

  test("c and a digit change the class", async ({ server }) => {
    await showWithKeys(server);
    server.handle(leadsRoutes.classify, () => ({ ...buildLead(), stoppedMessages: 0 }));
    await userEvent.keyboard("c");
    await expectFocusWithin(page.getByRole("dialog", { name: "Classificatie wijzigen" }));
    await userEvent.keyboard("1");
    await expect.poll(() => server.requestsOf(leadsRoutes.classify)).toHaveLength(1);
  });

  test("e edits the details, and l adds a label", async ({ server }) => {
    await showWithKeys(server);
    await userEvent.keyboard("l");
    await expect.element(page.getByLabelText("Nieuw label")).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("e");
    await expect.poll(() => document.activeElement?.matches("section[aria-label=Gegevens] input")).toBe(true);
  });

  test("Enter writes an answer where the lead can be answered", async ({ server }) => {
    server.handle(inboxRoutes.conversation, () => CONVERSATION);
    await showWithKeys(server);
    const field = page.getByLabelText("Antwoord aan Anna de Vries namens Frank Hoekstra");
    await expect.element(field).toBeVisible();
    await userEvent.keyboard("j{Enter}");
    await expect.element(tab("Gesprek")).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  test("Enter does nothing where the class of the lead forbids an answer", async ({ server }) => {
    server.handle(inboxRoutes.conversation, () => ({ ...CONVERSATION, leadClassification: "DO NOT CONNECT" }));
    await showWithKeys(server);
    await expect.element(page.getByText(/mag niet meer benaderd worden/)).toBeVisible();
    await userEvent.keyboard("j");
    await expect.element(tab("Notities")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard("j");
    await expect.element(tab("Tijdlijn")).toBeVisible();
  });
});

describe("a detail", () => {
  const openDetail = async (name: string) => {
    await page.getByRole("button", { name: `${name} wijzigen` }).click();
    await expect.element(page.getByLabelText(name, { exact: true })).toHaveFocus();
  };

  test("that can only be changed in Airtable has no button, and says so", async ({ server }) => {
    serveLead(server, { industry: "Voeding, Zorg" });
    server.handle(leadsRoutes.settings, () => ({
      formUrl: null,
      formFrame: null,
      hubspotPortalUrl: null,
      readOnlyFields: [{ field: "industry", name: "Branches" }],
    }));
    await renderScreen(<LeadScreen id={buildLead().id} />);
    await expect.element(page.getByText("Alleen in Airtable te wijzigen, in “Branches”.")).toBeVisible();
    await expect.element(page.getByText("Voeding, Zorg")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Branche wijzigen" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).toBeInTheDocument();
  });

  test("is edited in place by keyboard", async ({ server }) => {
    await showLead(server);
    await openDetail("Functie");
    await userEvent.keyboard("{Control>}a{/Control}CEO{Enter}");
    await expectToast("Lead bijgewerkt", "De gegevens van Anna de Vries zijn opgeslagen.");
    expect(server.requestsOf(leadsRoutes.edit)[0]?.body).toEqual({ title: "CEO" });
    await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Ongedaan maken" })).toBeVisible();
  });

  test("stays as it was after Escape, or when nothing changed", async ({ server }) => {
    await showLead(server);
    await openDetail("Functie");
    await userEvent.keyboard("anders{Escape}");
    await openDetail("Bedrijf");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Bedrijf wijzigen" })).toBeInTheDocument();
    expect(server.requestsOf(leadsRoutes.edit)).toEqual([]);
  });

  test("that the server refuses stays open with the reason", async ({ server }) => {
    await showLead(server);
    server.handle(leadsRoutes.edit, () => fieldErrorResponse("email", "Vul een geldig e-mailadres in."));
    await openDetail("E-mailadres");
    await userEvent.keyboard("x{Enter}");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Vul een geldig e-mailadres in.");
    await expect.element(page.getByLabelText("E-mailadres", { exact: true })).toBeVisible();
  });

  test("that a colleague changes while its field is open is not put back by leaving the field", async ({ server }) => {
    const { client } = await showLead(server);
    await openDetail("Telefoon");
    server.handle(leadsRoutes.one, () => buildLead({ phone: "06 87654321", company: "Maan B.V." }));
    await client.invalidateQueries({ queryKey: ["leads", "one"] });
    await expect.element(page.getByText("Directeur · Maan B.V.")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("link", { name: "06 87654321" })).toBeVisible();
    expect(server.requestsOf(leadsRoutes.edit)).toEqual([]);
  });

  test("that is refused after its field was closed is reported, and opens without the problem", async ({ server }) => {
    await showLead(server);
    server.handle(leadsRoutes.edit, () => fieldErrorResponse("email", "Vul een geldig e-mailadres in."));
    const release = server.hold(leadsRoutes.edit);
    await openDetail("E-mailadres");
    await userEvent.keyboard("x{Enter}{Escape}");
    release();
    await expectErrorToast("E-mailadres niet opgeslagen", "Vul een geldig e-mailadres in.");
    await page.getByRole("button", { name: "E-mailadres wijzigen" }).click();
    await expect
      .element(page.getByLabelText("E-mailadres", { exact: true }))
      .not.toHaveAccessibleDescription("Vul een geldig e-mailadres in.");
  });

  test("changes in the cached invitations of the lead, which keep their own fields", async ({ server }) => {
    const { client } = await showLead(server);
    const key = ["lead-lists", "accepted", {}];
    const invited = { ...buildLead(), connectedWith: "Frank" };
    client.setQueryData(key, {
      pages: [{ items: [{ id: "uitnodiging", lead: invited }], total: 1 }],
      pageParams: [undefined],
    });
    await openDetail("Functie");
    await userEvent.keyboard("{Control>}a{/Control}CEO{Enter}");
    await expectToast("Lead bijgewerkt", "De gegevens van Anna de Vries zijn opgeslagen.");
    await expect
      .poll(() => client.getQueryData(key))
      .toMatchObject({ pages: [{ items: [{ lead: { title: "CEO", connectedWith: "Frank" } }] }] });
  });
});

test("on a phone the tabs are below the header, the details are one of them, and deleting is in a menu", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  await showLead(server);
  const details = page.getByRole("tab", { name: "Gegevens" });
  expect(details.element().getBoundingClientRect().bottom).toBeLessThan(200);
  await expect.element(page.getByRole("list", { name: "Gesprek" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).not.toBeInTheDocument();
  await details.click();
  await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Anna de Vries verwijderen" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Meer acties voor Anna de Vries" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Verwijderen" })).toBeVisible();
});

test("on a phone a lead without a conversation opens with the details, and keeps a tab that is chosen", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  serveLead(server);
  server.handle(leadDetailsRoutes.texts, () => []);
  await renderScreen(<LeadScreen id={buildLead().id} />);
  await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).toBeVisible();
  await page.getByRole("tab", { name: "Gesprek" }).click();
  await expect.element(page.getByText("Nog geen gesprek")).toBeVisible();
});

test("on a phone the first message of a conversation does not replace the details in which somebody types", async ({
  server,
}) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  serveLead(server);
  server.handle(leadDetailsRoutes.texts, () => []);
  const { client } = await renderScreen(<LeadScreen id={buildLead().id} />);
  await page.getByRole("button", { name: "Functie wijzigen" }).click();
  const field = page.getByLabelText("Functie", { exact: true });
  await field.fill("Bestuurder");
  serveLead(server, { company: "Maan B.V." });
  await client.invalidateQueries({ queryKey: ["queue", "texts"] });
  await client.invalidateQueries({ queryKey: ["leads", "one"] });
  await expect.element(page.getByText("Directeur · Maan B.V.")).toBeVisible();
  await expect.element(field).toHaveValue("Bestuurder");
  await expect.element(field).toHaveFocus();
  await page.getByRole("tab", { name: "Gesprek" }).click();
  await expect.element(page.getByText("Hoi Anna!")).toBeVisible();
});

test("on a phone no tab is open until it is known whether there is a conversation", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  serveLead(server);
  server.handle(leadDetailsRoutes.texts, () => []);
  const release = server.hold(leadDetailsRoutes.texts);
  await renderScreen(<LeadScreen id={buildLead().id} />);
  await expect.element(page.getByRole("tab", { name: "Gesprek" })).toBeVisible();
  await expect.element(page.getByRole("tab", { selected: true })).not.toBeInTheDocument();
  release();
  await expect.element(page.getByRole("tab", { name: "Gegevens", selected: true })).toBeVisible();
});

test("tags and duplicates that cannot be loaded say so, and are tried again", async ({ server }) => {
  serveLead(server);
  server.refuse(leadDetailsRoutes.tags, 409, "Even niet.");
  server.refuse(leadDetailsRoutes.duplicates, 409, "Even niet.");
  await renderScreen(<LeadScreen id={buildLead().id} />);
  const problem = (text: RegExp) => page.getByRole("alert").filter({ hasText: text });
  await expect.element(problem(/^Of deze persoon er dubbel in staat, kon niet worden nagegaan/)).toBeVisible();
  server.handle(leadDetailsRoutes.tags, () => ["Beurs"]);
  await problem(/^De labels konden niet worden geladen/)
    .getByRole("button", { name: "Opnieuw proberen" })
    .click();
  await expect.element(page.getByRole("button", { name: "Label Beurs verwijderen" })).toBeVisible();
});

test("tags are added and removed", async ({ server }) => {
  await showLead(server);
  server.handle(leadDetailsRoutes.setTags, ({ body }) => body.tags);
  await page.getByRole("combobox", { name: "Nieuw label" }).fill("VIP");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Label VIP verwijderen" })).toBeVisible();
  await page.getByRole("button", { name: "Label Beurs verwijderen" }).click();
  await expect.element(page.getByRole("button", { name: "Label Beurs verwijderen" })).not.toBeInTheDocument();
  await expect
    .poll(() => server.requestsOf(leadDetailsRoutes.setTags).map(({ body }) => body))
    .toEqual([
      { tags: ["Beurs", "VIP"], before: ["Beurs"] },
      { tags: ["VIP"], before: ["Beurs", "VIP"] },
    ]);
});

test("a second label waits for the first, and a refused one stays in the field", async ({ server }) => {
  await showLead(server);
  server.refuse(leadDetailsRoutes.setTags, 400, "Hooguit twintig labels.");
  const field = page.getByRole("combobox", { name: "Nieuw label" });
  await field.fill("VIP");
  await userEvent.keyboard("{Enter}");
  await expectErrorToast("Fout", "Hooguit twintig labels.");
  await expect.element(field).toHaveValue("VIP");
  // Until then a second label waits.
  await expect.element(page.getByRole("button", { name: "Label Beurs verwijderen" })).toBeEnabled();
  server.handle(leadDetailsRoutes.setTags, ({ body }) => body.tags);
  const release = server.hold(leadDetailsRoutes.setTags);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Label Beurs verwijderen" })).toBeDisabled();
  release();
  await expect.element(page.getByRole("button", { name: "Label VIP verwijderen" })).toBeEnabled();
  await expect.element(field).toHaveValue("");
});

test("a meeting links to its tab of the meetings screen", async ({ server }) => {
  serveLead(server);
  server.handle(meetingsRoutes.list, () => [buildMeeting({ status: "PROCESSED" })]);
  await renderScreen(<LeadScreen id={buildLead().id} />, { url: "/leads/1?tab=meetings" });
  await expect
    .element(page.getByRole("link", { name: "Kennismaking" }))
    .toHaveAttribute("href", "/meetings?tab=verwerkt");
});

test("a note that is saved while another tab is open is not in the form any more", async ({ server }) => {
  const { client } = await showLead(server, {}, { url: "/leads/1?tab=notities" });
  const note = { id: "1", text: "Belt later.", author: "Anna", createdAt: "2026-11-16T09:00:00.000Z", mayChange: true };
  server.handle(leadDetailsRoutes.addNote, () => note);
  const release = server.hold(leadDetailsRoutes.addNote);
  const field = page.getByRole("textbox", { name: "Nieuwe notitie" });
  await field.fill("Belt later.");
  await page.getByRole("button", { name: "Notitie toevoegen" }).click();
  await page.getByRole("tab", { name: "Gesprek" }).click();
  await expect.element(field).not.toBeInTheDocument();
  server.handle(leadDetailsRoutes.notes, () => [note]);
  release();
  await expect.poll(() => client.isMutating()).toBe(0);
  await page.getByRole("tab", { name: "Notities" }).click();
  await expect.element(page.getByRole("list", { name: "Notities" })).toHaveTextContent("Belt later.");
  await expect.element(field).toHaveValue("");
});

test("a note is added with Ctrl+Enter, and typed text survives leaving the page", async ({ server }) => {
  const first = await showLead(server, {}, { url: "/leads/1?tab=notities" });
  await page.getByRole("textbox", { name: "Nieuwe notitie" }).fill("Belt liever na vieren.");
  await first.unmount();
  await showLead(server, {}, { url: "/leads/1?tab=notities" });
  await expect.element(page.getByRole("textbox", { name: "Nieuwe notitie" })).toHaveValue("Belt liever na vieren.");
  const note = {
    id: "1",
    text: "Belt liever na vieren.",
    author: "Anna",
    createdAt: "2026-11-16T09:00:00.000Z",
    mayChange: true,
  };
  server.handle(leadDetailsRoutes.addNote, () => note);
  server.handle(leadDetailsRoutes.notes, () => [note]);
  await page.getByRole("textbox", { name: "Nieuwe notitie" }).click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("list", { name: "Notities" })).toHaveTextContent("Belt liever na vieren.");
  await expect.element(page.getByRole("textbox", { name: "Nieuwe notitie" })).toHaveValue("");
});

test("a note that is not saved is not shown to a colleague on the same computer", async ({ server }) => {
  const first = await showLead(server, {}, { url: "/leads/1?tab=notities" });
  const field = page.getByRole("textbox", { name: "Nieuwe notitie" });
  await field.fill("Belt liever na vieren.");
  await first.unmount();
  await showLead(
    server,
    {},
    { url: "/leads/1?tab=notities", user: { id: "5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a09", username: "bea" } },
  );
  await expect.element(field).toHaveValue("");
});

test("a notice of duplicates that disappears leaves the focus where the user went meanwhile", async ({ server }) => {
  serveLead(server);
  server.handle(leadDetailsRoutes.duplicates, () => [{ lead: buildLead({ id: OTHER }), reason: "linkedin" as const }]);
  const { client } = await renderScreen(<LeadScreen id={buildLead().id} />);
  const notice = page.getByRole("region", { name: "Dubbele leads" });
  await expect.element(notice).toBeVisible();
  const field = page.getByLabelText("Nieuw label");
  await expect.element(field).toBeVisible();
  server.handle(leadDetailsRoutes.duplicates, () => []);
  // Before the next frame.
  const observer = new MutationObserver(() => {
    if (notice.query()) return;
    focus(field);
    observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await client.invalidateQueries();
  await expect.element(notice).not.toBeInTheDocument();
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await expect.element(field).toHaveFocus();
});

test("a duplicate is merged after both leads were shown side by side", async ({ server }) => {
  const other = buildLead({
    id: OTHER,
    fullName: "A. de Vries",
    email: "a@maan.example",
    leadClassification: "DO NOT CONNECT",
  });
  serveLead(server);
  server.handle(leadDetailsRoutes.duplicates, () => [{ lead: other, reason: "linkedin" as const }]);
  server.handle(leadDetailsRoutes.merge, () => buildLead());
  await renderScreen(<LeadScreen id={buildLead().id} />);
  const notice = page.getByRole("region", { name: "Dubbele leads" });
  await expect.element(notice).toHaveTextContent("A. de Vries (Zon B.V.) heeft hetzelfde LinkedIn-profiel.");
  await notice.getByRole("button", { name: "Samenvoegen met A. de Vries" }).click();
  const dialog = page.getByRole("dialog", { name: "Leads samenvoegen" });
  await expect
    .element(dialog.getByRole("row", { name: /E-mailadres/ }))
    .toHaveTextContent("anna@zon.examplea@maan.example");
  await expect.element(dialog.getByText(/mag niet worden benaderd/)).toBeVisible();
  await dialog.getByRole("radio", { name: "A. de Vries", exact: true }).click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expectToast("Leads samengevoegd", "Alles van beide leads staat nu bij Anna de Vries.");
  expect(server.requestsOf(leadDetailsRoutes.merge)[0]).toMatchObject({
    params: { id: OTHER },
    body: { duplicateId: buildLead().id },
  });
});

test("the dialog of a merge marks what the merged lead will have", async ({ server }) => {
  const other = buildLead({
    id: OTHER,
    fullName: "A. de Vries",
    hubspotId: "43",
    leadClassification: "CLIENT",
    dateAdded: "2026-10-01T09:00:00.000Z",
  });
  serveLead(server, { leadClassification: null });
  server.handle(leadDetailsRoutes.duplicates, () => [{ lead: other, reason: "linkedin" as const }]);
  await renderScreen(<LeadScreen id={buildLead().id} />);
  await page.getByRole("button", { name: "Samenvoegen met A. de Vries" }).click();
  const dialog = page.getByRole("dialog", { name: "Leads samenvoegen" });
  const weightsOf = (label: string) =>
    [...dialog.getByRole("row", { name: label }).element().querySelectorAll("td")].map(
      (cell) => getComputedStyle(cell).fontWeight,
    );
  await expect.poll(() => weightsOf("HubSpot ID")).toEqual(["500", "400"]);
  expect(weightsOf("Classificatie")).toEqual(["400", "500"]);
  expect(weightsOf("Toegevoegd")).toEqual(["400", "500"]);
});

test("after a merge into the other lead, its page is opened", async ({ server }) => {
  const other = buildLead({ id: OTHER, fullName: "A. de Vries" });
  serveLead(server);
  server.handle(leadDetailsRoutes.duplicates, () => [{ lead: other, reason: "linkedin" as const }]);
  server.handle(leadDetailsRoutes.merge, () => {
    server.refuse(leadsRoutes.one, 404, "Niet gevonden");
    return other;
  });
  const { currentUrl } = await renderScreen(<LeadScreen id={buildLead().id} />, { url: `/leads/${buildLead().id}` });
  await page.getByRole("button", { name: "Samenvoegen met A. de Vries" }).click();
  await page.getByRole("radio", { name: "A. de Vries", exact: true }).click();
  // Other data of the page arrives after the answer that the lead is gone.
  const release = server.hold(leadDetailsRoutes.tags);
  await page.getByRole("button", { name: "Samenvoegen", exact: true }).click();
  await expect.poll(currentUrl).toBe(`/leads/${OTHER}`);
  release();
});

test("a lead that does not exist is explained, and a failure can be retried", async ({ server }) => {
  serveLead(server);
  server.refuse(leadsRoutes.one, 404, "Niet gevonden");
  const { unmount } = await renderScreen(<LeadScreen id={buildLead().id} />);
  await expect.element(page.getByText("Deze lead is er niet")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Naar All Leads" })).toHaveAttribute("href", "/all-leads");
  await unmount();
  server.breakRoute(leadsRoutes.one);
  await renderScreen(<LeadScreen id={buildLead().id} />);
  await expect.element(page.getByText("De lead kon niet worden geladen")).toBeVisible();
});

test("only company admins see export and erasure", async ({ server }) => {
  await showLead(server, {}, { user: { role: "company_admin" } });
  await expect.element(page.getByRole("region", { name: "Privacy" })).toBeVisible();
});

describe("journeys through the page", () => {
  const TAB_NAMES = ["Gesprek", "Notities", "Tijdlijn", "Meetings en taken"];
  const duplicate = buildLead({ id: OTHER, fullName: "A. de Vries", email: "a@maan.example" });

  /** A lead with something in every part of its page; what is saved is there afterwards, as on the real server. */
  const serveFullLead = (server: FakeServer) => {
    serveLead(server, { motivation: "<p>Groeit hard.</p>", sync: "synced" });
    const written = { author: "Anna", createdAt: "2026-11-16T09:00:00.000Z", mayChange: true };
    let notes = [{ ...written, id: "00000000-0000-4000-8000-000000000011", text: "Belt later." }];
    let tasks: Task[] = [];
    let duplicates = [{ lead: duplicate, reason: "linkedin" as const }];
    server.handle(leadDetailsRoutes.notes, () => notes);
    server.handle(leadDetailsRoutes.addNote, ({ body }) => {
      const note = { ...written, id: "00000000-0000-4000-8000-000000000012", text: body.text };
      notes = [note, ...notes];
      return note;
    });
    server.handle(leadDetailsRoutes.changeNote, ({ params, body }) => {
      notes = notes.map((note) => (note.id === params["noteId"] ? { ...note, text: body.text } : note));
      return notes[0] as (typeof notes)[number];
    });
    server.handle(leadDetailsRoutes.removeNote, ({ params }) => {
      notes = notes.filter(({ id }) => id !== params["noteId"]);
      return undefined;
    });
    server.handle(leadsRoutes.timeline, () => [
      {
        id: "1",
        kind: "added" as const,
        at: "2026-11-14T09:00:00.000Z",
        by: null,
        detail: null,
        previous: null,
        plannedAt: null,
        waitsFor: null,
      },
    ]);
    server.handle(leadDetailsRoutes.setTags, ({ body }) => body.tags);
    server.handle(leadDetailsRoutes.duplicates, () => duplicates);
    server.handle(leadDetailsRoutes.merge, () => {
      duplicates = [];
      return buildLead();
    });
    server.handle(meetingsRoutes.list, () => [buildMeeting({ meetingShortSummary: "Wil in januari beginnen." })]);
    server.handle(tasksRoutes.list, () => tasks);
    server.handle(tasksRoutes.create, ({ body }) => {
      const task = { ...body, id: "1", ownerName: "Anna Bakker", meetingName: null, leadName: null, isDone: false };
      tasks = [task as Task];
      return task as Task;
    });
    server.handle(leadsRoutes.classify, ({ body }) => ({
      ...buildLead({ leadClassification: body.classification as Lead["leadClassification"] }),
      stoppedMessages: 0,
      undo: { token: "1", until: "2026-11-16T09:00:10.000Z" },
    }));
  };
  const showFullLead = async (server: FakeServer, options?: ScreenOptions) => {
    serveFullLead(server);
    const screen = await renderScreen(<LeadScreen id={buildLead().id} />, options);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Anna de Vries");
    await expect.element(page.getByRole("tablist")).toBeVisible();
    return screen;
  };
  const shownTab = () => page.getByRole("tabpanel");
  /** Of each tab, when its data is shown. */
  const CONTENTS: Record<string, string> = {
    Gesprek: "Hoi Anna!",
    Notities: "Belt later.",
    Tijdlijn: "Toegevoegd",
    "Meetings en taken": "Wil in januari beginnen.",
    Gegevens: "Beurs",
  };

  const openTab = async (name: string) => {
    await page.getByRole("tab", { name }).click();
    await expect
      .element(
        shownTab()
          .getByText(CONTENTS[name] ?? "")
          .first(),
      )
      .toBeVisible();
  };

  test("with the keyboard: a detail, the class and a label", async ({ server }) => {
    await showFullLead(server);
    await tabTo(page.getByRole("button", { name: /^Classificatie van/ }));
    await userEvent.keyboard("{Enter}");
    await expectFocusWithin(page.getByRole("dialog", { name: "Classificatie wijzigen" }));
    await userEvent.keyboard("1");
    await expect.poll(() => server.requestsOf(leadsRoutes.classify)).toHaveLength(1);
    await expect.element(page.getByRole("button", { name: /^Classificatie van/ })).toHaveFocus();

    await tabTo(page.getByRole("button", { name: "Functie wijzigen" }));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByLabelText("Functie", { exact: true })).toHaveFocus();
    await userEvent.keyboard("{Control>}a{/Control}CEO{Enter}");
    await expectToast("Lead bijgewerkt", "De gegevens van Anna de Vries zijn opgeslagen.");
    await expect.element(page.getByRole("button", { name: "Functie wijzigen" })).toHaveFocus();

    await tabTo(page.getByRole("combobox", { name: "Nieuw label" }));
    await userEvent.keyboard("VIP{Enter}");
    await expect.element(page.getByRole("button", { name: "Label VIP verwijderen" })).toBeEnabled();
    await tabTo(page.getByRole("button", { name: "Label VIP verwijderen" }), "{Shift>}{Tab}{/Shift}");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("button", { name: "Label VIP verwijderen" })).not.toBeInTheDocument();
    // The focus stays at the labels.
    await expect.poll(() => document.activeElement?.closest("section")?.getAttribute("aria-label")).toBe("Labels");
  });

  test("with the keyboard: the tabs, and a note that is added, changed and removed", async ({ server }) => {
    await showFullLead(server);
    await tabTo(page.getByRole("tab", { name: "Gesprek" }));
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(page.getByRole("tab", { name: "Notities" })).toHaveAttribute("aria-selected", "true");
    const list = page.getByRole("list", { name: "Notities" });
    await expect.element(list).toBeVisible();
    const field = page.getByRole("textbox", { name: "Nieuwe notitie" });
    await tabTo(field);
    await userEvent.keyboard("Belt liever na vieren.");
    await tabTo(page.getByRole("button", { name: /^Notitie toevoegen/ }));
    await userEvent.keyboard("{Enter}");
    await expect.element(list.getByText("Belt liever na vieren.")).toBeVisible();
    await expect.element(field).toHaveFocus();

    const first = list.getByRole("listitem").first();
    await tabTo(first.getByRole("button", { name: "Notitie wijzigen" }));
    await userEvent.keyboard("{Enter}");
    await expect.element(first.getByRole("textbox", { name: "Notitie wijzigen" })).toHaveFocus();
    await userEvent.keyboard("{Control>}a{/Control}Belt na zessen.{Control>}{Enter}{/Control}");
    await expect.element(first).toHaveTextContent("Belt na zessen.");
    await expect.element(first.getByRole("button", { name: "Notitie wijzigen" })).toHaveFocus();

    await tabTo(first.getByRole("button", { name: "Notitie verwijderen" }));
    await userEvent.keyboard("{Enter}");
    await expectFocusWithin(page.getByRole("alertdialog", { name: "Notitie verwijderen?" }));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(list.getByText("Belt na zessen.")).not.toBeInTheDocument();
    await expect.element(list.getByRole("button", { name: "Notitie verwijderen" })).toHaveFocus();
  });

  test("with the keyboard: a task", async ({ server }) => {
    await showFullLead(server, { url: "/leads/1?tab=meetings" });
    const field = shownTab().getByRole("textbox", { name: "Taak" });
    await tabTo(field);
    await userEvent.keyboard("Offerte sturen");
    await tabTo(shownTab().getByRole("textbox", { name: "Datum" }));
    await userEvent.keyboard("28-02-2038");
    await tabTo(shownTab().getByRole("combobox", { name: "Voor wie" }));
    await tabTo(shownTab().getByRole("button", { name: "Toevoegen" }));
    await userEvent.keyboard("{Enter}");
    await expect.element(shownTab().getByRole("checkbox", { name: "Offerte sturen is klaar" })).toBeVisible();
    await expect.element(field).toHaveFocus();
    expect(server.requestsOf(tasksRoutes.create)[0]?.body).toMatchObject({
      text: "Offerte sturen",
      dueOn: "2038-02-28",
      leadId: buildLead().id,
    });
  });

  test("with the keyboard: duplicates are merged, and the focus stays on the page", async ({ server }) => {
    await showFullLead(server);
    await tabTo(page.getByRole("button", { name: "Samenvoegen met A. de Vries" }));
    await userEvent.keyboard("{Enter}");
    const dialog = page.getByRole("dialog", { name: "Leads samenvoegen" });
    await expect.element(dialog.getByRole("radio", { name: "Anna de Vries" })).toHaveFocus();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(dialog.getByRole("radio", { name: "A. de Vries", exact: true })).toBeChecked();
    await userEvent.keyboard("{ArrowLeft}");
    await expect.element(dialog.getByRole("radio", { name: "Anna de Vries" })).toBeChecked();
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expectToast("Leads samengevoegd", "Alles van beide leads staat nu bij Anna de Vries.");
    await expect.element(page.getByRole("region", { name: "Dubbele leads" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("main")).toHaveFocus();
  });

  test("on a phone: every tab fits, and a detail, a note and a task are written with taps", async ({ server }) => {
    await setWidth(390);
    await showFullLead(server);
    for (const name of [...TAB_NAMES, "Gegevens"]) {
      await openTab(name);
      expectNoSidewaysScroll();
    }
    await page.getByRole("button", { name: "Functie wijzigen" }).click();
    await page.getByLabelText("Functie", { exact: true }).fill("CEO");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => server.requestsOf(leadsRoutes.edit)[0]?.body).toEqual({ title: "CEO" });

    await openTab("Notities");
    await page.getByRole("textbox", { name: "Nieuwe notitie" }).fill("Belt liever na vieren.");
    await page.getByRole("button", { name: /^Notitie toevoegen/ }).click();
    await expect.element(page.getByRole("list", { name: "Notities" })).toHaveTextContent("Belt liever na vieren.");

    await openTab("Meetings en taken");
    await shownTab().getByRole("textbox", { name: "Taak" }).fill("Offerte sturen");
    await shownTab().getByRole("button", { name: "Toevoegen" }).click();
    await expect.element(shownTab().getByRole("checkbox", { name: "Offerte sturen is klaar" })).toBeVisible();
  });

  test("on a phone: duplicates are merged with taps, in a dialog that fits", async ({ server }) => {
    await setWidth(390);
    await showFullLead(server, { url: "/leads/1?tab=gegevens" });
    await page.getByRole("button", { name: "Samenvoegen met A. de Vries" }).click();
    const dialog = page.getByRole("dialog", { name: "Leads samenvoegen" });
    await expect.element(dialog).toBeVisible();
    expectNoSidewaysScroll();
    await dialog.getByRole("radio", { name: "A. de Vries", exact: true }).click();
    await dialog.getByRole("radio", { name: "Anna de Vries" }).click();
    await dialog.getByRole("button", { name: "Samenvoegen", exact: true }).click();
    await expectToast("Leads samengevoegd", "Alles van beide leads staat nu bij Anna de Vries.");
  });

  test.for([1280, 390] as const)("are accessible in both themes, at %i pixels", async (width, { server }) => {
    await setWidth(width);
    await showFullLead(server, { user: { role: "company_admin" } });
    for (const name of width === 390 ? [...TAB_NAMES, "Gegevens"] : TAB_NAMES) {
      await openTab(name);
      await expectAccessible();
    }
    await page.getByRole("button", { name: "Functie wijzigen" }).click();
    await expect.element(page.getByLabelText("Functie", { exact: true })).toBeVisible();
    await expectAccessible();
    await page.getByRole("button", { name: "Samenvoegen met A. de Vries" }).click();
    await expect.element(page.getByRole("dialog", { name: "Leads samenvoegen" })).toBeVisible();
    await expectAccessible();
  });
});
