import { createHmac, randomBytes } from "node:crypto";
import { ENTITIES } from "./entities.ts";
import type { ExamplesOf } from "./route-example.ts";

export const AIRTABLE_EXAMPLES: ExamplesOf<"airtable" | "airtableConnection"> = {
  airtable: {
    sync: {
      call: async ({ server, company }) => {
        await server.query(
          "update companies set airtable_base_id = 'appProefProefProe', airtable_token_encrypted = 'x' where id = $1",
          [company.id],
        );
        return { body: {} };
      },
    },
    run: { ids: { runId: "syncRun" } },
    status: {},
    retryParkedRecord: { ids: { recordId: "parkedRecord" }, call: () => ({ params: { table: "leads" } }) },
    addSelectChoice: {
      call: async ({ server, company }) => {
        await server.query(
          `with record as (
            insert into airtable_records (company_id, table_name, local_id, state)
            values ($1, 'meetings', gen_random_uuid(), 'error') returning local_id)
          insert into airtable_outbox (company_id, table_name, local_id, field, value, author, parked_at, lacks_choice)
          select $1, 'meetings', local_id, 'type', '"Evaluatie"', 'Anna', now(), true from record`,
          [company.id],
        );
        return { body: { table: "meetings", field: "type", value: "Evaluatie" } };
      },
    },
    retryErasures: {},
    endErasure: {
      call: async ({ server, company }) => {
        await server.query(
          `insert into airtable_erasures (company_id, table_name, record_id, base_id, requested_at)
            values ($1, 'leads', 'rec1', 'appVorigeBase', now()) on conflict do nothing`,
          [company.id],
        );
        return { params: { table: "leads", recordId: "rec1" } };
      },
    },
    resolveConflict: { ids: { id: "conflict" }, call: () => ({ body: { choice: "theirs" } }) },
    conflicts: {},
    resolveConflicts: {
      call: async (owner) => ({
        body: { choice: "theirs", conflicts: [{ id: await ENTITIES.conflict.make(owner), version: "oud" }] },
      }),
    },
    record: { ids: { recordId: "parkedRecord" }, call: () => ({ params: { table: "leads" } }) },
    history: { ids: { recordId: "parkedRecord" }, call: () => ({ params: { table: "leads" } }) },
    pause: { call: () => ({ body: { reason: "Verhuizing" } }) },
    resume: {
      call: async ({ server, company }) => {
        await server.query(
          `insert into sync_states (company_id, paused_at, paused_by, pause_reason) values ($1, now(), 'Anna', 'Verhuizing')
            on conflict (company_id) do update set paused_at = now(), paused_by = 'Anna', pause_reason = 'Verhuizing'`,
          [company.id],
        );
        return {};
      },
    },
    changeSettings: {
      call: async ({ server, company }) => {
        await server.query("insert into sync_states (company_id) values ($1) on conflict do nothing", [company.id]);
        return { body: { monthlyBudget: 50_000 } };
      },
    },
    receiveNotification: {
      call: async ({ server, company }) => {
        const secret = randomBytes(32).toString("base64");
        const encrypted = server.platform.secrets.encrypt(secret, `company:${company.id}:airtable-webhook`);
        await server.query(
          `insert into sync_states (company_id, feed_id, feed_secret_encrypted) values ($1, 'ach1', $2)
            on conflict (company_id) do update set feed_id = 'ach1', feed_secret_encrypted = $2`,
          [company.id, encrypted],
        );
        const body = { base: { id: "app1" }, webhook: { id: "ach1" }, timestamp: "2026-11-16T12:00:00.000Z" };
        const mac = createHmac("sha256", Buffer.from(secret, "base64")).update(JSON.stringify(body)).digest("hex");
        const headers = { "x-airtable-content-mac": `hmac-sha256=${mac}` };
        return { params: { companyId: company.id }, body, headers };
      },
    },
    decideDeletions: {
      call: async ({ server, company }) => {
        await server.query(
          `with held as (
            insert into sync_tables (company_id, table_name, deletions_held_since) values ($1, 'leads', now())
            on conflict (company_id, table_name) do update set deletions_held_since = now()
          ), record as (
            insert into airtable_records (company_id, table_name, local_id, record_id)
            values ($1, 'leads', gen_random_uuid(), gen_random_uuid()) returning record_id)
          insert into airtable_deletions (company_id, table_name, record_id) select $1, 'leads', record_id from record`,
          [company.id],
        );
        const [held] = await server.query<{ count: number }>(
          "select count(*)::int from airtable_deletions where company_id = $1 and not confirmed",
          [company.id],
        );
        return { params: { table: "leads" }, body: { choice: "delete", count: held?.count } };
      },
    },
    health: {},
  },
  // The company has no base: the routes that would read it succeed too, and describe the problem in their response.
  airtableConnection: {
    connection: {},
    changeConnection: { call: () => ({ body: { airtableFormUrl: "https://airtable.com/embed/app1/form" } }) },
    test: { call: () => ({ body: {} }) },
    bases: { call: () => ({ body: {} }) },
    mapping: {},
    saveMapping: { call: () => ({ body: { tables: [] } }) },
    propose: { call: () => ({ body: { table: "leads", tableId: "tbl1" } }) },
    createField: { call: () => ({ body: { table: "leads", tableId: "tbl1", field: "title" } }) },
    createTable: { call: () => ({ body: { table: "leads" } }) },
    adminBases: { call: () => ({ body: {} }) },
    adminMapping: { ids: { id: "company" } },
    adminSaveMapping: { ids: { id: "company" }, call: () => ({ body: { tables: [] } }) },
    adminPropose: { ids: { id: "company" }, call: () => ({ body: { table: "leads", tableId: "tbl1" } }) },
    adminCreateField: {
      ids: { id: "company" },
      call: () => ({ body: { table: "leads", tableId: "tbl1", field: "title" } }),
    },
    adminCreateTable: { ids: { id: "company" }, call: () => ({ body: { table: "leads" } }) },
  },
};
