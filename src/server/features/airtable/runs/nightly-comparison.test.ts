import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import {
  eventually,
  runsOf,
  type SyncedCompany,
  type SyncHarness,
  startSyncHarness,
  tick,
  withLead,
} from "../sync-harness.fixture.ts";
import { findDueCompanies, isNightlyComparisonDue } from "./schedule.queries.ts";

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const MINUTE = 60_000;

/** To 01:30 UTC, which is 02:30 or 03:30 in Amsterdam, and at least eight hours ahead. */
const moveToNight = ({ server: { clock } }: SyncHarness): void => {
  const night = new Date(clock.now());
  night.setUTCHours(25, 30, 0, 0);
  const wait = night.getTime() - clock.now().getTime();
  clock.advance(wait < 8 * 3_600_000 ? wait + 86_400_000 : wait);
};

/** As if the change feed had never reported the last `count` changes in the base. */
const loseFeedEntries = ({ server, id }: SyncedCompany, count: number) =>
  server.query("update sync_states set feed_cursor = feed_cursor + $2 where company_id = $1", [id, count]);

/** Returns the message of the nightly comparison. */
const compareAtNight = async (company: SyncedCompany): Promise<string> => {
  moveToNight(harness);
  await tick(harness);
  const isEnded = ({ status }: { status: string }) => status === "succeeded" || status === "partial";
  const comparison = async () => (await runsOf(company)).find((run) => run.is_comparison && isEnded(run));
  const message = (await eventually(comparison, (run) => run !== undefined))?.message ?? "";
  // The clock was moved past the end of the session.
  expect((await company.who.client.signIn(company.who.user.username, PASSWORD)).status).toBe(200);
  return message;
};

const namesOf = async (company: SyncedCompany) =>
  (await company.rows("leads"))
    .filter((lead) => lead["deleted_at"] === null)
    .map((lead) => String(lead["full_name"]))
    .toSorted();

test("the nightly comparison repairs changes, additions and deletions that the change feed has missed, and reports them per table", async () => {
  const { company, recordId } = await withLead(harness);
  const [bea] = await company.base.add("Leads", { "Full Name": "Bea", "App ID": "elders" });
  await company.sync();
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await company.base.add("Leads", { "Full Name": "Cas", "App ID": "elders" });
  await company.base.destroy("Leads", bea?.id ?? "");
  await company.base.add("Prompts", { Name: "Ice Breaker", Prompt: "Schrijf.", "App ID": "elders" });
  await loseFeedEntries(company, 4);
  const message = await compareAtNight(company);
  expect(await company.row("leads", recordId)).toMatchObject({ title: "Eigenaar" });
  expect(await namesOf(company)).toEqual(["Anna", "Cas"]);
  expect(await company.rows("prompts")).toHaveLength(1);
  expect(message).toContain(
    "De vergelijking met Airtable heeft hersteld: Leads (1 gewijzigd, 1 toegevoegd en 1 verwijderd) en Prompts (1 toegevoegd).",
  );
  expect((await company.status()).lastComparison?.repairs).toEqual([
    { table: "leads", changed: 1, added: 1, deleted: 1 },
    { table: "prompts", changed: 0, added: 1, deleted: 0 },
  ]);
});

test("many deletions that the change feed has missed wait for an admin after the nightly comparison", async () => {
  const { company, recordId } = await withLead(harness);
  const [bea] = await company.base.add("Leads", { "Full Name": "Bea", "App ID": "elders" });
  await company.base.add("Leads", { "Full Name": "Cas", "App ID": "elders" });
  await company.sync();
  await company.base.destroy("Leads", recordId, bea?.id ?? "");
  await loseFeedEntries(company, 1);
  const message = await compareAtNight(company);
  expect(message).toContain("2 verwijderingen in de tabel Leads wachten op bevestiging");
  expect(message).toContain("De vergelijking met Airtable heeft niets hersteld.");
  expect(await namesOf(company)).toEqual(["Anna", "Bea", "Cas"]);
  const { heldDeletions, lastComparison } = await company.status();
  expect(heldDeletions).toMatchObject([{ table: "leads", count: 2 }]);
  expect(lastComparison?.repairs).toEqual([]);
});

const pathOfLeads = async ({ base }: SyncedCompany): Promise<string> => {
  const tables = (await base.control("GET", "tables")) as unknown as { id: string; name: string }[];
  return `${base.id}/${tables.find(({ name }) => name === "Leads")?.id ?? ""}`;
};

test("a nightly comparison that cannot read a table names it, and is repeated after two hours", async () => {
  const { company, recordId } = await withLead(harness);
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await loseFeedEntries(company, 1);
  const body = { error: "INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND" };
  await company.base.fault({ method: "GET", path: await pathOfLeads(company), status: 403, body, times: 1 });
  expect(await compareAtNight(company)).toContain(
    "De vergelijking met Airtable is niet volledig: Leads is niet helemaal vergeleken. Ze heeft niets hersteld.",
  );
  expect((await company.status()).lastComparison).toBeNull();
  /** The run that is due after this many minutes. */
  const nextRun = async (minutes: number) => {
    const { length } = await runsOf(company);
    harness.server.clock.advance(minutes * MINUTE);
    const find = async () => {
      // The previous run has ended a moment before a worker can start the next one.
      await tick(harness);
      return (await runsOf(company))[length];
    };
    return eventually(find, (run) => run?.status === "succeeded");
  };
  expect(await nextRun(60)).toMatchObject({ status: "succeeded", is_comparison: false });
  // That run continues what the comparison has begun to read.
  expect(await company.row("leads", recordId)).toMatchObject({ title: "Eigenaar" });
  expect(await nextRun(61)).toMatchObject({ status: "succeeded", is_comparison: true });
  expect((await company.status()).lastComparison?.repairs).toEqual([]);
});

test("a record that Airtable leaves out of a list during the nightly comparison is read by its id and not deleted", async () => {
  const { company, recordId } = await withLead(harness);
  await company.base.edit("Leads", recordId, { Title: "Eigenaar" });
  await loseFeedEntries(company, 1);
  await company.base.fault({
    method: "GET",
    path: await pathOfLeads(company),
    status: 200,
    body: { records: [] },
    times: 1,
  });
  await compareAtNight(company);
  expect(await company.row("leads", recordId)).toMatchObject({ title: "Eigenaar", deleted_at: null });
  const isReadById = ({ query }: { query: string }) => query.includes("RECORD_ID");
  expect((await company.base.requests()).filter(isReadById)).toHaveLength(1);
  const { heldDeletions, lastComparison } = await company.status();
  expect(heldDeletions).toEqual([]);
  expect(lastComparison?.repairs).toEqual([{ table: "leads", changed: 1, added: 0, deleted: 0 }]);
});

test("a failed nightly comparison is repeated after the same delay as any failed run", async () => {
  const { company } = await withLead(harness);
  await harness.server.query("update companies set airtable_token_encrypted = 'v1' where id = $1", [company.id]);
  moveToNight(harness);
  const { platform, clock } = harness.server;
  const isDue = async () =>
    (await findDueCompanies({ db: platform.database.platform }, clock.now())).includes(company.id);
  expect(await isDue()).toBe(true);
  await tick(harness);
  await eventually(
    () => runsOf(company),
    (runs) => runs.some(({ status, is_comparison }) => is_comparison && status === "failed"),
  );
  clock.advance(5 * MINUTE);
  expect(await isDue()).toBe(false);
  clock.advance(30 * MINUTE);
  expect(await isDue()).toBe(true);
});

test("there is no nightly comparison until a run has read the base", async () => {
  const { company } = await withLead(harness);
  await harness.server.query("update companies set airtable_token_encrypted = 'v1', updated_at = now() where id = $1", [
    company.id,
  ]);
  await harness.server.query("delete from sync_runs where company_id = $1", [company.id]);
  await harness.server.query("update sync_states set first_sync_ended_at = null where company_id = $1", [company.id]);
  moveToNight(harness);
  await tick(harness);
  const runs = await eventually(
    () => runsOf(company),
    (found) => found.some(({ status }) => status === "failed"),
  );
  expect(runs.filter(({ is_comparison }) => is_comparison)).toEqual([]);
});

test("a run of only some tables has not read the base", async () => {
  const { company } = await withLead(harness);
  const { clock, platform } = harness.server;
  const isDue = () => isNightlyComparisonDue({ db: platform.database.platform }, company.id, clock.now());
  moveToNight(harness);
  expect(await isDue()).toBe(true);
  await harness.server.query("update sync_runs set tables = '{messages,queue}' where company_id = $1", [company.id]);
  expect(await isDue()).toBe(false);
});
