import { afterAll, beforeAll, expect, test } from "vitest";
import type {
  AirtableMapping,
  CreatedField,
  CreatedTable,
  MappedTable,
  MappingChange,
  TableProposal,
  VisibleBases,
} from "#contract/airtable-connection.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { signedIn } from "#testing/signed-in.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

let harness: SyncHarness;
beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

/** A company with an existing base with Dutch names, that has not been synchronised yet. */
const dutchCompany = async (): Promise<SyncedCompany> => {
  const company = await harness.newCompany();
  const { base } = company;
  const tables = (await base.control("GET", "tables")) as unknown as { id: string }[];
  for (const [index] of tables.entries()) {
    const name = `Oud ${index}`;
    await base.control("PATCH", `tables/${tables[index]?.id}`, { name });
    await base.control("PATCH", `tables/${tables[index]?.id}`, { isSynced: true });
  }
  await base.control("POST", "tables", {
    name: "Bedrijven",
    fields: [{ name: "Bedrijfsnaam", type: "singleLineText" }],
  });
  await base.control("POST", "tables", {
    name: "Contacten",
    fields: [
      { name: "Naam", type: "singleLineText" },
      { name: "Functie", type: "multipleSelects", choices: ["CEO", "CFO"] },
      { name: "Organisatie", type: "multipleRecordLinks", linkedTable: "Bedrijven" },
      { name: "E-mailadres", type: "email" },
      { name: "Score", type: "number" },
      { name: "Temperatuur", type: "singleSelect", choices: ["Koud", "Warm", "Heet", "Klant"] },
      { name: "Accountmanager", type: "singleCollaborator" },
      { name: "Medewerkers", type: "number" },
    ],
  });
  return company;
};

const addAnna = async ({ base }: SyncedCompany) => {
  const [zon] = await base.add("Bedrijven", { Bedrijfsnaam: "Bakkerij Zon" });
  const [anna] = await base.add("Contacten", {
    Naam: "Anna Jansen",
    Functie: ["CEO", "CFO"],
    Organisatie: [zon?.id],
    "E-mailadres": "anna@zon.example",
    Score: 84,
    Temperatuur: "Warm",
    Accountmanager: { id: "usrSandboxUser002" },
    Medewerkers: 12,
  });
  return anna?.id ?? "";
};

const read = async ({ who }: SyncedCompany) => {
  const response = await who.client.get("/api/airtable/mapping");
  expect(response.status).toBe(200);
  return response.body as unknown as AirtableMapping;
};

const toChange = (tables: readonly MappedTable[]): MappingChange => ({
  tables: tables.map(({ table, tableId, fields }) => ({
    table,
    tableId,
    fields: fields.map(({ field, fieldId, options, scale }) => ({
      field,
      fieldId,
      ...(options && { options }),
      ...(scale && { scale }),
    })),
  })),
});

const save = async ({ who }: SyncedCompany, change: MappingChange) =>
  (await who.client.put("/api/airtable/mapping", change)).body as { problem: string | null; message: string };

const leadsOnly = (mapping: AirtableMapping): MappedTable[] =>
  mapping.tables.map((table) => (table.table === "leads" ? table : { ...table, tableId: null }));

const saveProposalAndSync = async (company: SyncedCompany): Promise<AirtableMapping> => {
  const mapping = await read(company);
  expect(await save(company, toChange(leadsOnly(mapping)))).toMatchObject({ problem: null });
  const run = await company.sync();
  expect(run.status).toBe("succeeded");
  return mapping;
};

test("a base with other tables is not synchronised before its fields are mapped", async () => {
  const company = await dutchCompany();
  const run = await company.ended(await company.start());
  expect(run).toMatchObject({ status: "failed", message: expect.stringContaining("Velden koppelen") });
  expect(await company.rows("leads")).toEqual([]);
});

test("the proposal for an existing base is synchronised after saving, with conversions in both directions", async () => {
  const company = await dutchCompany();
  const anna = await addAnna(company);
  const mapping = await read(company);
  expect([mapping.problem, mapping.isStored]).toEqual([null, false]);
  const remote = mapping.remoteTables.find(({ name }) => name === "Contacten");
  expect(remote?.fields.find(({ name }) => name === "E-mailadres")?.example).toBe("anna@zon.example");
  await saveProposalAndSync(company);
  expect(await company.row("leads", anna)).toMatchObject({
    full_name: "Anna Jansen",
    title: "CEO, CFO",
    company: "Bakkerij Zon",
    email: "anna@zon.example",
    lead_rating: 8,
    classification: "INTERESTED",
    lead_allocated: "Sanne de Wit",
    employees: "12",
  });
  const { id } = await company.row("leads", anna);
  await company.edit("leads", id, { classification: "HOT" });
  await company.untilPushed();
  expect((await company.base.record("Contacten", anna))["Temperatuur"]).toBe("Heet");
  expect((await read(company)).isStored).toBe(true);
  expect((await company.status()).tables.every(({ suspendedReason }) => suspendedReason === null)).toBe(true);
});

test("a field that was deleted in the base is reported by its name there and by ours, also in later runs", async () => {
  const company = await dutchCompany();
  await addAnna(company);
  await saveProposalAndSync(company);
  for (const name of ["Organisatie", "Medewerkers"])
    await company.base.control("DELETE", `tables/Contacten/fields/${name}`);
  for (const _run of [1, 2]) {
    await company.sync();
    expect((await company.status()).tables.find(({ table }) => table === "leads")?.fieldProblems).toEqual([
      'Het veld "Organisatie" (bij ons: Bedrijf) bestaat niet meer in de tabel "Contacten" van Airtable. Zet het daar terug, of kies bij Velden koppelen een ander veld.',
      'Het veld "Medewerkers" bestaat niet meer in de tabel "Contacten" van Airtable. Zet het daar terug, of kies bij Velden koppelen een ander veld.',
    ]);
  }
});

test("an attachment is read as the address of its record, because its own URL expires", async () => {
  const company = await dutchCompany();
  for (const name of ["Website", "Foto"])
    await company.base.control("POST", "tables/Contacten/fields", { name, type: "multipleAttachments" });
  const anna = await addAnna(company);
  const file = [{ url: "https://zon.example/folder.pdf" }];
  await company.base.edit("Contacten", anna, { Website: file, Foto: file });
  const mapping = await saveProposalAndSync(company);
  const leads = mapping.tables.find(({ table }) => table === "leads");
  const row = await company.row("leads", anna);
  expect(row["website"]).toBe(`https://airtable.com/${company.base.id}/${leads?.tableId}/${anna}`);
  // A picture needs an address that lasts.
  expect(row["profile_picture_url"]).toBeNull();
  await harness.server.query("update sync_tables set full_sync_done_at = null where company_id = $1", [company.id]);
  const again = await company.sync();
  expect(again.tables.find(({ table }) => table === "leads")).toMatchObject({ seen: 1, changed: 0 });
});

test("edits and conflicts of a field that has become read-only are closed, and Airtable's value is shown", async () => {
  const company = await dutchCompany();
  await company.base.control("POST", "tables/Contacten/fields", { name: "Plaats", type: "singleLineText" });
  const anna = await addAnna(company);
  const [bea] = await company.base.add("Contacten", { Naam: "Bea Vos", Plaats: "Breda" });
  await saveProposalAndSync(company);
  const idOf = async (recordId: string) => (await company.row("leads", recordId)).id;
  // A conflict, and an edit that Airtable refuses.
  await company.base.edit("Contacten", bea?.id ?? "", { Plaats: "Tilburg" });
  await company.edit("leads", await idOf(bea?.id ?? ""), { location: "Den Bosch" });
  await company.sync();
  await company.base.fault({ method: "PATCH", status: 422, times: 1 });
  await company.edit("leads", await idOf(anna), { location: "Utrecht" });
  const open = async () => {
    const { totalConflicts, totalParked } = await company.status();
    return [totalConflicts, totalParked];
  };
  expect(await eventually(open, ([, parked]) => parked === 1)).toEqual([1, 1]);
  await company.base.control("PATCH", "tables/Contacten/fields/Plaats", { type: "multipleSelects" });
  await company.sync();
  expect(await open()).toEqual([0, 0]);
  expect((await company.row("leads", anna))["location"]).toBeNull();
  expect((await company.row("leads", bea?.id ?? ""))["location"]).toBe("Tilburg");
  for (const recordId of [anna, bea?.id ?? ""])
    expect(await company.state("leads", await idOf(recordId))).toBe("synced");
  const { body } = await company.who.client.get(`/api/sync/records/leads/${await idOf(anna)}/history`);
  const { changes } = body as { changes: { side: string; after: unknown; isPending: boolean }[] };
  expect(changes).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ side: "here", after: "Utrecht", isPending: false })]),
  );
});

test("changing the mapping reads again what is needed, and loses no edit", async () => {
  const company = await dutchCompany();
  const anna = await addAnna(company);
  const mapping = await saveProposalAndSync(company);
  const leads = mapping.tables.find(({ table }) => table === "leads");
  const change = (field: string, more: object): MappingChange =>
    toChange(
      leadsOnly(mapping).map((table) =>
        table.table === "leads"
          ? { ...table, fields: table.fields.map((each) => (each.field === field ? { ...each, ...more } : each)) }
          : table,
      ),
    );
  const rule = leads?.fields.find(({ field }) => field === "classification");
  await save(company, change("classification", { options: { ...rule?.options, Warm: "CONNECTED" } }));
  await company.sync();
  expect((await company.row("leads", anna))["classification"]).toBe("CONNECTED");

  await save(company, change("classification", { fieldId: null, options: undefined }));
  const { id } = await company.row("leads", anna);
  await company.edit("leads", id, { classification: "CLIENT" });
  await company.sync();
  expect(await company.state("leads", id)).toBe("synced");
  expect((await company.base.record("Contacten", anna))["Temperatuur"]).toBe("Warm");
  expect((await company.row("leads", anna))["classification"]).toBe("CLIENT");
  // The change feed reports our write of another field: the edit of the unmapped one does not make the record pending.
  await company.edit("leads", id, { email: "anna@maan.example" });
  await company.untilPushed();
  await harness.server.query(`create function refuse_pending() returns trigger language plpgsql as $$
    begin if new.local_id = '${id}' and new.state = 'pending' then raise 'pending again'; end if; return new; end $$`);
  await harness.server.query(
    "create trigger refuse_pending before update on airtable_records for each row execute function refuse_pending()",
  );
  await company.sync();
  await harness.server.query("drop function refuse_pending cascade");
  expect((await company.base.record("Contacten", anna))["E-mailadres"]).toBe("anna@maan.example");

  await save(company, change("classification", {}));
  await company.sync();
  await company.untilPushed();
  const row = await company.row("leads", anna);
  const remote = (await company.base.record("Contacten", anna))["Temperatuur"];
  const { totalConflicts } = await company.status();
  // The edit that was made meanwhile is pushed, or shown as a conflict; it is never overwritten.
  expect(row["classification"]).toBe("CLIENT");
  expect(remote === "Klant" || totalConflicts === 1).toBe(true);
});

test.each([
  ["at once", false],
  ["after it was left out", true],
])("another table, chosen %s, keeps our rows and reads its own", async (_when, wasLeftOut) => {
  const company = await dutchCompany();
  const anna = await addAnna(company);
  await saveProposalAndSync(company);
  const { id } = await company.row("leads", anna);
  const before = (await read(company)).tables.filter(({ table }) => table === "leads");
  await company.base.control("POST", "tables", {
    name: "Prospects",
    fields: [{ name: "Naam", type: "singleLineText" }],
  });
  const [bas] = await company.base.add("Prospects", { Naam: "Bas" });
  const other = (await read(company)).remoteTables.find(({ name }) => name === "Prospects");
  const { body } = await company.who.client.post("/api/airtable/mapping/proposal", {
    table: "leads",
    tableId: other?.id,
  });
  const { table } = body as unknown as TableProposal;
  expect(table?.fields.find(({ field }) => field === "full_name")?.fieldId).toBe(other?.fields[0]?.id);
  if (table && wasLeftOut) {
    await save(company, toChange([{ ...table, tableId: null }]));
    await company.sync();
  }
  await save(company, toChange(table ? [table] : []));
  await company.sync();
  await company.sync();
  expect((await company.row("leads", bas?.id ?? ""))["full_name"]).toBe("Bas");
  const [kept] = (await company.rows("leads")).filter((row) => row.id === id);
  expect([kept?.["full_name"], kept?.["deleted_at"]]).toEqual(["Anna Jansen", null]);
  await expect(company.row("leads", anna)).rejects.toThrow("there is no row");

  // The first table again: its records belong to the same rows, although it has no App ID.
  await save(company, toChange(before));
  await company.sync();
  expect((await company.row("leads", anna)).id).toBe(id);
  expect((await company.rows("leads")).map((row) => String(row["full_name"])).toSorted()).toEqual([
    "Anna Jansen",
    "Bas",
  ]);
});

test("missing fields and tables are created in the base with one request", async () => {
  const company = await dutchCompany();
  await addAnna(company);
  const mapping = await read(company);
  const leads = mapping.tables.find(({ table }) => table === "leads");
  const tableIds = { leads: leads?.tableId };
  const post = (path: string, body: object) => company.who.client.post(`/api/airtable/mapping/${path}`, body);
  const created = (await post("fields", { table: "leads", tableId: leads?.tableId, field: "app_id", tableIds }))
    .body as unknown as CreatedField;
  expect(created).toMatchObject({ problem: null, field: { name: "App ID", type: "singleLineText" } });
  const prompts = (await post("tables", { table: "prompts", tableIds })).body as unknown as CreatedTable;
  const messages = (await post("tables", { table: "messages", tableIds })).body as unknown as CreatedTable;
  expect(prompts.table?.fields.filter(({ fieldId, isRequired }) => isRequired && !fieldId)).toEqual([]);
  expect(messages.table?.fields.filter(({ fieldId, isRequired }) => isRequired && !fieldId)).toEqual([]);
  const tables = leadsOnly(mapping).map((table) => {
    if (table.table === "prompts" && prompts.table) return prompts.table;
    if (table.table !== "leads") return table;
    const fields = table.fields.map((each) =>
      each.field === "app_id" ? { ...each, fieldId: created.field?.id ?? null } : each,
    );
    return { ...table, fields };
  });
  expect(await save(company, toChange(tables))).toMatchObject({ problem: null });
  await company.sync();
  const id = await company.make("leads", { full_name: "Nieuw" });
  await company.untilPushed();
  const records = await company.base.records("Contacten");
  expect(records.find(({ fields }) => fields["App ID"] === id)?.fields["Naam"]).toBe("Nieuw");

  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, { permissionLevel: "edit" });
  const refused = (await post("fields", { table: "leads", tableId: leads?.tableId, field: "title", tableIds })).body;
  expect(refused).toMatchObject({ problem: expect.stringContaining("schema.bases:write"), field: null });
});

test("edits of a table that is left out are not pending, and are pushed once it is mapped", async () => {
  const company = await harness.newCompany();
  const { base } = company;
  const [lead] = await base.add("Leads", { "Full Name": "Anna" });
  const [message] = await base.add("Messages", { Content: "Dag", Status: "pending", Lead: [lead?.id] });
  const [prompt] = await base.add("Prompts", { Name: "Icebreaker", Prompt: "Schrijf." });
  await company.sync();
  const { tables } = await read(company);
  const omitted = ["messages", "adjustments", "prompts"];
  const without = tables.map((table) => (omitted.includes(table.table) ? { ...table, tableId: null } : table));
  expect(await save(company, toChange(without))).toMatchObject({ problem: null });
  await company.sync();

  const { id } = await company.row("prompts", prompt?.id ?? "");
  await company.edit("prompts", id, { prompt: "Schrijf kort." });
  const [leadId, messageId] = [
    (await company.row("leads", lead?.id ?? "")).id,
    (await company.row("messages", message?.id ?? "")).id,
  ];
  const queued = { lead_id: leadId, message_id: messageId, message_name: "Bericht 1", text: "Dag", status: "QUEUED" };
  await company.make("queue", queued);
  await company.untilPushed();
  expect((await base.records("Queue")).map(({ fields }) => fields["Lead"])).toEqual([[lead?.id]]);
  const status = (await company.status()).tables.filter(({ table }) => ["leads", "prompts"].includes(table));
  expect(status).toMatchObject([{ isLeftOut: false }, { isLeftOut: true, pending: 0 }]);
  expect((await base.record("Prompts", prompt?.id ?? ""))["Prompt"]).toBe("Schrijf.");

  expect(await save(company, toChange(tables))).toMatchObject({ problem: null });
  await company.sync();
  await company.untilPushed();
  expect((await base.record("Prompts", prompt?.id ?? ""))["Prompt"]).toBe("Schrijf kort.");
});

test("a wrong mapping is refused with all reasons", async () => {
  const company = await dutchCompany();
  const mapping = await read(company);
  const leads = mapping.tables.find(({ table }) => table === "leads");
  const email = leads?.fields.find(({ field }) => field === "email")?.fieldId ?? null;
  const fields = [
    { field: "email", fieldId: email },
    { field: "phone", fieldId: email },
    { field: "date_added", fieldId: email },
    { field: "classification", fieldId: null, options: { Warm: "LAUW" } },
  ];
  const tableId = leads?.tableId ?? null;
  const { problem } = await save(company, {
    tables: [
      { table: "leads", tableId, fields },
      { table: "prompts", tableId, fields: [] },
    ],
  });
  for (const reason of [
    "De tabel Contacten is meer dan één keer",
    "Koppel bij Leads ook Full Name",
    "past het gekozen veld niet bij Date Added",
    "een waarde die niet bestaat",
    "is E-mailadres meer dan één keer",
  ])
    expect(problem).toContain(reason);
  expect((await read(company)).isStored).toBe(false);
});

test("the bases of a token are listed, also for a platform admin, and the token stays secret", async () => {
  const company = await harness.newCompany();
  const other = await harness.sandbox.newBase({ company: "Tweede base" });
  await harness.sandbox.control("PATCH", `airtable/tokens/${company.base.token}`, {
    baseIds: [company.base.id, other.id],
  });
  await harness.sandbox.control("PATCH", "airtable/settings", { basesPerPage: 1 });
  const own = (await company.who.client.post("/api/airtable/bases", {})).body as unknown as VisibleBases;
  expect(own.bases.map(({ id }) => id)).toEqual([company.base.id, other.id]);
  const admin = await signedIn(harness.server, { sessionKind: "admin" });
  const listBases = (body: object) => admin.client.post("/admin/api/airtable/bases", body);
  expect((await listBases({ companyId: company.id })).body).toEqual(own);
  expect((await listBases({ airtableApiKey: company.base.token })).body).toEqual(own);
  expect((await listBases({ airtableApiKey: "patOnbekend" })).body).toMatchObject({
    problem: expect.any(String),
    bases: [],
  });
  const connection = await company.who.client.get("/api/airtable");
  expect(connection.body).toEqual({
    airtableBaseId: company.base.id,
    airtableBaseName: own.bases[0]?.name,
    hasAirtableApiKey: true,
    airtableFormUrl: null,
  });
  const changed = await company.who.client.patch("/api/airtable", { airtableBaseId: other.id, airtableApiKey: "" });
  expect(changed.body).toMatchObject({
    airtableBaseId: other.id,
    airtableBaseName: "Tweede base",
    hasAirtableApiKey: true,
  });
  expect(changed.text).not.toContain(company.base.token);
  const mapping = await admin.client.get(`/admin/api/companies/${company.id}/airtable/mapping`);
  expect(mapping.body).toMatchObject({ problem: null, remoteTables: expect.any(Array) });
  await harness.sandbox.control("PATCH", "airtable/settings", { basesPerPage: 1_000 });
});

test("of two first mappings that are saved at the same moment one is stored, and the other refused", async () => {
  const company = await dutchCompany();
  const { version, ...mapping } = await read(company);
  const changes = [leadsOnly({ version, ...mapping }), mapping.tables.map((table) => ({ ...table, tableId: null }))];
  const saved = await Promise.all(changes.map((tables) => save(company, { ...toChange(tables), version })));
  expect(saved.filter(({ problem }) => problem === null)).toHaveLength(1);
  expect(saved.find(({ problem }) => problem)?.problem).toContain(
    "Iemand anders heeft de koppeling intussen gewijzigd",
  );
});

test("the name of a base that the token may not see is not asked from Airtable at every visit of the page", async () => {
  const company = await harness.newCompany();
  await company.base.changeToken({ scopes: ["data.records:read"] });
  const countBaseLists = async () =>
    ((await harness.sandbox.control("GET", "requests")) as unknown as { path: string }[]).filter(
      ({ path }) => path === "/v0/meta/bases",
    ).length;
  const before = await countBaseLists();
  const visit = async () => (await company.who.client.get("/api/airtable")).body["airtableBaseName"];
  expect([await visit(), await visit(), await visit()]).toEqual([null, null, null]);
  expect((await countBaseLists()) - before).toBe(1);
  await company.base.changeToken({ scopes: ["schema.bases:read", "data.records:read"] });
  await company.who.client.patch("/api/airtable", { airtableApiKey: company.base.token });
  expect(await visit()).toBe("Proefbedrijf");
});

test("a field is created with a number beside one of the same name that cannot be mapped", async () => {
  const company = await dutchCompany();
  await company.base.control("POST", "tables/Contacten/fields", { name: "App ID", type: "checkbox" });
  const tableId = (await read(company)).tables.find(({ table }) => table === "leads")?.tableId;
  const { body } = await company.who.client.post("/api/airtable/mapping/fields", {
    table: "leads",
    tableId,
    field: "app_id",
  });
  expect(body).toMatchObject({ problem: null, field: { name: "App ID 2", type: "singleLineText" } });
});

interface Change {
  side: string;
  kind: string;
  fieldName: string;
  after: unknown;
}
const changesFromAirtable = async ({ who }: SyncedCompany, id: string): Promise<Change[]> => {
  const { changes } = (await who.client.get(`/api/sync/records/leads/${id}/history`)).body as { changes: Change[] };
  return changes.filter(({ side, kind }) => side === "airtable" && kind === "changed");
};

test.each([["after a restore"], ["after the question about deletions"]])(
  "a record that is created again keeps here what cannot be written there, %s",
  async (title) => {
    const company = await dutchCompany();
    const { base } = company;
    const isRestore = title === "after a restore";
    if (!isRestore) await base.removeFeedPermission();
    await base.control("POST", "tables/Contacten/fields", { name: "App ID", type: "singleLineText" });
    await base.control("POST", "tables/Contacten/fields", {
      name: "Branches",
      type: "multipleSelects",
      choices: ["Food"],
    });
    await base.control("POST", "tables/Contacten/fields", { name: "Contract Owner", type: "singleCollaborator" });
    const anna = await addAnna(company);
    await base.edit("Contacten", anna, {
      Branches: ["Food"],
      Score: 95,
      "Contract Owner": { id: "usrSandboxUser002" },
    });
    const [bob] = await base.add("Contacten", { Naam: "Bob" });
    const mapping = await read(company);
    const branches = mapping.remoteTables.flatMap(({ fields }) => fields).find(({ name }) => name === "Branches");
    const tables = leadsOnly(mapping).map((each) => ({
      ...each,
      fields: each.fields.map((field) =>
        field.field === "industry" && each.table === "leads" ? { ...field, fieldId: branches?.id ?? null } : field,
      ),
    }));
    expect(await save(company, toChange(tables))).toMatchObject({ problem: null });
    await company.sync();
    const before = await company.row("leads", anna);
    const shown = (await read(company)).tables.find(({ table }) => table === "leads")?.fields ?? [];
    const isReadOnly = (name: string) => {
      const { fieldId = null, readOnlyIds = [] } = shown.find(({ field }) => field === name) ?? {};
      return readOnlyIds.some((id) => id === fieldId);
    };
    expect(["industry", "contract_owner", "email"].map(isReadOnly)).toEqual([true, true, false]);
    expect((await company.who.client.get("/api/leads/settings")).body["readOnlyFields"]).toEqual([
      { field: "title", name: "Functie" },
      { field: "company", name: "Organisatie" },
      { field: "industry", name: "Branches" },
      { field: "contractOwner", name: "Contract Owner" },
    ]);
    const refused = await company.who.client.patch(`/api/leads/${before.id}`, { industry: "Zorg" });
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain("Branches");
    expect(before).toMatchObject({ industry: "Food", lead_rating: 10, contract_owner: "Sanne de Wit" });
    await base.destroy("Contacten", anna, ...(isRestore ? [] : [bob?.id ?? ""]));
    await company.sync();
    if (!isRestore) await company.sync();
    const answer = isRestore
      ? await company.who.client.post(`/api/leads/${before.id}/restore`, {})
      : await company.who.client.post("/api/sync/deletions/leads/choose", { choice: "recreate", count: 2 });
    expect(answer.status).toBe(200);
    await company.untilPushed();
    const created = (await base.records("Contacten")).find(({ fields }) => fields["Naam"] === "Anna Jansen");
    expect(created?.fields).toMatchObject({ Naam: "Anna Jansen", Branches: ["Food"], Functie: ["CEO", "CFO"] });
    expect([created?.fields["Score"], created?.fields["Contract Owner"]]).toEqual([undefined, undefined]);
    const kept = { industry: "Food", lead_rating: 10, contract_owner: "Sanne de Wit", lead_allocated: "Sanne de Wit" };
    await company.sync();
    await base.edit("Contacten", created?.id ?? "", { Medewerkers: 13 });
    await company.sync();
    expect(await company.row("leads", created?.id ?? "")).toMatchObject({ ...kept, employees: "13" });
    expect(await company.state("leads", before.id)).toBe("synced");
    const changes = await changesFromAirtable(company, before.id);
    expect(changes.filter(({ after }) => after !== "13").map(({ fieldName }) => fieldName)).toEqual([]);
    const joris = { id: "usrSandboxUser003" };
    await base.edit("Contacten", created?.id ?? "", { Score: 40, "Contract Owner": joris, Branches: [] });
    await company.sync();
    expect(await company.row("leads", created?.id ?? "")).toMatchObject({
      industry: null,
      lead_rating: 4,
      contract_owner: expect.not.stringContaining("Sanne"),
    });
    await base.edit("Contacten", created?.id ?? "", { Score: null });
    await company.sync();
    expect(await company.row("leads", created?.id ?? "")).toMatchObject({ lead_rating: null });
  },
);

test("a merged lead keeps what it took from the other in a field that is only read, until Airtable has a value", async () => {
  const company = await dutchCompany();
  const { base, who } = company;
  const anna = await addAnna(company);
  const [bob] = await base.add("Contacten", { Naam: "Anna J." });
  const kept = bob?.id ?? "";
  await saveProposalAndSync(company);
  const [id, duplicateId] = [(await company.row("leads", kept)).id, (await company.row("leads", anna)).id];
  expect((await who.client.post(`/api/leads/${id}/merge`, { duplicateId })).status).toBe(200);
  await company.untilPushed();
  await company.sync();
  const taken = { title: "CEO, CFO", company: "Bakkerij Zon", email: "anna@zon.example" };
  expect(await company.row("leads", kept)).toMatchObject(taken);
  await base.edit("Contacten", kept, { Medewerkers: 13 });
  await company.sync();
  expect(await company.row("leads", kept)).toMatchObject({ ...taken, employees: "13" });
  await base.edit("Contacten", kept, { Functie: ["CFO"] });
  await company.sync();
  expect(await company.row("leads", kept)).toMatchObject({ ...taken, title: "CFO" });
});

test("a mapping that somebody else has changed meanwhile is not overwritten", async () => {
  const company = await dutchCompany();
  const opened = await read(company);
  const change = toChange(leadsOnly(opened));
  expect(await save(company, { ...change, version: opened.version })).toMatchObject({ problem: null });
  const nothing = { tables: change.tables.map((table) => ({ ...table, tableId: null })) };
  expect(await save(company, { ...nothing, version: opened.version })).toMatchObject({
    problem: expect.stringContaining("Iemand anders heeft de koppeling intussen gewijzigd."),
  });
  const reopened = await read(company);
  expect(reopened.tables.find(({ table }) => table === "leads")?.tableId).not.toBeNull();
  expect(await save(company, { ...nothing, version: reopened.version })).toMatchObject({ problem: null });
});

const findField = ({ tables }: AirtableMapping, name: SyncedTable, field: string) =>
  tables.find(({ table }) => table === name)?.fields.find((each) => each.field === field);

test("the same mapping saved again changes nothing, and only changed tables are logged", async () => {
  const company = await dutchCompany();
  await addAnna(company);
  await saveProposalAndSync(company);
  const mapping = await read(company);
  const log = () =>
    company.server.query<{ names: string }>(
      "select after ->> 'airtableMapping' as names from audit_log where company_id = $1 and after ? 'airtableMapping' order by at",
      [company.id],
    );
  const before = await log();
  const unchanged = { problem: null, message: "De koppeling was al zo." };
  expect(await save(company, { ...toChange(mapping.tables), version: mapping.version })).toEqual(unchanged);
  expect(await log()).toEqual(before);
  const tables = mapping.tables.map((table) =>
    table.table === "leads" ? { ...table, fields: table.fields.filter(({ field }) => field !== "employees") } : table,
  );
  expect(await save(company, toChange(tables))).toMatchObject({ problem: null });
  expect(await log()).toEqual([...before, { names: "Leads" }]);
});

test("a mapping that is changed while the sync is paused is stored, and used after the pause", async () => {
  const company = await dutchCompany();
  const anna = await addAnna(company);
  await saveProposalAndSync(company);
  const { client } = company.who;
  expect((await client.post("/api/sync/pause", { reason: "Verhuizing" })).status).toBe(200);
  const mapping = await read(company);
  const tables = mapping.tables.map((table) => ({
    ...table,
    fields: table.fields.map((each) =>
      each.field === "classification" ? { ...each, options: { ...each.options, Warm: "CONNECTED" } } : each,
    ),
  }));
  expect(await save(company, { ...toChange(tables), version: mapping.version })).toEqual({
    problem: null,
    message:
      "De koppeling is opgeslagen. De gewijzigde tabellen worden opnieuw gelezen bij de eerste synchronisatie na de pauze.",
  });
  expect((await client.post("/api/sync/resume", {})).status).toBe(200);
  await company.sync();
  expect((await company.row("leads", anna))["classification"]).toBe("CONNECTED");
});

test("a field without a rule is shown as the sync finds it, and stays synchronised when the mapping is saved", async () => {
  const company = await harness.newCompany();
  const { base } = company;
  const [lead] = await base.add("Leads", { "Full Name": "Anna", Email: "anna@zon.example" });
  const mapping = await read(company);
  const leads = mapping.tables.find(({ table }) => table === "leads");
  const name = { field: "full_name", fieldId: findField(mapping, "leads", "full_name")?.fieldId ?? null };
  const partial: MappingChange = { tables: [{ table: "leads", tableId: leads?.tableId ?? null, fields: [name] }] };
  expect(await save(company, partial)).toMatchObject({ problem: null });
  await company.sync();
  expect((await company.row("leads", lead?.id ?? ""))["email"]).toBe("anna@zon.example");

  const email = findField(mapping, "leads", "email")?.fieldId ?? "";
  await base.control("PATCH", `tables/Leads/fields/${email}`, { name: "Postadres" });
  const shown = await read(company);
  expect(findField(shown, "leads", "email")?.fieldId).toBe(email);
  expect(await save(company, toChange(shown.tables))).toMatchObject({ problem: null });
  await company.sync();
  await base.edit("Leads", lead?.id ?? "", { Postadres: "anna@maan.example" });
  await company.sync();
  expect((await company.row("leads", lead?.id ?? ""))["email"]).toBe("anna@maan.example");
});

test("the primary field of a created table is one that we write", async () => {
  const company = await dutchCompany();
  const create = async (table: SyncedTable) =>
    (await company.who.client.post("/api/airtable/mapping/tables", { table })).body as unknown as CreatedTable;
  const names = [];
  for (const table of ["leads", "meetings", "prompts", "queue"] as const)
    names.push((await create(table)).remoteTable?.fields[0]?.name);
  expect(names).toEqual(["Full Name", "Name", "Name", "Message Name"]);
});

test("the status names what the admin has to do", async () => {
  const company = await dutchCompany();
  const anna = await addAnna(company);
  await company.ended(await company.start());
  expect((await company.status()).setupSteps).toEqual(["mapping"]);
  await saveProposalAndSync(company);
  expect((await company.status()).setupSteps).toEqual([]);
  // The remark of the run names the table, which may be called anything.
  await company.base.control("PATCH", "tables/Contacten", {
    name: "Deze base heeft andere tabellen dan hier worden verwacht",
  });
  await company.base.fault({ method: "PATCH", status: 403 });
  await company.edit("leads", (await company.row("leads", anna)).id, { email: "nieuw@zon.example" });
  await company.sync();
  expect((await company.status()).setupSteps).toEqual(["connection"]);
});

test("messages that are made here while App ID is left out are named as what the admin has to do", async () => {
  const company = await harness.newCompany();
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  await company.sync();
  const { tables } = await read(company);
  const without = tables.map((table) =>
    table.table === "messages"
      ? { ...table, fields: table.fields.map((each) => (each.field === "app_id" ? { ...each, fieldId: null } : each)) }
      : table,
  );
  expect(await save(company, toChange(without))).toMatchObject({ problem: null });
  await company.sync();
  expect((await company.status()).setupSteps).toEqual([]);
  const { id } = await company.row("leads", lead?.id ?? "");
  await company.make("messages", { lead_id: id, content: "Dag", status: "pending", message_type: "icebreaker" });
  await company.sync();
  const status = await company.status();
  expect(status.tables.find(({ table }) => table === "messages")).toMatchObject({ pending: 1, withoutAppId: 1 });
  expect(status.setupSteps).toEqual(["mapping"]);

  expect(await save(company, toChange(tables))).toMatchObject({ problem: null });
  await company.sync();
  await company.untilPushed();
  expect((await company.status()).setupSteps).toEqual([]);
});

test("every field has a description, and says what an unknown choice does", async () => {
  const { tables } = await read(await harness.newCompany());
  const fields = tables.flatMap(({ table, fields }) => fields.map((each) => ({ table, ...each })));
  expect(fields.filter(({ description }) => description === "")).toEqual([]);
  const effectOf = (table: SyncedTable, field: string) =>
    fields.find((each) => each.table === table && each.field === field)?.otherChoices;
  expect([
    effectOf("leads", "classification"),
    effectOf("meetings", "status"),
    effectOf("queue", "status"),
    effectOf("invitations", "status"),
  ]).toEqual(["parked", "kept", "not_sent", "parked"]);
});
