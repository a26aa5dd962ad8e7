import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectCompany, type SandboxBase } from "../airtable-sandbox.fixture.ts";
import { type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const lead = (name: string) => ({ "Full Name": name });
const leadNames = async (company: SyncedCompany) =>
  (await company.rows("leads")).map(({ full_name }) => String(full_name)).toSorted();
const namesIn = async (base: SandboxBase) =>
  (await base.records("Leads")).map(({ fields }) => String(fields["Full Name"])).toSorted();

/** A new company that has read a wrong base. */
const companyWithWrongBase = async (...names: string[]) => {
  const company = await harness.newCompany();
  const [first] = await company.base.add("Leads", ...names.map(lead));
  for (const Status of ["QUEUED", "SENT"])
    await company.base.add("Queue", { Lead: [first?.id], "Message Name": "Bericht 1", Text: "Dag", Status });
  await company.sync();
  const rows = await company.rows("leads");
  const idOf = (name: string) => rows.find(({ full_name }) => full_name === name)?.id ?? "";
  return { company, wrong: company.base, right: await harness.sandbox.newBase(), idOf };
};

test.concurrent("the rows of a wrong first base are removed when the right base has been read, except those that it has too", async () => {
  const { company, wrong, right, idOf } = await companyWithWrongBase("Vreemde", "Gedeeld");
  expect(await company.rows("queue")).toHaveLength(2);
  await right.add("Leads", lead("Anna"), { ...lead("Gedeeld"), "App ID": idOf("Gedeeld") });
  await connectCompany(harness.server, company.id, right);
  const run = await company.sync();
  expect(run.message).toContain("3 rijen van de base die kort gekoppeld was, hier verwijderd");
  expect(await leadNames(company)).toEqual(["Anna", "Gedeeld"]);
  expect((await company.row("leads", (await right.records("Leads"))[1]?.id ?? "")).id).toBe(idOf("Gedeeld"));
  expect(await company.rows("queue")).toEqual([]);
  expect((await company.status()).parked).toEqual([]);
  expect(await namesIn(right)).toEqual(["Anna", "Gedeeld"]);
  expect(await namesIn(wrong)).toEqual(["Gedeeld", "Vreemde"]);
  expect((await company.sync()).status).toBe("succeeded");
});

test.concurrent("a base to which the company has returned keeps its rows when another one is connected on the same day", async () => {
  const { company, wrong: own, right: next } = await companyWithWrongBase("Eigen");
  await harness.server.query("update sync_states set base_since = now() - interval '2 years' where company_id = $1", [
    company.id,
  ]);
  const detour = await harness.sandbox.newBase();
  await detour.add("Leads", lead("Vreemde"));
  await next.add("Leads", lead("Nieuw"));
  for (const base of [detour, own, next]) {
    await connectCompany(harness.server, company.id, base);
    await company.sync();
  }
  expect(await leadNames(company)).toEqual(["Eigen", "Nieuw"]);
});

test.concurrent("nothing of a wrong first base is removed until the records of the right one could be read", async () => {
  const { company, right } = await companyWithWrongBase("Vreemde");
  await right.changeToken({ scopes: ["schema.bases:read"] });
  await connectCompany(harness.server, company.id, right);
  await company.ended(await company.start());
  expect(await leadNames(company)).toEqual(["Vreemde"]);
  // Meanwhile nothing is sent to them.
  const queued = await company.who.client.get("/api/messages-queued");
  expect(queued.body).toMatchObject([{ plannedAt: null, waitsFor: { code: "deletion" } }]);
  await right.changeToken({ scopes: ["schema.bases:read", "data.records:read", "data.records:write"] });
  await company.sync();
  expect(await leadNames(company)).toEqual([]);
});

test.concurrent("rows of a wrong first base with work of ours stay, and are created in the right base only when an admin says so", async () => {
  const { company, wrong, right, idOf } = await companyWithWrongBase(
    "Vreemde",
    "Eerder",
    "Later",
    "Notitie",
    "Geweigerd",
  );
  // The wrong base refuses this edit. It may go to the right base, but only after an admin has agreed.
  await wrong.control("PATCH", "tables/Leads/fields/Location", { isLocked: true });
  await wrong.changeToken({ permissionLevel: "edit" });
  await company.edit("leads", idOf("Geweigerd"), { location: "Den Bosch" });
  await company.edit("leads", idOf("Eerder"), { classification: "HOT" });
  await company.untilPushed();
  const noted = await company.who.client.post(`/api/leads/${idOf("Notitie")}/notes`, { text: "Belt terug." });
  expect(noted.status).toBe(201);
  await right.add("Leads", lead("Anna"));
  await connectCompany(harness.server, company.id, right);
  // The turn that pushes this edit is the first one on the right base.
  await company.edit("leads", idOf("Later"), { classification: "HOT" });
  const run = await company.sync();
  expect(run.message).toContain("4 rijen van die base geparkeerd, omdat er hier aan gewerkt is");
  await company.sync();
  expect(await leadNames(company)).toEqual(["Anna", "Eerder", "Geweigerd", "Later", "Notitie"]);
  expect(await namesIn(right)).toEqual(["Anna"]);
  const { parked } = await company.status();
  expect(parked.map(({ recordName }) => recordName).toSorted()).toEqual(["Eerder", "Geweigerd", "Later", "Notitie"]);
  for (const { reason } of parked) expect(reason).toContain("een base die maar kort gekoppeld was");

  expect((await company.who.client.post(`/api/sync/parked/leads/${idOf("Later")}/retry`)).status).toBe(200);
  await company.untilPushed();
  expect(await namesIn(right)).toEqual(["Anna", "Later"]);
  const [, later] = await right.records("Leads");
  expect(later?.fields).toMatchObject({ "App ID": idOf("Later"), "Lead Classification": "HOT | 80" });
});

test.concurrent("what a base of long ago had refused creates nothing in the next base until a user says so", async () => {
  const { company, wrong: former, right: next, idOf } = await companyWithWrongBase("Gesloten");
  const [meeting] = await former.add("Meetings", { Name: "Intake", Type: "Sales" });
  await company.sync();
  await harness.server.query("update sync_states set base_since = now() - interval '2 years' where company_id = $1", [
    company.id,
  ]);
  await former.control("PATCH", "tables/Leads/fields/Location", { isLocked: true });
  await former.changeToken({ permissionLevel: "edit" });
  await company.edit("leads", idOf("Gesloten"), { location: "Den Bosch" });
  await company.edit("meetings", (await company.row("meetings", meeting?.id ?? "")).id, { type: "Evaluatie" });
  await company.untilPushed();
  expect((await company.status()).totalParked).toBe(2);
  // The next base has that choice, and lets the token write the field.
  await next.add("Leads", lead("Anna"));
  await next.add("Meetings", { Name: "Andere", Type: "Evaluatie" });
  await connectCompany(harness.server, company.id, next);
  // The turn that parked the edits may still run, and ends because of the other base.
  await company.ended(await company.start());
  for (let run = 0; run < 2; run++) await company.sync();
  expect(await namesIn(next)).toEqual(["Anna"]);
  expect((await next.records("Meetings")).map(({ fields }) => fields["Name"])).toEqual(["Andere"]);
  const { parked, missingChoices } = await company.status();
  expect(parked.map(({ recordName }) => recordName).toSorted()).toEqual(["Gesloten", "Intake"]);
  for (const { reason } of parked) expect(reason).toContain("de base die eerder gekoppeld was");
  expect(missingChoices).toEqual([]);

  expect((await company.who.client.post(`/api/sync/parked/leads/${idOf("Gesloten")}/retry`)).status).toBe(200);
  await company.untilPushed();
  expect(await namesIn(next)).toEqual(["Anna", "Gesloten"]);
});
