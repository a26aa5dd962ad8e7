import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { RecordHistory, SyncConflict } from "#contract/sync-questions.ts";
import { transaction } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { enqueueEdit } from "../airtable.service.ts";
import { eventually, type SyncedCompany, type SyncHarness, startSyncHarness } from "../sync-harness.fixture.ts";

vi.setConfig({ testTimeout: 300_000, maxConcurrency: 8 });

let harness: SyncHarness;

beforeAll(async () => {
  harness = await startSyncHarness();
});
afterAll(() => harness.close());

/** A message whose text was changed on both sides. */
const createConflict = async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "Dag", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  await company.edit("messages", id, { content: "van hier" });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  return {
    company,
    id,
    recordId,
    conflict,
    choose: (choice: string, version?: string) =>
      company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, {
        choice,
        ...(version ? { version } : {}),
      }),
    both: async () => {
      await company.sync();
      const there = (await company.base.record("Messages", recordId))["Content"];
      return { here: (await company.row("messages", recordId))["content"], there };
    },
  };
};

test.concurrent("choosing ours puts our text on both sides, and the audit log keeps both texts", async () => {
  const { company, choose, both, conflict } = await createConflict();
  expect(conflict).toMatchObject({
    table: "messages",
    fieldName: "Content",
    base: "Dag",
    ours: "van hier",
    theirs: "van daar",
    isApproved: false,
  });
  expect((await choose("ours")).status).toBe(200);
  expect(await both()).toEqual({ here: "van hier", there: "van hier" });
  expect((await company.status()).totalConflicts).toBe(0);
  const [line] = await harness.server.query<{ action: string; before: object; after: object }>(
    "select action, before, after from audit_log where company_id = $1 and action like 'sync.%'",
    [company.id],
  );
  expect(line).toEqual({
    action: "sync.conflict_resolved",
    before: { veld: "Content", hier: "van hier", airtable: "van daar" },
    after: { gekozen: "hier" },
  });
});

test.concurrent("choosing theirs puts their text on both sides, and ours is kept as a version", async () => {
  const { company, id, choose, both } = await createConflict();
  expect((await choose("theirs")).status).toBe(200);
  expect(await both()).toEqual({ here: "van daar", there: "van daar" });
  expect(await company.state("messages", id)).toBe("synced");
  const versions = await harness.server.query<{ content: string }>(
    "select content from message_versions where company_id = $1 and message_id = $2 order by number",
    [company.id, id],
  );
  expect(versions.map(({ content }) => content)).toEqual(["van hier", "van daar"]);
});

test.concurrent("of two simultaneous choices one wins and the other gets a conflict", async () => {
  const { choose } = await createConflict();
  const responses = await Promise.all([choose("ours"), choose("theirs")]);
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await choose("ours")).body["message"]).toBe("Dit conflict is al opgelost.");
});

test.concurrent("a choice about an outdated conflict is refused", async () => {
  const { company, id, choose, conflict } = await createConflict();
  await company.edit("messages", id, { content: "nog iets anders" });
  const response = await choose("theirs", conflict?.version);
  expect([response.status, response.body["message"]]).toEqual([
    409,
    "De waarde hier is intussen gewijzigd. Bekijk het conflict opnieuw.",
  ]);
  const [now] = (await company.status()).conflicts;
  expect(now).toMatchObject({ ours: "nog iets anders" });
  expect((await choose("theirs", now?.version)).status).toBe(200);
});

test.concurrent("a newer edit in Airtable after choosing ours is a conflict again", async () => {
  const { company, recordId, choose, both } = await createConflict();
  await company.base.edit("Messages", recordId, { Content: "nog nieuwer daar" });
  expect((await choose("ours")).status).toBe(200);
  expect(await both()).toEqual({ here: "van hier", there: "nog nieuwer daar" });
  expect((await company.status()).conflicts).toMatchObject([
    { base: "van daar", ours: "van hier", theirs: "nog nieuwer daar" },
  ]);
});

/** A lead whose class was set to an unknown choice in Airtable and then changed here. */
const createUnreadableConflict = async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("leads", recordId);
  await company.base.edit("Leads", recordId, { "Lead Classification": "Zeer warm" });
  await company.sync();
  await company.edit("leads", id, { classification: "HOT" });
  await company.sync();
  const { conflicts, parked } = await company.status();
  const there = async () => (await company.base.record("Leads", recordId))["Lead Classification"];
  const choose = (choice: string) =>
    company.who.client.post(`/api/sync/conflicts/${conflicts[0]?.id}/choose`, { choice });
  return { company, recordId, conflicts, parked, there, choose };
};

test.concurrent("a value that cannot be read is not overwritten by an edit here until a user chooses so", async () => {
  const { company, recordId, conflicts, there, choose } = await createUnreadableConflict();
  expect(conflicts).toMatchObject([{ base: "COLD", ours: "HOT", theirs: "Zeer warm" }]);
  expect(await there()).toBe("Zeer warm");
  expect((await choose("ours")).status).toBe(200);
  await company.sync();
  expect(await there()).toBe("HOT | 80");
  expect(await company.row("leads", recordId)).toMatchObject({ classification: "HOT" });
  expect(await company.status()).toMatchObject({ totalConflicts: 0, totalParked: 0 });
});

test.concurrent("choosing a value that cannot be read undoes the edit here and leaves that value", async () => {
  const { company, recordId, parked, there, choose } = await createUnreadableConflict();
  expect((await choose("theirs")).status).toBe(200);
  await company.sync();
  expect(await there()).toBe("Zeer warm");
  expect(await company.row("leads", recordId)).toMatchObject({ classification: "COLD" });
  expect(await company.status()).toMatchObject({ totalConflicts: 0, parked: parked.map(({ reason }) => ({ reason })) });
});

test.concurrent("a conflict closes by itself when an edit here makes both sides equal", async () => {
  const { company, id, recordId } = await createConflict();
  await company.edit("messages", id, { content: "van daar" });
  await company.untilPushed();
  const conflictCount = async () => (await company.status()).totalConflicts;
  await eventually(conflictCount, (count) => count === 0);
  expect(await conflictCount()).toBe(0);
  expect(await company.state("messages", id)).toBe("synced");
  expect((await company.base.record("Messages", recordId))["Content"]).toBe("van daar");
});

/** A message that was deleted in Airtable and edited here, in a company without a change feed. */
const createDeletedConflict = async () => {
  const company = await harness.newCompany({ hasFeed: false });
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna" });
  const [made] = await company.base.add("Messages", { Lead: [lead?.id], Content: "Dag", Status: "pending" });
  await company.sync();
  const { id } = await company.row("messages", made?.id ?? "");
  await company.base.destroy("Messages", made?.id ?? "");
  await company.edit("messages", id, { content: "van hier" });
  const conflictCount = async () => (await company.status()).totalConflicts;
  await eventually(conflictCount, (count) => count === 1);
  const [conflict] = (await company.status()).conflicts;
  const choose = (choice: string) => company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, { choice });
  return { company, id, leadRecord: lead?.id ?? "", choose };
};

test.concurrent("a conflict that is found again is counted once", async () => {
  const { company } = await createDeletedConflict();
  const conflictsOf = async () => (await company.sync(["messages"])).tables[0]?.conflicts;
  // Every scan misses the record again.
  await harness.server.query("update sync_tables set scan_soon = true where company_id = $1", [company.id]);
  expect(await conflictsOf()).toBe(0);
  expect(await conflictsOf()).toBe(0);
  expect((await company.status()).totalConflicts).toBe(1);
});

test.concurrent("the choice to create a record again survives a failed attempt, an open conflict and a deleted lead", async () => {
  const { company, id, leadRecord, choose } = await createDeletedConflict();
  await company.base.destroy("Leads", leadRecord);
  await harness.server.query(
    "update airtable_records set state = 'remote_deleted' where company_id = $1 and table_name = 'leads'",
    [company.id],
  );
  await harness.server.query(
    `insert into airtable_conflicts (company_id, table_name, local_id, field, base, ours, theirs)
      values ($1, 'messages', $2, 'content', '"Dag"', '"van hier"', '"van daar"')`,
    [company.id, id],
  );
  await company.base.fault({ method: "PATCH", status: 500, times: 1 });
  expect((await choose("ours")).status).toBe(200);
  await company.untilPushed();
  const there = (await company.base.records("Messages")).map(({ fields }) => [fields["App ID"], fields["Content"]]);
  expect(there).toEqual([[id, "van hier"]]);
  expect((await company.status()).totalConflicts).toBe(0);
});

test.concurrent("choosing the deletion of a record keeps the texts that were entered here in its history", async () => {
  const { company, id, choose } = await createDeletedConflict();
  await company.edit("messages", id, { content: "nog eens van hier" });
  expect((await choose("theirs")).status).toBe(200);
  expect(await company.state("messages", id)).toBe("remote_deleted");
  const { body } = await company.who.client.get(`/api/sync/records/messages/${id}/history`);
  const { changes } = body as unknown as RecordHistory;
  const edits = changes.filter(({ kind }) => kind === "changed");
  expect(edits.map(({ side, before, after, isPending }) => [side, before, after, isPending])).toEqual([
    ["here", "van hier", "nog eens van hier", false],
    ["here", "Dag", "van hier", false],
  ]);
  const deletions = changes.filter(({ kind }) => kind === "deleted");
  expect(deletions).toMatchObject([{ side: "here", author: "Anna Jansen" }, { side: "airtable" }]);
});

test.concurrent("a merged text reaches both sides, and the history tells who changed what on which side", async () => {
  const { company, id, conflict, both } = await createConflict();
  expect(conflict).toMatchObject({ oursBy: "Anna Jansen", theirsBy: "Collega", isText: true, isTheirsReadable: true });
  const merged = { choice: "merged", value: "van beide", version: conflict?.version };
  expect((await company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, merged)).status).toBe(200);
  expect(await both()).toEqual({ here: "van beide", there: "van beide" });
  await company.base.edit("Messages", (await company.base.records("Messages"))[0]?.id ?? "", {
    Content: "daarna daar",
  });
  await company.sync();
  const { body } = await company.who.client.get(`/api/sync/records/messages/${id}/history`);
  expect(body["airtableUrl"]).toMatch(/^https:\/\/airtable\.com\/app\w+\/tbl\w+\/rec\w+$/);
  const changes = (body as unknown as RecordHistory).changes.filter(({ field }) => field === "content");
  expect(changes.map(({ side, author, before, after }) => [side, author, before, after])).toEqual([
    ["airtable", "Collega", "van beide", "daarna daar"],
    ["here", "Anna Jansen", "van daar", "van beide"],
    ["here", "Anna Jansen", "Dag", "van hier"],
  ]);
});

test.concurrent("the history is in order of time, also when the sync saw an older change later", async () => {
  const { company, id } = await createConflict();
  for (const [at, after] of [
    ["2026-01-03T10:00:00Z", "nieuw"],
    ["2026-01-01T10:00:00Z", "oud"],
  ])
    await harness.server.query(
      `insert into airtable_changes (company_id, table_name, local_id, field, side, before, after, author, at)
        values ($1, 'messages', $2, 'status', 'airtable', null, to_jsonb($3::text), 'Collega', $4)`,
      [company.id, id, after, at],
    );
  const { body } = await company.who.client.get(`/api/sync/records/messages/${id}/history`);
  const changes = (body as unknown as RecordHistory).changes.filter(({ field }) => field === "status");
  expect(changes.map(({ after }) => after)).toEqual(["nieuw", "oud"]);
});

/** What a user changed in the base, from the change feed. */
const readUserEdits = async ({ base }: SyncedCompany): Promise<{ timestamp: string }[]> => {
  const headers = { authorization: `Bearer ${base.token}` };
  const hooks = `${harness.sandbox.url}/v0/bases/${base.id}/webhooks`;
  const read = async (url: string) => (await fetch(url, { headers })).json();
  const { webhooks } = (await read(hooks)) as { webhooks: { id: string }[] };
  const { payloads } = (await read(`${hooks}/${webhooks[0]?.id}/payloads`)) as {
    payloads: { timestamp: string; actionMetadata: { source: string } }[];
  };
  return payloads.filter(({ actionMetadata }) => actionMetadata.source === "client");
};

const secondOf = (at: number): number => Math.floor(at / 1000);
/** Last Modified has whole seconds. */
const untilNextSecondAfter = (at: number) =>
  eventually(
    async () => secondOf(Date.now()),
    (now) => now > secondOf(at),
  );

test.concurrent("without the field Last Modified, the change feed tells when Airtable's side was changed", async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "Dag", Status: "pending" });
  await company.base.control("DELETE", "tables/Messages/fields/Last%20Modified");
  await company.sync();
  const { id } = await company.row("messages", made?.id ?? "");
  await company.base.edit("Messages", made?.id ?? "", { Content: "van daar" });
  await company.edit("messages", id, { content: "van hier" });
  await company.sync();
  const edits = await readUserEdits(company);
  const [conflict] = (await company.status()).conflicts;
  expect(conflict).toMatchObject({ theirs: "van daar", theirsBy: "Collega" });
  expect(Date.parse(conflict?.theirsAt ?? "")).toBe(Date.parse(edits.at(-1)?.timestamp ?? ""));
  await company.base.edit("Messages", made?.id ?? "", { Content: "nog eens van daar" });
  await company.sync();
  const [changed] = (await company.status()).conflicts;
  expect(changed).toMatchObject({ theirs: "nog eens van daar", theirsBy: "Collega" });
  expect(changed?.theirsAt).not.toBe(conflict?.theirsAt);
});

test.concurrent("a conflict names who changed that field in Airtable, not who changed the record last", async () => {
  const company = await harness.newCompany();
  const [made] = await company.base.add("Messages", { Content: "Dag", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  const editedAt = Date.parse((await readUserEdits(company)).at(-1)?.timestamp ?? "");
  await untilNextSecondAfter(editedAt);
  // A tool of the company: through the API, with a token of a colleague.
  const writeByApi = (fields: object) =>
    fetch(`${harness.sandbox.url}/v0/${company.base.id}/Messages/${recordId}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${company.base.token}`, "content-type": "application/json" },
      body: JSON.stringify({ fields }),
    });
  expect((await writeByApi({ Flow: "Nieuwe leads" })).status).toBe(200);
  await company.edit("messages", id, { content: "van hier" });
  await company.sync();
  const [conflict] = (await company.status()).conflicts;
  expect(conflict).toMatchObject({ theirs: "van daar", theirsBy: "Collega" });
  expect(Date.parse(conflict?.theirsAt ?? "")).toBe(editedAt);
  expect((await writeByApi({ Content: "van een hulpmiddel" })).status).toBe(200);
  await company.sync();
  const [changed] = (await company.status()).conflicts;
  expect(changed).toMatchObject({ theirs: "van een hulpmiddel", theirsBy: null });
});

test.concurrent("our own write of another field is not shown as the time of Airtable's value", async () => {
  const company = await harness.newCompany({ hasFeed: false });
  const [made] = await company.base.add("Messages", { Content: "Dag", Status: "pending" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("messages", recordId);
  await untilNextSecondAfter(Date.now());
  await company.base.edit("Messages", recordId, { Content: "van daar" });
  const lastModified = (await company.base.record("Messages", recordId))["Last Modified"];
  await company.edit("messages", id, { content: "van hier" });
  await company.sync();
  const conflictOf = async () => (await company.status()).conflicts[0];
  expect(Date.parse((await conflictOf())?.theirsAt ?? "")).toBe(Date.parse(String(lastModified)));
  await untilNextSecondAfter(Date.parse(String(lastModified)));
  await company.edit("messages", id, { due_message_1: "2027-01-04T09:00:00.000Z" });
  const isWritten = async () => (await company.base.record("Messages", recordId))["Due Message 1"] !== undefined;
  expect(await eventually(isWritten, Boolean)).toBe(true);
  await company.sync();
  expect(Date.parse((await conflictOf())?.theirsAt ?? "")).toBe(Date.parse(String(lastModified)));
});

test.concurrent("a text that a job of ours has passed on has no author on our side", async () => {
  const { company, id } = await createConflict();
  const scope = { ...company.scope, actor: { ...company.scope.actor, name: "Systeem" } };
  await transaction(scope, async (scope) => {
    await scope.db.run(sql`update messages set content = 'doorgegeven' where id = ${id}`);
    await enqueueEdit(scope, "messages", id, { content: { before: "van hier", after: "doorgegeven" } });
  });
  expect((await company.status()).conflicts).toMatchObject([{ ours: "doorgegeven", oursBy: null, oursAt: null }]);
});

test.concurrent("conflicts and the history call a field what the company calls it", async () => {
  const { company, id, recordId, choose } = await createConflict();
  await company.base.control("PATCH", "tables/Messages/fields/Content", { name: "Berichttekst" });
  await company.sync();
  expect((await company.status()).conflicts[0]).toMatchObject({ fieldName: "Berichttekst", ours: "van hier" });
  const { body } = await company.who.client.get(`/api/sync/records/messages/${id}/history`);
  const fieldsOf = ({ changes }: RecordHistory) => changes.filter(({ field }) => field !== "");
  expect(fieldsOf(body as unknown as RecordHistory).map(({ fieldName }) => fieldName)).toEqual(["Berichttekst"]);
  await company.base.destroy("Messages", recordId);
  await company.sync();
  const deleted = (await company.status()).conflicts.find(({ kind }) => kind === "deleted");
  expect(deleted?.ours).toBe("Berichttekst");
  expect((await choose("ours")).status).toBe(200);
  const [line] = await harness.server.query<{ before: { veld: string } }>(
    "select before from audit_log where company_id = $1 and action = 'sync.conflict_resolved'",
    [company.id],
  );
  expect(line?.before.veld).toBe("Berichttekst");
});

test.concurrent("several conflicts are resolved at once, except those that have changed since", async () => {
  const company = await harness.newCompany();
  const records = await company.base.add(
    "Messages",
    ...["A", "B", "C"].map((Content) => ({ Content, Status: "pending" })),
  );
  await company.sync();
  for (const { id } of records) {
    await company.base.edit("Messages", id, { Content: "van daar" });
    await company.edit("messages", (await company.row("messages", id)).id, { content: "van hier" });
  }
  await company.sync();
  const { body } = await company.who.client.get("/api/sync/conflicts?page=0");
  const { conflicts, total } = body as unknown as { conflicts: SyncConflict[]; total: number };
  expect([conflicts.length, total]).toEqual([3, 3]);
  const chosen = conflicts.map(({ id, version }, index) => ({ id, version: index === 0 ? "verouderd" : version }));
  const response = await company.who.client.post("/api/sync/conflicts/choose", { choice: "theirs", conflicts: chosen });
  expect(response.body).toEqual({ resolved: 2, remaining: 1 });
  expect((await company.status()).totalConflicts).toBe(1);
  expect((await company.who.client.get("/api/sync/conflicts?page=1")).body).toMatchObject({ conflicts: [], total: 1 });
});

test("a record is created again although a run reports its deletion at the moment of the choice", async () => {
  const { server } = harness;
  const company = await harness.newCompany();
  const [made] = await company.base.add("Leads", { "Full Name": "Anna", "Lead Classification": "COLD | 10" });
  await company.sync();
  const recordId = made?.id ?? "";
  const { id } = await company.row("leads", recordId);
  await company.base.destroy("Leads", recordId);
  await company.edit("leads", id, { classification: "HOT" });
  const [conflict] = await eventually(
    async () => (await company.status()).conflicts,
    ({ length }) => length > 0,
  );
  const insertDeletion = "insert into airtable_deletions (company_id, table_name, record_id) values ($1, 'leads', $2)";
  await server.query(`${insertDeletion} on conflict do nothing`, [company.id, recordId]);
  const waitForLocks = (count: number) =>
    eventually(
      () =>
        server.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and pg_blocking_pids(pid) <> '{}'`,
        ),
      ({ length }) => length >= count,
    );
  const locker = new pg.Client(server.databaseUrl);
  await locker.connect();
  await locker.query("begin");
  await locker.query("select from leads where id = $1 for update", [id]);
  const choice = company.who.client.post(`/api/sync/conflicts/${conflict?.id}/choose`, { choice: "ours" });
  await waitForLocks(1);
  const run = await company.start();
  await waitForLocks(2);
  await locker.query("rollback");
  await locker.end();
  expect((await choice).status).toBe(200);
  await company.ended(run);
  await company.untilPushed();
  expect((await company.base.records("Leads")).map(({ fields }) => fields["App ID"])).toEqual([id]);
  expect((await company.status()).totalConflicts).toBe(0);
});
