import { describe, expect, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { airtableRoutes, type SyncStatus } from "#contract/airtable.ts";
import { airtableConnectionRoutes as connectionRoutes } from "#contract/airtable-connection.ts";
import type { ParkedRecord, RefusedErasure, SyncConflict } from "#contract/sync-questions.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import {
  expectErrorToast,
  expectFocusWithin,
  expectToast,
  focus,
  renderScreen,
  test,
} from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { SyncCard } from "./sync-card.tsx";

const AT = "2026-11-14T08:30:00.000Z";

const buildConflict = (overrides: Partial<SyncConflict> = {}): SyncConflict => ({
  id: "1",
  table: "leads",
  recordId: "rec1",
  recordName: "Anna de Wit",
  field: "classification",
  fieldName: "Lead Classification",
  kind: "changed",
  base: "COLD",
  ours: "HOT",
  theirs: "INTERESTED",
  foundAt: AT,
  oursBy: "Anna Bakker",
  oursAt: AT,
  theirsBy: "Collega",
  theirsAt: AT,
  isText: false,
  isApproved: false,
  isTheirsReadable: true,
  airtableUrl: "https://airtable.com/app1/tbl1/rec1",
  version: "v1",
  ...overrides,
});

const PARKED: ParkedRecord = {
  table: "messages",
  recordId: "rec2",
  recordName: "Bea Vos",
  reason: "Airtable weigert deze wijziging.",
  since: AT,
  lacksChoice: false,
  hasUnmappedChoice: false,
  leadId: "lead2",
  airtableUrl: "https://airtable.com/app1/tbl1/rec2",
};

const ERASURE: RefusedErasure = {
  table: "leads",
  recordId: "rec3",
  askedBy: "Anna Bakker",
  askedAt: AT,
  reason: "Airtable weigert dit record te wissen.",
  isInFormerBase: false,
  formerUrl: null,
};

const buildStatus = (overrides: Partial<SyncStatus> = {}): SyncStatus => ({
  connected: true,
  setupSteps: [],
  lastRun: {
    runId: "1",
    status: "succeeded",
    startedAt: AT,
    finishedAt: AT,
    message: "3 wijzigingen",
    tables: [],
    total: null,
    secondsLeft: null,
    elapsedSeconds: null,
  },
  nextRunAt: null,
  intervalMinutes: 5,
  requestsLastRun: 12,
  requestsThisMonth: 1200,
  monthlyBudget: 100_000,
  paused: null,
  hasChangeFeed: true,
  hasNotifications: false,
  areNotificationsMissing: false,
  pollSeconds: 8,
  lastComparison: null,
  tables: SYNCED_TABLES.map((table) => ({
    table,
    rows: 10,
    pending: 0,
    withoutAppId: 0,
    suspendedReason: null,
    isLeftOut: false,
    fieldProblems: [],
    lastReadAt: AT,
  })),
  conflicts: [],
  totalConflicts: 0,
  parked: [],
  totalParked: 0,
  missingChoices: [],
  erasures: [],
  totalErasures: 0,
  heldDeletions: [],
  ...overrides,
});

const withConflicts = (...conflicts: SyncConflict[]) => buildStatus({ conflicts, totalConflicts: conflicts.length });

const showCard = async (server: FakeServer, status: SyncStatus) => {
  server.handle(airtableRoutes.status, () => status);
  server.handle(airtableRoutes.conflicts, () => ({ conflicts: status.conflicts, total: status.totalConflicts }));
  await renderScreen(<SyncCard />, { user: { role: "company_admin" } });
  await expect.element(page.getByRole("heading", { name: "Synchronisatie" })).toBeVisible();
};

const dialog = page.getByRole("dialog", { name: "Synchronisatie met Airtable" });

describe("the card", () => {
  test("shows the last run, the next one and the number of requests", async ({ server }) => {
    await showCard(server, buildStatus());
    await expect.element(page.getByText("14 november 2026 09:30")).toBeVisible();
    await expect.element(page.getByText("Voltooid")).toBeVisible();
    await expect.element(page.getByText("Niet gepland")).toBeVisible();
    await expect.element(page.getByText("1.200 verzoeken deze maand")).toBeVisible();
    // Its name says what it changes: the palette lists it without the text before it.
    await expect.element(page.getByRole("button", { name: "Verzoeken per maand wijzigen" })).toBeVisible();
    await expect.element(page.getByText("nog 98.800 van 100.000")).toBeVisible();
    await expect.element(page.getByText("Niets", { exact: true })).toBeVisible();
  });

  test("of a first run shows what is known: the rows so far, the time and the pace", async ({ server }) => {
    const counts = { changed: 0, pushed: 0, conflicts: 0, errors: 0 };
    const status = buildStatus();
    if (status.lastRun)
      Object.assign(status.lastRun, {
        status: "running",
        finishedAt: null,
        message: null,
        tables: [{ table: "leads", seen: 12_400, ...counts }],
        elapsedSeconds: 180,
      });
    await showCard(server, status);
    await expect
      .element(page.getByText("12.400 gelezen in 3 minuten, ongeveer 69 per seconde · totaal niet bekend"))
      .toBeVisible();
  });

  test("without a connection explains how to connect and has no buttons", async ({ server }) => {
    await showCard(server, buildStatus({ connected: false, lastRun: null }));
    await expect.element(page.getByText("Airtable is nog niet ingesteld", { exact: false })).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Sync Airtable" })).not.toBeInTheDocument();
  });

  test("shows why the last run failed and which tables are skipped", async ({ server }) => {
    const status = buildStatus({
      lastRun: {
        runId: "1",
        status: "failed",
        startedAt: AT,
        finishedAt: AT,
        message: "Airtable weigert het toegangstoken.",
        tables: [],
        total: null,
        secondsLeft: null,
        elapsedSeconds: null,
      },
    });
    const [leads] = status.tables;
    const [, messages] = status.tables;
    if (leads) leads.suspendedReason = 'Het veld "Full Name" ontbreekt.';
    if (messages) messages.fieldProblems = ['Het veld "Flow" ontbreekt.', 'Het veld "Type" ontbreekt.'];
    await showCard(server, status);
    await expect.element(page.getByText("De laatste synchronisatie is mislukt")).toBeVisible();
    await expect.element(page.getByText("Airtable weigert het toegangstoken.")).toBeVisible();
    await expect.element(page.getByText("Leads wordt overgeslagen")).toBeVisible();
    await expect.element(page.getByText("Berichten: 2 velden worden overgeslagen")).toBeVisible();
    await expect.element(page.getByText('Het veld "Flow" ontbreekt. Het veld "Type" ontbreekt.')).toBeVisible();
  });
});

test("a base whose fields have never been mapped is not set up yet, and has not failed", async ({ server }) => {
  const { lastRun, tables, ...status } = buildStatus();
  const message = "Deze base heeft andere tabellen dan hier worden verwacht.";
  await showCard(server, {
    ...status,
    setupSteps: ["mapping"],
    lastRun: lastRun && { ...lastRun, status: "failed", message },
    tables: tables.map((table) => ({ ...table, lastReadAt: null })),
  });
  await expect.element(page.getByText("Nog niet ingesteld: koppel eerst de velden")).toBeVisible();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(page.getByText("mislukt", { exact: false })).not.toBeInTheDocument();
});

test("records that wait because App ID is not mapped say so", async ({ server }) => {
  const { tables, ...status } = buildStatus({ setupSteps: ["mapping"] });
  await showCard(server, {
    ...status,
    tables: tables.map((table) => (table.table === "messages" ? { ...table, pending: 3, withoutAppId: 3 } : table)),
  });
  await expect.element(page.getByText("Berichten: het veld App ID is niet gekoppeld")).toBeVisible();
  await expect
    .element(page.getByText("3 berichten van hier kunnen daarom niet naar Airtable.", { exact: false }))
    .toBeVisible();
});

describe("what the admin has to do", () => {
  test("is to correct the connection or the mapping, with a button for each", async ({ server }) => {
    server.handle(connectionRoutes.connection, () => ({
      airtableBaseId: "appBaseBaseBase1",
      airtableBaseName: "Verkoop",
      hasAirtableApiKey: true,
      airtableFormUrl: null,
    }));
    server.handle(connectionRoutes.mapping, () => ({
      problem: "Airtable is niet bereikbaar.",
      isStored: false,
      version: "",
      remoteTables: [],
      tables: [],
    }));
    await showCard(server, buildStatus({ setupSteps: ["connection", "mapping"] }));
    await expect.element(page.getByText("Niets", { exact: true })).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Airtable instellen" }).click();
    const connection = page.getByRole("dialog", { name: "Airtable instellen" });
    await expect.element(connection.getByLabelText("Base-id")).toHaveValue("appBaseBaseBase1");
    await connection.getByRole("button", { name: "Annuleren" }).click();
    await page.getByRole("button", { name: "Velden koppelen" }).click();
    await expect.element(page.getByRole("dialog", { name: "Velden koppelen" })).toBeVisible();
  });

  test("a change that waits is not shown as completed", async ({ server }) => {
    const status = buildStatus();
    const [leads, messages] = status.tables;
    if (leads && messages) [leads.pending, messages.pending] = [2, 1];
    await showCard(server, status);
    await expect.element(page.getByText("Nog niet alles verstuurd")).toBeVisible();
    await expect
      .element(page.getByText("3 records met een wijziging van hier wachten nog", { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText("Voltooid", { exact: true })).not.toBeInTheDocument();
  });
});

test("the details say that Airtable's notifications do not arrive", async ({ server }) => {
  await showCard(server, buildStatus({ areNotificationsMissing: true }));
  await page.getByRole("button", { name: "Details" }).click();
  await expect
    .element(page.getByText("omdat de meldingen van Airtable hier niet aankomen", { exact: false }))
    .toBeVisible();
});

test("the details say that nothing of a table that is left out goes to Airtable", async ({ server }) => {
  const status = buildStatus();
  for (const table of status.tables) table.isLeftOut = table.table === "invitations";
  await showCard(server, status);
  await page.getByRole("button", { name: "Details" }).click();
  await expect.element(dialog.getByRole("row", { name: "Uitnodigingen Niet gekoppeld" })).toBeVisible();
  await expect.element(dialog.getByText("blijft alles alleen hier", { exact: false })).toBeVisible();
});

describe("conflicts", () => {
  test("show the three values, and a choice is sent with the version that was seen", async ({ server }) => {
    let status = withConflicts(buildConflict());
    server.handle(airtableRoutes.resolveConflict, () => {
      status = buildStatus();
      return { message: "Opgelost" };
    });
    server.handle(airtableRoutes.status, () => status);
    server.handle(airtableRoutes.conflicts, () => ({ conflicts: status.conflicts, total: status.totalConflicts }));
    await renderScreen(<SyncCard />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "1 conflict" }).click();
    const conflict = dialog.getByRole("listitem", { name: "Anna de Wit" });
    await expect.element(conflict).toHaveTextContent("WasCOLD");
    await expect.element(conflict).toHaveTextContent("Classificatie (in Airtable: Lead Classification)");
    await expect.element(conflict).toHaveTextContent("HierHOT");
    await expect.element(conflict).toHaveTextContent("In AirtableINTERESTED");
    await conflict.getByRole("button", { name: "Kies wat hier staat" }).click();
    await expectToast("Conflict opgelost", "Wat hier staat, gaat ook naar Airtable.");
    await expect.element(page.getByText("Geen conflicten")).toBeVisible();
    expect(server.requestsOf(airtableRoutes.resolveConflict)[0]).toMatchObject({
      params: { id: "1" },
      body: { choice: "ours", version: "v1" },
    });
  });

  test("about a deleted record offer to create it again or to delete it here", async ({ server }) => {
    await showCard(server, withConflicts(buildConflict({ kind: "deleted", field: null, fieldName: null })));
    await page.getByRole("button", { name: "1 conflict" }).click();
    await expect.element(dialog.getByText("Hier gewijzigd: HOT")).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Maak het opnieuw aan in Airtable" })).toBeVisible();
    await expect.element(dialog.getByRole("button", { name: "Verwijder het hier ook" })).toBeVisible();
  });

  test("about a replaced value that cannot be read do not offer it", async ({ server }) => {
    const replaced = { kind: "overwritten", theirs: "Zeer warm", isTheirsReadable: false } as const;
    await showCard(server, withConflicts(buildConflict(replaced)));
    await page.getByRole("button", { name: "1 conflict" }).click();
    const conflict = dialog.getByRole("listitem", { name: "Anna de Wit" });
    await expect.element(conflict).toHaveTextContent("iets invulde wat hier niet kan");
    await expect.element(conflict).toHaveTextContent("In AirtableZeer warm");
    await expect.element(conflict.getByRole("button", { name: "Laat dit zo" })).toBeVisible();
    const theirs = conflict.getByRole("button", { name: "Zet terug wat in Airtable was ingevuld" });
    await expect.element(theirs).not.toBeInTheDocument();
  });

  test("in a long text show the differences and who made them, and can be merged by hand", async ({ server }) => {
    const texts = { ours: "Dag Anna,\nfijn je te spreken.", theirs: "Dag Anna,\nleuk je te ontmoeten." };
    await showCard(server, withConflicts(buildConflict({ field: "content", isText: true, ...texts })));
    server.handle(airtableRoutes.resolveConflict, () => ({ message: "Opgelost" }));
    await page.getByRole("button", { name: "1 conflict" }).click();
    const differences = dialog.getByRole("table", { name: "Verschillen" });
    await expect.element(differences).toHaveTextContent("Hier · Anna Bakker · 14 november 2026 09:30");
    await expect.element(differences).toHaveTextContent("In Airtable · Collega");
    await expect.element(dialog.getByRole("link", { name: "Open in Airtable" })).toBeVisible();
    await dialog.getByRole("button", { name: "Zelf samenvoegen" }).click();
    await dialog.getByLabelText("Samengevoegde tekst").fill("Dag Anna,\nfijn je te ontmoeten.");
    // The dialog may be closed meanwhile.
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole("button", { name: "1 conflict" }).click();
    await expect.element(dialog.getByLabelText("Samengevoegde tekst")).toHaveValue("Dag Anna,\nfijn je te ontmoeten.");
    await dialog.getByRole("button", { name: "Opslaan" }).click();
    await expectToast("Conflict opgelost", "De samengevoegde tekst komt aan beide kanten te staan.");
    expect(server.requestsOf(airtableRoutes.resolveConflict)[0]?.body).toEqual({
      choice: "merged",
      value: "Dag Anna,\nfijn je te ontmoeten.",
      version: "v1",
    });
    await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith("merge:"))).toEqual([]);
  });

  test("say that the author or the time of a side is not known, instead of leaving it out", async ({ server }) => {
    const unknown = { oursBy: null, oursAt: null, theirsBy: null, theirsAt: AT };
    const long = { ours: "Dag Anna,\nfijn je te spreken.", theirs: "Dag Anna,\nleuk je te ontmoeten." };
    await showCard(
      server,
      withConflicts(
        buildConflict(unknown),
        buildConflict({ id: "2", recordName: "Bea Vos", field: "content", isText: true, ...long, ...unknown }),
      ),
    );
    await page.getByRole("button", { name: "2 conflicten" }).click();
    const short = dialog.getByRole("listitem", { name: "Anna de Wit" });
    await expect.element(short).toHaveTextContent("HierHOTauteur onbekend");
    await expect.element(short).toHaveTextContent("In AirtableINTERESTEDauteur onbekend · 14 november 2026 09:30");
    const differences = dialog.getByRole("table", { name: "Verschillen" });
    await expect.element(differences).toHaveTextContent("Hier · auteur onbekend");
    await expect.element(differences).toHaveTextContent("In Airtable · auteur onbekend · 14 november 2026 09:30");
  });

  test("in a long text show the last common text too", async ({ server }) => {
    const texts = { ours: "Dag Anna,\nfijn je te spreken.", theirs: "Dag Anna,\nleuk je te ontmoeten." };
    const text = { field: "content", isText: true, ...texts };
    await showCard(
      server,
      withConflicts(
        buildConflict({ ...text, base: "Dag Anna,\ntot ziens." }),
        buildConflict({ ...text, id: "2", recordName: "Bea Vos", base: null }),
      ),
    );
    await page.getByRole("button", { name: "2 conflicten" }).click();
    await expect
      .element(dialog.getByRole("listitem", { name: "Anna de Wit" }))
      .toHaveTextContent("WasDag Anna, tot ziens.");
    // It is not known.
    await expect.element(dialog.getByRole("listitem", { name: "Bea Vos" }).getByText("Was")).not.toBeInTheDocument();
  });

  test("about an approved text say that another text withdraws the approval", async ({ server }) => {
    await showCard(
      server,
      withConflicts(
        buildConflict({ table: "messages", field: "content", isText: true, isApproved: true }),
        buildConflict({ id: "2", recordName: "Bea Vos" }),
      ),
    );
    await page.getByRole("button", { name: "2 conflicten" }).click();
    const warning = page.getByText("dan vervalt de goedkeuring", { exact: false });
    await expect
      .element(
        dialog.getByRole("listitem", { name: "Anna de Wit" }).getByText("dan vervalt de goedkeuring", { exact: false }),
      )
      .toBeVisible();
    expect(warning.elements()).toHaveLength(1);
    await dialog.getByRole("checkbox", { name: "Alle 2 op deze pagina" }).click();
    await expect.element(dialog.getByText("1 van deze berichten is goedgekeurd", { exact: false })).toBeVisible();
  });

  test("are paged, and several are resolved together", async ({ server }) => {
    const all = Array.from({ length: 30 }, (_, n) =>
      buildConflict({ id: String(n), recordName: `Lead ${n}`, version: `v${n}` }),
    );
    server.handle(airtableRoutes.status, () => withConflicts(...all));
    server.handle(airtableRoutes.conflicts, ({ query }) => {
      const page = Number(query.page);
      return { conflicts: all.slice(page * 25, page * 25 + 25), total: all.length };
    });
    server.handle(airtableRoutes.resolveConflicts, ({ body }) => ({ resolved: body.conflicts.length, remaining: 0 }));
    await renderScreen(<SyncCard />, { user: { role: "company_admin" } });
    await page.getByRole("button", { name: "30 conflicten" }).click();
    await expect.element(dialog.getByText("1–25 van 30")).toBeVisible();
    await dialog.getByRole("button", { name: "Volgende" }).click();
    await expect.element(dialog.getByRole("listitem", { name: "Lead 29" })).toBeVisible();
    await dialog.getByRole("checkbox", { name: "Alle 5 op deze pagina" }).click();
    await dialog.getByRole("button", { name: "Kies 5 keer wat in Airtable staat" }).click();
    await expectToast("5 conflicten opgelost", "Beide kanten worden gelijk.");
    expect(server.requestsOf(airtableRoutes.resolveConflicts)[0]?.body).toMatchObject({
      choice: "theirs",
      conflicts: [25, 26, 27, 28, 29].map((n) => ({ id: String(n), version: `v${n}` })),
    });
  });

  test("about deleted records are resolved together, after a question that says how many", async ({ server }) => {
    const deleted = ["2", "3"].map((id) =>
      buildConflict({ id, version: `v${id}`, recordName: `Lead ${id}`, kind: "deleted", field: null, fieldName: null }),
    );
    await showCard(server, withConflicts(buildConflict(), ...deleted));
    server.handle(airtableRoutes.resolveConflicts, ({ body }) => ({ resolved: body.conflicts.length, remaining: 0 }));
    await page.getByRole("button", { name: "3 conflicten" }).click();
    await dialog.getByRole("checkbox", { name: "Alle 3 op deze pagina" }).click();
    await expect.element(dialog.getByRole("button", { name: "Kies 1 keer wat hier staat" })).toBeVisible();
    const remove = dialog.getByRole("button", { name: "Verwijder 2 records hier ook" });
    await remove.click();
    const question = page.getByRole("alertdialog", { name: "2 records hier ook verwijderen?" });
    await question.getByRole("button", { name: "Annuleren" }).click();
    expect(server.requestsOf(airtableRoutes.resolveConflicts)).toEqual([]);
    await remove.click();
    await question.getByRole("button", { name: "Hier ook verwijderen" }).click();
    await expectToast("2 conflicten opgelost", "Beide kanten worden gelijk.");
    expect(server.requestsOf(airtableRoutes.resolveConflicts)[0]?.body).toEqual({
      choice: "theirs",
      conflicts: [
        { id: "2", version: "v2" },
        { id: "3", version: "v3" },
      ],
    });
    await dialog.getByRole("button", { name: "Maak 2 records opnieuw aan in Airtable" }).click();
    await expect
      .element(page.getByRole("alertdialog", { name: "2 records opnieuw aanmaken in Airtable?" }))
      .toBeVisible();
  });

  test("stay when the choice fails", async ({ server }) => {
    await showCard(server, withConflicts(buildConflict()));
    server.breakRoute(airtableRoutes.resolveConflict);
    await page.getByRole("button", { name: "1 conflict" }).click();
    await dialog.getByRole("button", { name: "Kies wat in Airtable staat" }).click();
    await expectErrorToast("Fout", "Kon het conflict niet oplossen. Probeer het opnieuw.");
    await expect.element(dialog.getByRole("listitem", { name: "Anna de Wit" })).toBeVisible();
  });
});

test("the sync is paused with a reason and resumed", async ({ server }) => {
  let status = buildStatus();
  server.handle(airtableRoutes.status, () => status);
  server.handle(airtableRoutes.pause, ({ body }) => {
    status = buildStatus({ paused: { since: AT, by: "Anna Bakker", reason: String(body.reason) } });
    return { message: "Gepauzeerd" };
  });
  server.handle(airtableRoutes.resume, () => {
    status = buildStatus();
    return { message: "Hervat" };
  });
  await renderScreen(<SyncCard />, { user: { role: "company_admin" } });
  await page.getByRole("button", { name: "Pauzeren" }).click();
  const question = page.getByRole("dialog", { name: "Synchronisatie pauzeren" });
  await expect.element(question.getByRole("button", { name: "Pauzeren" })).toBeDisabled();
  await question.getByLabelText("Reden").fill("We ruimen de base op");
  await question.getByRole("button", { name: "Pauzeren" }).click();
  await expect.element(page.getByText(/^Gepauzeerd sinds /)).toBeVisible();
  await expect
    .element(page.getByText("Alleen DO NOT SEND en Velden koppelen gebruiken Airtable nog.", { exact: false }))
    .toBeVisible();
  await expect.element(page.getByText("Anna Bakker: We ruimen de base op")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Sync Airtable" })).toBeDisabled();
  await expect.element(page.getByTitle("Gepauzeerd: We ruimen de base op")).toBeVisible();
  await page.getByRole("button", { name: "Hervatten" }).click();
  await expect.element(page.getByRole("button", { name: "Pauzeren" })).toBeVisible();
});

test("many deletions in Airtable are confirmed by the user, with the number that was shown", async ({ server }) => {
  const held = { table: "leads" as const, count: 300, total: 300, since: AT, names: ["Anna de Wit", "Bea Vos"] };
  let status = buildStatus({ heldDeletions: [held] });
  server.handle(airtableRoutes.decideDeletions, () => {
    status = buildStatus();
    return { message: "Goed" };
  });
  server.handle(airtableRoutes.status, () => status);
  await renderScreen(<SyncCard />, { user: { role: "company_admin" } });
  const question = page.getByText("300 leads zijn in Airtable verwijderd. Hier ook verwijderen?");
  await expect.element(question).toBeVisible();
  await expect.element(page.getByText("Onder andere Anna de Wit en Bea Vos", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Hier ook verwijderen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Hier ook verwijderen" }).click();
  await expectToast("Keuze opgeslagen", "Ze worden hier ook verwijderd.");
  await expect.element(question).not.toBeInTheDocument();
  expect(server.requestsOf(airtableRoutes.decideDeletions)[0]).toMatchObject({
    params: { table: "leads" },
    body: { choice: "delete", count: 300 },
  });
});

test("creating deleted records again is asked first, with what does not come back", async ({ server }) => {
  const held = { table: "leads" as const, count: 40, total: 300, since: AT, names: ["Anna de Wit"] };
  await showCard(server, buildStatus({ heldDeletions: [held] }));
  server.handle(airtableRoutes.decideDeletions, () => ({ message: "Goed" }));
  const recreate = page.getByRole("button", { name: "Opnieuw aanmaken in Airtable" });
  await recreate.click();
  const question = page.getByRole("alertdialog", { name: "40 leads opnieuw aanmaken in Airtable?" });
  await expect
    .element(question.getByText("velden die alleen in Airtable staan, koppelingen", { exact: false }))
    .toBeVisible();
  await expect.element(question.getByText("prullenbak van Airtable", { exact: false })).toBeVisible();
  await question.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(airtableRoutes.decideDeletions)).toEqual([]);
  await recreate.click();
  await question.getByRole("button", { name: "Opnieuw aanmaken" }).click();
  await expectToast("Keuze opgeslagen", "Ze worden in Airtable opnieuw aangemaakt.");
  expect(server.requestsOf(airtableRoutes.decideDeletions)[0]?.body).toEqual({ choice: "recreate", count: 40 });
});

test("a parked record shows its reason and is retried", async ({ server }) => {
  await showCard(server, buildStatus({ parked: [PARKED], totalParked: 1 }));
  server.handle(airtableRoutes.retryParkedRecord, () => ({ message: "Opnieuw" }));
  await page.getByRole("button", { name: "1 geparkeerd" }).click();
  await expect.element(dialog.getByText(PARKED.reason)).toBeVisible();
  await dialog.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast(
    "Opnieuw geprobeerd",
    "Bea Vos wordt opnieuw gesynchroniseerd. Lukt dat niet, dan komt het hier terug.",
  );
  expect(server.requestsOf(airtableRoutes.retryParkedRecord)[0]?.params).toEqual({
    table: "messages",
    recordId: "rec2",
  });
});

test("a parked record links to its lead and to Airtable", async ({ server }) => {
  await showCard(server, buildStatus({ parked: [PARKED], totalParked: 1 }));
  await page.getByRole("button", { name: "1 geparkeerd" }).click();
  const item = dialog.getByRole("listitem", { name: "Bea Vos" });
  await expect.element(item.getByRole("link", { name: "Bea Vos" })).toHaveAttribute("href", "/leads/lead2");
  await expect
    .element(item.getByRole("link", { name: "Open in Airtable" }))
    .toHaveAttribute("href", "https://airtable.com/app1/tbl1/rec2");
});

test("parked records with the same unmapped choice are one item, which opens the mapping", async ({ server }) => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 900));
  const reason = 'In het veld "Fase" staat in Airtable iets wat hier niet kan (keuzelijst): "Lauw".';
  const parked = ["Anna", "Bea", "Cor"].map((recordName) => ({
    ...PARKED,
    table: "leads" as const,
    recordId: recordName,
    recordName,
    reason,
    hasUnmappedChoice: true,
  }));
  server.handle(connectionRoutes.mapping, () => ({
    problem: "Airtable is niet bereikbaar.",
    isStored: false,
    version: "",
    remoteTables: [],
    tables: [],
  }));
  await showCard(server, buildStatus({ parked, totalParked: 3 }));
  await page.getByRole("button", { name: "3 geparkeerd" }).click();
  const item = dialog.getByRole("listitem", { name: "3 leads" });
  await expect.element(item.getByText("koppel haar dan in Velden koppelen", { exact: false })).toBeVisible();
  await expect.element(item.getByText("Anna")).not.toBeInTheDocument();
  await item.getByRole("button", { name: "Toon de 3 leads" }).click();
  const anna = item.getByRole("listitem", { name: "Anna" });
  await expect.element(anna.getByRole("button", { name: "Opnieuw proberen" })).toBeVisible();
  // On a phone the name has a line of its own, above the buttons.
  expect(anna.getByText("Anna").element().getBoundingClientRect().height).toBeLessThan(30);
  await item.getByRole("button", { name: "Velden koppelen" }).click();
  await expect.element(page.getByRole("dialog", { name: "Velden koppelen" })).toBeVisible();
});

test("all names of held deletions can be unfolded", async ({ server }) => {
  const names = Array.from({ length: 30 }, (_, n) => `Lead nummer ${n}.`);
  await showCard(server, buildStatus({ heldDeletions: [{ table: "leads", count: 30, total: 90, since: AT, names }] }));
  await expect.element(page.getByText("Lead nummer 29.")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Toon alle 30" }).click();
  await expect.element(page.getByText("Lead nummer 29.")).toBeVisible();
});

test("records that wait for a choice in Airtable are one item, with which the choice is added", async ({ server }) => {
  const choice = {
    table: "messages" as const,
    field: "status",
    fieldName: "Status",
    value: "edited",
    count: 12,
    since: AT,
  };
  const waiting = { ...PARKED, reason: "Airtable kent de keuze niet.", lacksChoice: true };
  await showCard(server, buildStatus({ parked: [waiting], missingChoices: [choice], totalParked: 1 }));
  server.handle(airtableRoutes.addSelectChoice, () => ({ message: "Toegevoegd" }));
  await page.getByRole("button", { name: "1 geparkeerd" }).click();
  const item = dialog.getByRole("listitem", { name: 'Keuze "edited" ontbreekt · Status' });
  await expect.element(item.getByText("12 berichten wachten hierop", { exact: false })).toBeVisible();
  await expect.element(dialog.getByText(waiting.reason)).not.toBeInTheDocument();
  await item.getByRole("button", { name: "Keuze toevoegen in Airtable" }).click();
  await expectToast("Keuze wordt toegevoegd", "edited gaat mee met de synchronisatie.");
  expect(server.requestsOf(airtableRoutes.addSelectChoice)[0]?.body).toEqual({
    table: "messages",
    field: "status",
    value: "edited",
  });
});

test("refused erasures are listed without names and retried together", async ({ server }) => {
  await showCard(server, buildStatus({ erasures: [ERASURE], totalErasures: 3 }));
  server.handle(airtableRoutes.retryErasures, () => ({ message: "Opnieuw" }));
  await page.getByRole("button", { name: "3 nog te wissen" }).click();
  await expect.element(dialog.getByText("Record rec3")).toBeVisible();
  await expect.element(dialog.getByText("De 1 oudste van 3.")).toBeVisible();
  await dialog.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expectToast("Opnieuw geprobeerd", "Airtable wordt opnieuw gevraagd deze records te wissen.");
});

test("a record of an erased person in a former base has an address, and is ticked off by a user", async ({
  server,
}) => {
  const former = { ...ERASURE, isInFormerBase: true, formerUrl: "https://airtable.com/app0/tbl1/rec3" };
  await showCard(server, buildStatus({ erasures: [former], totalErasures: 1 }));
  server.handle(airtableRoutes.endErasure, () => ({ message: "Weg" }));
  await page.getByRole("button", { name: "1 nog te wissen" }).click();
  await expect
    .element(dialog.getByRole("link", { name: "Open in Airtable" }))
    .toHaveAttribute("href", former.formerUrl);
  await dialog.getByRole("button", { name: "Is gewist" }).click();
  await expectToast("Van de lijst gehaald", "In het Wijzigingslog staat wie dit heeft aangegeven.");
  expect(server.requestsOf(airtableRoutes.endErasure)).toHaveLength(1);
});

test("the tabs of the dialog are operated with the arrow keys, and closing returns the focus", async ({ server }) => {
  await showCard(server, buildStatus({ parked: [PARKED], totalParked: 1 }));
  const details = page.getByRole("button", { name: "Details" });
  await expect.element(details).toBeVisible();
  focus(details);
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByRole("table", { name: "Tabellen" })).toBeVisible();
  await expectFocusWithin(dialog);
  focus(dialog.getByRole("tab", { name: "Tabellen" }));
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(dialog.getByRole("tab", { name: "Conflicten" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(dialog.getByText(PARKED.reason)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(details).toHaveFocus();
});
