import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  type AirtableConnection,
  type AirtableMapping,
  type MappedField,
  airtableConnectionRoutes as routes,
} from "#contract/airtable-connection.ts";
import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { expectErrorToast, expectFocusWithin, expectToast, renderScreen, test } from "#web/testing/component-test.tsx";
import type { FakeServer } from "#web/testing/fake-server.ts";
import { ConnectionCard } from "./connection-card.tsx";

const NOT_CONNECTED: AirtableConnection = {
  airtableBaseId: null,
  airtableBaseName: null,
  hasAirtableApiKey: false,
  airtableFormUrl: null,
};
const CONNECTED: AirtableConnection = { ...NOT_CONNECTED, airtableBaseId: "appBaseBaseBase1", hasAirtableApiKey: true };

const FIELD: MappedField = {
  field: "full_name",
  fieldId: "fldNaam",
  label: "Full Name",
  description: "De naam van de lead, op elk scherm.",
  otherChoices: "parked",
  isRequired: true,
  direction: "in",
  kind: "tekst",
  values: null,
  isScore: false,
  usableIds: ["fldNaam"],
  readOnlyIds: [],
  canCreate: true,
};

const MAPPING: AirtableMapping = {
  problem: null,
  isStored: false,
  version: "v1",
  remoteTables: [
    {
      id: "tblContacten",
      name: "Contacten",
      fields: [
        { id: "fldNaam", name: "Naam", type: "singleLineText", choices: [], example: "Anna Jansen" },
        { id: "fldScore", name: "Score", type: "number", choices: [], example: "84" },
        { id: "fldFase", name: "Fase", type: "singleSelect", choices: ["Warm", "Lauw"], example: "Warm" },
      ],
    },
  ],
  tables: SYNCED_TABLES.map((table) => ({
    table,
    tableId: table === "leads" ? "tblContacten" : null,
    fields: [
      FIELD,
      { ...FIELD, field: "title", label: "Title", fieldId: null, isRequired: false },
      {
        ...FIELD,
        field: "lead_rating",
        label: "Lead Rating",
        fieldId: "fldScore",
        isRequired: false,
        isScore: true,
        scale: 100,
        usableIds: ["fldScore"],
        readOnlyIds: [],
      },
      {
        ...FIELD,
        field: "classification",
        label: "Lead Classification",
        fieldId: "fldFase",
        isRequired: false,
        direction: "both",
        values: ["COLD", "INTERESTED"],
        options: { Warm: "INTERESTED" },
        usableIds: ["fldFase"],
        readOnlyIds: [],
      },
    ],
  })),
};

const mappingDialog = page.getByRole("dialog", { name: "Velden koppelen" });

const openMapping = async (server: FakeServer, mapping: AirtableMapping) => {
  server.handle(routes.connection, () => CONNECTED);
  server.handle(routes.mapping, () => mapping);
  await renderScreen(<ConnectionCard />);
  await page.getByRole("button", { name: "Velden koppelen" }).click();
  await expect.element(mappingDialog).toBeVisible();
};

test("the card shows the name of the base with a link to it, or its id while the name is not known", async ({
  server,
}) => {
  server.handle(routes.connection, () => ({ ...CONNECTED, airtableBaseName: "Verkoop" }));
  const screen = await renderScreen(<ConnectionCard />);
  const href = "https://airtable.com/appBaseBaseBase1";
  await expect.element(page.getByRole("link", { name: /^Verkoop/ })).toHaveAttribute("href", href);
  await expect.element(page.getByText("appBaseBaseBase1")).toBeVisible();
  await screen.unmount();
  server.handle(routes.connection, () => CONNECTED);
  await renderScreen(<ConnectionCard />);
  await expect.element(page.getByRole("link", { name: /^appBaseBaseBase1/ })).toHaveAttribute("href", href);
});

test("from a token to a base: the bases of the token, a test with all problems, and then the fields", async ({
  server,
}) => {
  server.handle(routes.connection, () => NOT_CONNECTED);
  server.handle(routes.mapping, () => MAPPING);
  await renderScreen(<ConnectionCard />);
  await expect.element(page.getByText("Nog niet gekoppeld.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Airtable instellen" });
  await dialog.getByLabelText("Toegangstoken").fill("patEenToken");
  server.handle(routes.bases, ({ body }) => ({
    problem: null,
    bases:
      body.airtableApiKey === "patEenToken"
        ? [{ id: "appBaseBaseBase1", name: "Verkoop", permissionLevel: "create" }]
        : [],
  }));
  await dialog.getByRole("button", { name: "Kies uit je bases" }).click();
  await dialog.getByRole("combobox", { name: "Base" }).click();
  await page.getByRole("option", { name: "Verkoop" }).click();
  await expect.element(dialog.getByLabelText("Base-id")).toHaveValue("appBaseBaseBase1");

  const problems = ["Het toegangstoken mist rechten.", "In de base ontbreekt de tabel Queue."];
  server.handle(routes.test, () => ({ ok: false, message: `Klopt nog niet. ${problems.join(" ")}`, problems }));
  await dialog.getByRole("button", { name: "Test verbinding" }).click();
  await expect.element(dialog.getByText("Klopt nog niet.")).toBeVisible();
  for (const problem of problems)
    await expect.element(dialog.getByRole("listitem").filter({ hasText: problem })).toBeVisible();

  server.handle(routes.changeConnection, () => CONNECTED);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expectToast("Airtable bijgewerkt", "De koppeling met Airtable is opgeslagen.");
  await expect.element(mappingDialog).toBeVisible();
  expect(server.requestsOf(routes.changeConnection)[0]?.body).toMatchObject({
    airtableApiKey: "patEenToken",
    airtableBaseId: "appBaseBaseBase1",
  });
});

test("a base that only needs mapping is no error, and saving it opens the mapping", async ({ server }) => {
  server.handle(routes.connection, () => CONNECTED);
  server.handle(routes.mapping, () => MAPPING);
  await renderScreen(<ConnectionCard />);
  await page.getByRole("button", { name: "Instellen" }).click();
  const dialog = page.getByRole("dialog", { name: "Airtable instellen" });
  const summary = "De verbinding werkt. Koppel nog 1 tabel: sla op en kies daarna Velden koppelen.";
  const problems = ["In de base ontbreekt de tabel Queue."];
  server.handle(routes.test, () => ({
    ok: false,
    needsMapping: true as const,
    message: `${summary} ${problems[0]}`,
    problems,
  }));
  await dialog.getByRole("button", { name: "Test verbinding" }).click();
  const status = dialog.getByRole("status").filter({ hasText: summary });
  await expect.element(status).toBeVisible();
  expect(status.element().querySelector(".text-danger")).toBeNull();
  server.handle(routes.changeConnection, () => CONNECTED);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(mappingDialog).toBeVisible();
});

test("a proposal is changed, completed with a new field, and saved", async ({ server }) => {
  await openMapping(server, MAPPING);
  await expect.element(mappingDialog.getByText("Dit is een voorstel", { exact: false })).toBeVisible();
  const leads = mappingDialog.getByRole("region", { name: "Leads" });
  await expect.element(leads.getByText("3 van 4 velden gekoppeld")).toBeVisible();
  await leads.getByRole("button", { name: "Velden van Leads" }).click();

  server.handle(routes.createField, ({ body }) => ({
    problem: null,
    field: { id: "fldNieuw", name: body.field, type: "singleLineText", choices: [], example: null },
  }));
  await leads.getByRole("button", { name: "Title aanmaken in Airtable" }).click();
  await expect.element(leads.getByText("4 van 4 velden gekoppeld")).toBeVisible();

  const unreachable = leads.getByText("Voor COLD is er geen keuze in Airtable.", { exact: false });
  await expect.element(unreachable).toBeVisible();
  const parked = leads.getByText("Van records met Lauw komt dit veld niet mee", { exact: false });
  await expect.element(parked).toBeVisible();
  await leads.getByRole("combobox", { name: "Betekenis van Lauw" }).click();
  await page.getByRole("option", { name: "COLD" }).click();
  await expect.element(unreachable).not.toBeInTheDocument();
  await expect.element(parked).not.toBeInTheDocument();
  await leads.getByRole("combobox", { name: "Scores in Airtable" }).click();
  await page.getByRole("option", { name: "0 tot en met 5" }).click();

  server.handle(routes.saveMapping, () => ({ problem: "Koppel bij Leads ook Full Name.", message: "" }));
  await mappingDialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(mappingDialog.getByRole("alert")).toHaveTextContent("Koppel bij Leads ook Full Name.");
  server.handle(routes.saveMapping, () => ({ problem: null, message: "Wordt opnieuw gelezen." }));
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expectToast("Koppeling opgeslagen", "Wordt opnieuw gelezen.");
  await expect.element(mappingDialog).not.toBeInTheDocument();
  expect(server.requestsOf(routes.saveMapping).at(-1)?.body.version).toBe("v1");
  const [saved] = server.requestsOf(routes.saveMapping).at(-1)?.body.tables ?? [];
  expect(saved).toEqual({
    table: "leads",
    tableId: "tblContacten",
    fields: [
      { field: "full_name", fieldId: "fldNaam" },
      { field: "title", fieldId: "fldNieuw" },
      { field: "lead_rating", fieldId: "fldScore", scale: 5 },
      { field: "classification", fieldId: "fldFase", options: { Warm: "INTERESTED", Lauw: "COLD" } },
    ],
  });
});

test("Escape asks before it throws away what was chosen, and not when nothing was", async ({ server }) => {
  await openMapping(server, MAPPING);
  const leads = mappingDialog.getByRole("region", { name: "Leads" });
  await leads.getByRole("button", { name: "Velden van Leads" }).click();
  await leads.getByRole("combobox", { name: "Scores in Airtable" }).click();
  await page.getByRole("option", { name: "0 tot en met 5" }).click();
  // The focus returns to it once the list of options has closed.
  await expect.element(leads.getByRole("combobox", { name: "Scores in Airtable" })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("alertdialog", { name: "Wijzigingen weggooien?" });
  await question.getByRole("button", { name: "Verder koppelen" }).click();
  await expect.element(leads.getByRole("combobox", { name: "Scores in Airtable" })).toHaveTextContent("0 tot en met 5");
  await mappingDialog.getByRole("button", { name: "Annuleren" }).click();
  await question.getByRole("button", { name: "Weggooien" }).click();
  await expect.element(mappingDialog).not.toBeInTheDocument();

  await page.getByRole("button", { name: "Velden koppelen" }).click();
  await expect.element(leads).toBeVisible();
  await expectFocusWithin(mappingDialog);
  await userEvent.keyboard("{Escape}");
  await expect.element(mappingDialog).not.toBeInTheDocument();
});

test("choosing a field that can only be read shows the direction at once", async ({ server }) => {
  const title: MappedField = {
    ...FIELD,
    field: "title",
    label: "Title",
    isRequired: false,
    direction: "both",
    usableIds: ["fldNaam", "fldFase"],
    readOnlyIds: ["fldFase"],
  };
  const tables = MAPPING.tables.map((table) => ({ ...table, fields: [title] }));
  await openMapping(server, { ...MAPPING, tables });
  const leads = mappingDialog.getByRole("region", { name: "Leads" });
  await leads.getByRole("button", { name: "Velden van Leads" }).click();
  await expect.element(leads.getByText("tekst · beide kanten op")).toBeVisible();
  const choose = async (name: RegExp) => {
    await leads.getByRole("combobox", { name: "Veld in Airtable voor Title" }).click();
    await page.getByRole("option", { name }).click();
  };
  await choose(/^Fase/);
  await expect.element(leads.getByText("tekst · uit Airtable")).toBeVisible();
  await choose(/^Naam/);
  await expect.element(leads.getByText("tekst · beide kanten op")).toBeVisible();
});

test("all missing fields are created with one click, up to the first that Airtable refuses", async ({ server }) => {
  const [leads, ...others] = MAPPING.tables;
  const missing = ["title", "email", "website"].map((field) => ({
    ...FIELD,
    field,
    label: field,
    fieldId: null,
    isRequired: false,
  }));
  await openMapping(server, {
    ...MAPPING,
    tables: leads ? [{ ...leads, fields: [FIELD, ...missing] }, ...others] : [],
  });
  const region = mappingDialog.getByRole("region", { name: "Leads" });
  await region.getByRole("button", { name: "Velden van Leads" }).click();
  server.handle(routes.createField, ({ body }) =>
    body.field === "website"
      ? { problem: "Het toegangstoken mag geen velden aanmaken.", field: null }
      : {
          problem: null,
          field: { id: `fld${body.field}`, name: body.field, type: "email", choices: [], example: null },
        },
  );
  await region.getByRole("button", { name: "Maak 3 ontbrekende velden aan" }).click();
  await expectErrorToast("Airtable", "Het toegangstoken mag geen velden aanmaken.");
  await expect.element(region.getByText("3 van 4 velden gekoppeld")).toBeVisible();
  await expect.element(region.getByRole("button", { name: "website aanmaken in Airtable" })).toBeVisible();
});

test("two fields that are created at the same time are both mapped", async ({ server }) => {
  const [leads, ...others] = MAPPING.tables;
  const missing = ["title", "email"].map((field) => ({
    ...FIELD,
    field,
    label: field,
    fieldId: null,
    isRequired: false,
  }));
  await openMapping(server, {
    ...MAPPING,
    tables: leads ? [{ ...leads, fields: [FIELD, ...missing] }, ...others] : [],
  });
  const region = mappingDialog.getByRole("region", { name: "Leads" });
  await region.getByRole("button", { name: "Velden van Leads" }).click();
  server.handle(routes.createField, ({ body }) => ({
    problem: null,
    field: { id: `fld${body.field}`, name: body.field, type: "email", choices: [], example: null },
  }));
  const release = server.hold(routes.createField);
  await region.getByRole("button", { name: "title aanmaken in Airtable" }).click();
  await region.getByRole("button", { name: "email aanmaken in Airtable" }).click();
  release();
  await expect.element(region.getByText("3 van 3 velden gekoppeld")).toBeVisible();
});

test("when Airtable cannot be read, the reason and a retry are shown", async ({ server }) => {
  await openMapping(server, {
    problem: "Airtable is niet bereikbaar.",
    isStored: false,
    version: "",
    remoteTables: [],
    tables: [],
  });
  await expect.element(mappingDialog.getByText("Airtable is niet bereikbaar.")).toBeVisible();
  server.handle(routes.mapping, () => ({ ...MAPPING, isStored: true }));
  await mappingDialog.getByRole("button", { name: "Opnieuw proberen" }).click();
  await expect.element(mappingDialog.getByRole("region", { name: "Leads" })).toBeVisible();
});

test("a problem with saving is shown without moving the title and the close button out of sight", async ({
  server,
}) => {
  const tables = MAPPING.tables.map((table) => ({ ...table, tableId: "tblContacten" }));
  await openMapping(server, { ...MAPPING, tables });
  for (const table of ["Leads", "Berichten", "Meetings", "Uitnodigingen"])
    await mappingDialog.getByRole("button", { name: `Velden van ${table}` }).click();
  server.handle(routes.saveMapping, () => ({ problem: "Koppel bij Leads ook Full Name.", message: "" }));
  await mappingDialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(mappingDialog.getByText("Koppel bij Leads ook Full Name.")).toBeInViewport();
  expect(mappingDialog.element().scrollTop).toBe(0);
  await expect.element(mappingDialog.getByRole("heading", { name: "Velden koppelen" })).toBeInViewport();
  await expect.element(mappingDialog.getByRole("button", { name: "Sluiten" })).toBeInViewport();
});

const openSettings = async (server: FakeServer, connection: AirtableConnection) => {
  server.handle(routes.connection, () => connection);
  server.handle(routes.mapping, () => MAPPING);
  await renderScreen(<ConnectionCard />);
  await page.getByRole("button", { name: "Instellen" }).click();
  return page.getByRole("dialog", { name: "Airtable instellen" });
};

test("saving without a token is refused at its field", async ({ server }) => {
  const dialog = await openSettings(server, NOT_CONNECTED);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await expect.element(dialog.getByText("Vul een toegangstoken in.")).toBeVisible();
  expect(server.requestsOf(routes.changeConnection)).toEqual([]);
});

test("another base is asked first, with what happens to the leads", async ({ server }) => {
  const dialog = await openSettings(server, CONNECTED);
  const other = { ...CONNECTED, airtableBaseId: "appAndereBase123" };
  server.handle(routes.changeConnection, () => other);
  await dialog.getByLabelText("Base-id").fill(other.airtableBaseId);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  const question = page.getByRole("alertdialog", { name: "Met een andere base verder?" });
  await expect
    .element(question.getByText("wordt daar aangemaakt zodra iemand hem wijzigt", { exact: false }))
    .toBeVisible();
  await question.getByRole("button", { name: "Annuleren" }).click();
  expect(server.requestsOf(routes.changeConnection)).toEqual([]);
  await dialog.getByRole("button", { name: "Opslaan" }).click();
  await question.getByRole("button", { name: "Andere base gebruiken" }).click();
  await expectToast("Airtable bijgewerkt", "De koppeling met Airtable is opgeslagen.");
  await expect.element(mappingDialog).toBeVisible();
});

test("with another token the list of bases is fetched again", async ({ server }) => {
  const dialog = await openSettings(server, NOT_CONNECTED);
  server.handle(routes.bases, ({ body }) => ({
    problem: null,
    bases: [{ id: "appBaseBaseBase1", name: `Base van ${body.airtableApiKey}`, permissionLevel: "create" }],
  }));
  await dialog.getByLabelText("Toegangstoken").fill("patEerste");
  await dialog.getByRole("button", { name: "Kies uit je bases" }).click();
  await expect.element(dialog.getByRole("combobox", { name: "Base" })).toBeVisible();
  await dialog.getByLabelText("Toegangstoken").fill("patTweede");
  await expect.element(dialog.getByRole("combobox", { name: "Base" })).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Kies uit je bases" }).click();
  await dialog.getByRole("combobox", { name: "Base" }).click();
  await expect.element(page.getByRole("option", { name: "Base van patTweede" })).toBeVisible();
});

test("an example of a date is shown as a Dutch date, and creating in Airtable is said to happen at once", async ({
  server,
}) => {
  const remoteTables = MAPPING.remoteTables.map((table) => ({
    ...table,
    fields: [{ id: "fldNaam", name: "Gezien", type: "date", choices: [], example: "2026-11-14" }],
  }));
  await openMapping(server, { ...MAPPING, remoteTables });
  await expect.element(mappingDialog.getByText("meteen in Airtable", { exact: false })).toBeVisible();
  const leads = mappingDialog.getByRole("region", { name: "Leads" });
  await leads.getByRole("button", { name: "Velden van Leads" }).click();
  await expect.element(leads.getByText("Gezien · bijv. 14-11-2026")).toBeVisible();
});

test("each field says what it is, and a table without App ID says what that costs", async ({ server }) => {
  const [leads, ...others] = MAPPING.tables;
  const description = "Zonder dit veld komt wat je hier maakt nooit in Airtable.";
  const appId = { ...FIELD, field: "app_id", label: "App ID", description, fieldId: null, isRequired: false };
  const status = { ...FIELD, field: "status", fieldId: "fldFase", values: ["NEW"], otherChoices: "kept" as const };
  const fields = [FIELD, appId, { ...status, usableIds: ["fldFase"] }];
  await openMapping(server, { ...MAPPING, tables: leads ? [{ ...leads, fields }, ...others] : [] });
  const region = mappingDialog.getByRole("region", { name: "Leads" });
  await expect.element(region.getByText("App ID ontbreekt")).toBeVisible();
  await region.getByRole("button", { name: "Velden van Leads" }).click();
  await expect.element(region.getByText("De naam van de lead, op elk scherm.").first()).toBeVisible();
  await expect.element(region.getByText(description)).toHaveClass("text-warning");
  const kept = region.getByText("Hier overgenomen zoals het in Airtable staat: Warm en Lauw.", { exact: false });
  await expect.element(kept).toBeVisible();
});
