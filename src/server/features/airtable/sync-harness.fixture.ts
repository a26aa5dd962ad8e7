import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { SyncRun, SyncStatus } from "#contract/airtable.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { enqueueEdit, enqueueNewRows } from "./airtable.service.ts";
import {
  type AirtableSandbox,
  connectCompany,
  type SandboxBase,
  startAirtableSandbox,
} from "./airtable-sandbox.fixture.ts";
import type { EditableField } from "./mapping/mapping.ts";
import { scheduleSyncsJob } from "./runs/job-definitions.ts";

const TABLE_NAMES = { queue: "queue_items" } as Partial<Record<SyncedTable, string>>;
const tableOf = (table: SyncedTable): string => TABLE_NAMES[table] ?? table;

type Row = Record<string, unknown> & { id: string };

/**
 * Polls until the value is right or the time is up, and returns the last value. Unlike expect.poll it works in concurrent tests.
 * The interval grows with the time waited: frequent polls for many companies would use more CPU than their sync.
 */
export const eventually = async <T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  timeout = 60_000,
): Promise<T> => {
  const start = performance.now();
  for (;;) {
    const value = await read();
    const waited = performance.now() - start;
    if (isDone(value) || waited > timeout) return value;
    await sleep(Math.min(Math.max(80, waited / 10), 1_000));
  }
};

/** A company with its own base and a signed-in admin. */
export class SyncedCompany {
  readonly server: TestServer;
  readonly base: SandboxBase;
  readonly who: SignedIn;

  constructor(server: TestServer, base: SandboxBase, who: SignedIn) {
    this.server = server;
    this.base = base;
    this.who = who;
  }

  get id(): string {
    return this.who.company.id;
  }

  get scope(): Scope {
    const actor = { id: this.who.user.id, name: "Anna Jansen", role: "user" as const };
    return { db: this.server.platform.database.tenant(this.id), companyId: this.id, actor };
  }

  async start(tables?: SyncedTable[]): Promise<string> {
    const response = await this.who.client.post("/api/sync-airtable", tables ? { tables } : {});
    expect(response.status).toBe(202);
    return String(response.body["runId"]);
  }

  async run(runId: string): Promise<SyncRun> {
    return (await this.who.client.get(`/api/sync-airtable/${runId}`)).body as unknown as SyncRun;
  }

  ended(runId: string, timeout = 280_000): Promise<SyncRun> {
    return eventually(
      () => this.run(runId),
      ({ status }) => status !== "queued" && status !== "running",
      timeout,
    );
  }

  /** A complete run that must succeed. */
  async sync(tables?: SyncedTable[]): Promise<SyncRun> {
    const run = await this.ended(await this.start(tables));
    expect(run.message).toMatch(/^Synchronisatie voltooid/);
    return run;
  }

  async status(): Promise<SyncStatus> {
    const response = await this.who.client.get("/api/sync");
    expect(response.status).toBe(200);
    return response.body as unknown as SyncStatus;
  }

  rows(table: SyncedTable): Promise<Row[]> {
    return this.server
      .query<Row>(`select to_jsonb(t) as row from ${tableOf(table)} t where company_id = $1 order by id`, [this.id])
      .then((found) => found.map(({ row }) => row as Row));
  }

  async row(table: SyncedTable, recordId: string): Promise<Row> {
    const [found] = await this.server.query<{ row: Row }>(
      `select to_jsonb(t) as row from ${tableOf(table)} t join airtable_records r
        on r.company_id = t.company_id and r.local_id = t.id and r.table_name = $2
        where t.company_id = $1 and r.record_id = $3`,
      [this.id, table, recordId],
    );
    if (!found) throw new Error(`there is no row for ${recordId}`);
    return found.row;
  }

  async state(table: SyncedTable, localId: string): Promise<string> {
    const [found] = await this.server.query<{ state: string }>(
      "select state from airtable_records where company_id = $1 and table_name = $2 and local_id = $3",
      [this.id, table, localId],
    );
    return found?.state ?? "unknown";
  }

  /** A user's edits, as a feature makes them: the row and its outbox entries in one transaction. */
  edit<T extends SyncedTable>(
    table: T,
    id: string,
    ...edits: Partial<Record<EditableField<T>, string | null>>[]
  ): Promise<void> {
    return transaction(this.scope, async (scope) => {
      for (const [field, after] of edits.flatMap((values) => Object.entries<string | null | undefined>(values))) {
        const name = { parts: [field], values: [] };
        const row = await scope.db.row<{ before: string | null }>(sql`
          select to_jsonb(t) ->> ${field} as before from ${{ parts: [tableOf(table)], values: [] }} t where id = ${id} for update`);
        await scope.db.run(
          sql`update ${{ parts: [tableOf(table)], values: [] }} set ${name} = ${after} where id = ${id}`,
        );
        const changes = { [field]: { before: row?.before ?? null, after: after ?? null } };
        await enqueueEdit(scope, table, id, changes as Parameters<typeof enqueueEdit<T>>[3]);
      }
    });
  }

  /** A row created by a user. */
  make(table: SyncedTable, values: Record<string, unknown>): Promise<string> {
    return transaction(this.scope, async (scope) => {
      const rows = { parts: [tableOf(table)], values: [] };
      const columns = { parts: [Object.keys(values).join(", ")], values: [] };
      const made = await scope.db.row<{ id: string }>(sql`
        insert into ${rows} (company_id, ${columns})
        select ${this.id}, ${columns} from jsonb_populate_record(null::${rows}, ${JSON.stringify(values)}) returning id`);
      await enqueueNewRows(scope, table, [made?.id ?? ""]);
      return made?.id ?? "";
    });
  }

  /** Waits until nothing is pending. */
  async untilPushed(): Promise<void> {
    const count = "select count(*)::int as n from airtable_records where company_id = $1 and state = 'pending'";
    const left = await eventually(
      async () => (await this.server.query<{ n: number }>(count, [this.id]))[0]?.n,
      (n) => n === 0,
    );
    expect(left).toBe(0);
  }
}

export interface SyncHarness {
  server: TestServer;
  /** The environment for another process on the same data. */
  env: Record<string, string>;
  sandbox: AirtableSandbox;
  newCompany(more?: { base?: object; hasFeed?: boolean }): Promise<SyncedCompany>;
  close(): Promise<void>;
}

/** A server with its worker, and the sandbox as a separate process. */
export const startSyncHarness = async (more: Record<string, string> = {}): Promise<SyncHarness> => {
  const sandbox = await startAirtableSandbox();
  const env = { ...more, AIRTABLE_URL: sandbox.url, APP_SECRET: "een geheim dat alle processen van de proef delen" };
  const server = await startTestServer({ env });
  return {
    server,
    env,
    sandbox,
    newCompany: async ({ base: more = {}, hasFeed = true } = {}) => {
      const who = await signedIn(server, { role: "company_admin" });
      const base = await sandbox.newBase(more);
      if (!hasFeed) await base.removeFeedPermission();
      await connectCompany(server, who.company.id, base);
      return new SyncedCompany(server, base, who);
    },
    close: async () => {
      await server.close();
      await sandbox.stop();
    },
  };
};

/** A company that has read one lead. */
export const withLead = async (harness: SyncHarness) => {
  const company = await harness.newCompany();
  // With something in App ID, the sync writes nothing of which Airtable would notify it.
  const [lead] = await company.base.add("Leads", { "Full Name": "Anna", Title: "Directeur", "App ID": "elders" });
  expect((await company.ended(await company.start(), 100_000)).status).toBe("succeeded");
  return { company, recordId: lead?.id ?? "" };
};

export const runsOf = ({ server, id }: SyncedCompany) =>
  server.query<{ status: string; message: string; is_comparison: boolean }>(
    "select status, message, is_comparison from sync_runs where company_id = $1 order by started_at",
    [id],
  );

/** Starts what is due. */
export const tick = ({ server }: SyncHarness) =>
  server.platform.jobs.enqueue(server.platform.database.platform, scheduleSyncsJob, {});
