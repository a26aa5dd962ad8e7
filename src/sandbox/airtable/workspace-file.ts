import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Token } from "./access.ts";
import { Base, type Comment } from "./model/base.ts";
import type { Commit } from "./model/commit.ts";
import type { AirtableRecord, TableSchema } from "./model/table.ts";
import type { Webhook, WebhookPayload } from "./model/webhook.ts";

/** Increase it when the stored data changes: a file of another format is emptied and filled with the demo. */
const FORMAT = 1;

const SCHEMA = `
  create table if not exists bases (id text primary key, data text not null);
  create table if not exists records (base text, "table" text, id text, data text not null, primary key (base, "table", id));
  create table if not exists payloads (base text, hook text, cursor integer, data text not null, primary key (base, hook, cursor));
  create table if not exists tokens (token text primary key, data text not null);
  pragma user_version = ${FORMAT};`;

const TABLES = ["bases", "records", "payloads", "tokens"];

type StoredBase = Pick<Base, "id" | "company" | "madeAt" | "transactionNumber"> & {
  tables: TableSchema[];
  hooks: Omit<Webhook, "payloads">[];
  comments?: [recordId: string, Comment[]][];
};

/** The workspace on disk. A write is in the file before the request is answered, so a killed sandbox loses nothing. */
export type WorkspaceFile = {
  /** Null when there is nothing stored yet. */
  read(): { bases: Base[]; tokens: Token[] } | null;
  replaceAll(bases: readonly Base[], tokens: readonly Token[]): void;
  saveBase(base: Base): void;
  removeBase(id: string): void;
  /** Stores the schema, the comments and the webhooks of a base with the newest payload of each, without its records. */
  saveHeader(base: Base): void;
  saveCommit(base: Base, commit: Commit): void;
  saveTokens(tokens: readonly Token[]): void;
  close(): void;
};

/** Without a data folder nothing is saved. */
const inMemory: WorkspaceFile = {
  read: () => null,
  replaceAll: () => undefined,
  saveBase: () => undefined,
  removeBase: () => undefined,
  saveHeader: () => undefined,
  saveCommit: () => undefined,
  saveTokens: () => undefined,
  close: () => undefined,
};

/** Writes parts of the workspace, within the transaction of the caller. */
function createWriter(database: DatabaseSync) {
  // An update in place: the bases are read in the order in which they were inserted.
  const putBase = database.prepare(
    "insert into bases values (?, ?) on conflict (id) do update set data = excluded.data",
  );
  const putRecord = database.prepare(
    'insert into records values (?, ?, ?, ?) on conflict (base, "table", id) do update set data = excluded.data',
  );
  const dropRecord = database.prepare('delete from records where base = ? and "table" = ? and id = ?');
  const putPayload = database.prepare("insert or replace into payloads values (?, ?, ?, ?)");
  const putToken = database.prepare("insert or replace into tokens values (?, ?)");

  const writeHeader = (base: Base) => {
    putBase.run(base.id, JSON.stringify(describeBase(base)));
    for (const hook of base.hooks.values()) {
      const last = hook.payloads.at(-1);
      if (last) putPayload.run(base.id, hook.id, hook.firstCursor + hook.payloads.length - 1, JSON.stringify(last));
    }
  };
  const writeRecord = (base: Base, tableId: string, record: AirtableRecord) =>
    putRecord.run(base.id, tableId, record.id, JSON.stringify(record));
  const writeBase = (base: Base) => {
    writeHeader(base);
    for (const table of base.tables) for (const record of table.records()) writeRecord(base, table.id, record);
    for (const hook of base.hooks.values()) {
      for (const [index, payload] of hook.payloads.entries()) {
        putPayload.run(base.id, hook.id, hook.firstCursor + index, JSON.stringify(payload));
      }
    }
  };
  const eraseBase = (id: string) => {
    for (const table of ["records", "payloads"]) database.prepare(`delete from ${table} where base = ?`).run(id);
    database.prepare("delete from bases where id = ?").run(id);
  };
  const writeTokens = (tokens: readonly Token[]) => {
    database.exec("delete from tokens");
    for (const token of tokens) putToken.run(token.token, JSON.stringify(token));
  };
  const writeCommit = (base: Base, { tables }: Commit) => {
    writeHeader(base);
    for (const [tableId, { created = {}, changed = {}, destroyed = [] }] of Object.entries(tables)) {
      for (const id of [...Object.keys(created), ...Object.keys(changed)]) {
        const record = base.table(tableId)?.record(id);
        if (record) writeRecord(base, tableId, record);
      }
      for (const id of destroyed) dropRecord.run(base.id, tableId, id);
    }
  };
  return { writeHeader, writeBase, eraseBase, writeTokens, writeCommit };
}

export function openWorkspaceFile(dataDir: string | null): WorkspaceFile {
  if (dataDir === null) return inMemory;
  mkdirSync(dataDir, { recursive: true });
  const database = openDatabase(join(dataDir, "airtable.sqlite"));
  const { writeHeader, writeBase, eraseBase, writeTokens, writeCommit } = createWriter(database);

  // Nothing else is written before the whole workspace is: the next start would take a part of it for all.
  let isComplete = database.prepare("select 1 from bases").get() !== undefined;

  const transaction = (work: () => void) => {
    database.exec("begin");
    work();
    database.exec("commit");
  };
  const ifComplete = (work: () => void) => {
    if (isComplete) transaction(work);
  };
  return {
    read: () => readWorkspace(database),
    replaceAll: (bases, tokens) =>
      transaction(() => {
        for (const table of TABLES) database.exec(`delete from ${table}`);
        for (const base of bases) writeBase(base);
        writeTokens(tokens);
        isComplete = true;
      }),
    saveBase: (base) => ifComplete(() => writeBase(base)),
    removeBase: (id) => ifComplete(() => eraseBase(id)),
    saveHeader: (base) => ifComplete(() => writeHeader(base)),
    saveCommit: (base, commit) => ifComplete(() => writeCommit(base, commit)),
    saveTokens: (tokens) => ifComplete(() => writeTokens(tokens)),
    close: () => database.close(),
  };
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  // A kill of the process loses nothing without waiting for the disk; only a power cut would.
  database.exec("pragma journal_mode = wal; pragma synchronous = off;");
  const { user_version: format } = database.prepare("pragma user_version").get() as { user_version: number };
  if (format !== FORMAT) for (const table of TABLES) database.exec(`drop table if exists ${table}`);
  database.exec(SCHEMA);
  return database;
}

function describeBase({ id, company, madeAt, transactionNumber, tables, hooks, comments }: Base): StoredBase {
  const stored = [...hooks.values()].map(({ payloads: _payloads, ...hook }) => hook);
  const schemas = tables.map(({ schema }) => schema);
  return { id, company, madeAt, transactionNumber, tables: schemas, hooks: stored, comments: [...comments] };
}

function readWorkspace(database: DatabaseSync): { bases: Base[]; tokens: Token[] } | null {
  const parse = <T>(row: unknown): T => JSON.parse((row as { data: string }).data) as T;
  const stored = database
    .prepare("select data from bases order by rowid")
    .all()
    .map(parse<StoredBase>);
  if (stored.length === 0) return null;
  const tokens = database
    .prepare("select data from tokens order by rowid")
    .all()
    .map(parse<Token>);
  const recordsOf = database.prepare('select data from records where base = ? and "table" = ? order by rowid');
  const payloadsOf = database.prepare(
    "select data from payloads where base = ? and hook = ? and cursor >= ? order by cursor",
  );
  const bases = stored.map(({ tables, hooks, comments = [], ...header }) => {
    const base = new Base(header.id, header.company, header.madeAt);
    base.transactionNumber = header.transactionNumber;
    for (const schema of tables) {
      const table = base.addTable(schema);
      for (const row of recordsOf.all(base.id, schema.id)) table.add(parse<AirtableRecord>(row));
    }
    for (const [recordId, all] of comments) base.comments.set(recordId, all);
    for (const hook of hooks) {
      const payloads = payloadsOf.all(base.id, hook.id, hook.firstCursor).map(parse<WebhookPayload>);
      base.hooks.set(hook.id, { ...hook, payloads });
    }
    return base;
  });
  return { bases, tokens };
}
