import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { eventually, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

const LEADS = 30;
/** A tenth of them. */
const MAX_UNASKED = 3;

/** A company whose leads can be deleted in Airtable one at a time, each found by a run of its own. */
const companyWithLeads = async () => {
  const company = await harness.newCompany();
  await company.base.addGeneratedRecords("Leads", LEADS);
  await company.sync(["leads"]);
  const records = await company.base.records("Leads");
  const deleteOneByOne = async (count: number) => {
    for (const { id } of records.splice(0, count)) {
      await company.base.destroy("Leads", id);
      await company.sync(["leads"]);
    }
  };
  const remaining = async () =>
    (
      await harness.server.query(
        "select from airtable_records where company_id = $1 and table_name = 'leads' and state <> 'remote_deleted'",
        [company.id],
      )
    ).length;
  return { company, deleteOneByOne, remaining };
};

test.concurrent("leads that are deleted one after the other are counted together, until an admin has decided", async () => {
  const { company, deleteOneByOne, remaining } = await companyWithLeads();
  await deleteOneByOne(MAX_UNASKED);
  expect(await remaining()).toBe(LEADS - MAX_UNASKED);
  expect((await company.status()).heldDeletions).toEqual([]);
  await deleteOneByOne(2);
  expect(await remaining()).toBe(LEADS - MAX_UNASKED);
  expect((await company.status()).heldDeletions).toMatchObject([{ table: "leads", count: 2 }]);
  const chosen = await company.who.client.post("/api/sync/deletions/leads/choose", { choice: "delete", count: 2 });
  expect(chosen.status).toBe(200);
  expect(await eventually(remaining, (count) => count === LEADS - MAX_UNASKED - 2)).toBe(LEADS - MAX_UNASKED - 2);
  await deleteOneByOne(1);
  expect(await remaining()).toBe(LEADS - MAX_UNASKED - 3);
  expect((await company.status()).heldDeletions).toEqual([]);
});

test.concurrent("deletions of more than an hour ago are not counted", async () => {
  const { company, deleteOneByOne, remaining } = await companyWithLeads();
  await deleteOneByOne(MAX_UNASKED);
  await harness.server.query(
    "update sync_tables set unasked_deletions = array(select at - interval '61 minutes' from unnest(unasked_deletions) as at) where company_id = $1",
    [company.id],
  );
  await deleteOneByOne(1);
  expect(await remaining()).toBe(LEADS - MAX_UNASKED - 1);
  expect((await company.status()).heldDeletions).toEqual([]);
});
