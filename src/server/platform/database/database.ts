import pg from "pg";
import { AppError } from "../app-error.ts";
import { type Asked, bringAlong, type Entry, type Opening, type Planning, unwatched } from "./entry.ts";
import { PipelinedQuery } from "./pipelined-query.ts";
import type { RawRow } from "./row-tap.ts";
import { type Query, type Sql, sql, toQuery } from "./sql.ts";
import { TappedClient } from "./tapped-client.ts";

/** How queries are asked. A `Db` is bound to a role and, for tenants, to a company; there is no other way to the data. */
export interface Db {
  rows<Row extends object>(query: Sql): Promise<Row[]>;
  row<Row extends object>(query: Sql): Promise<Row | undefined>;
  /** How many rows a change touched. */
  run(query: Sql): Promise<number>;
  /** As the server sends them, for what is passed on as it is. */
  raw(query: Sql): Promise<RawRow[]>;
  /** A change that is made before anything else is asked, and of which nobody hears: in a transaction it costs no round trip. */
  defer(query: Sql): Promise<void>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export interface Database {
  /**
   * One company's rows and nothing else: row-level security holds whatever the query says. With an entry, nothing is asked
   * before the database has let it in.
   */
  tenant(companyId: string, entry?: Entry): Db;
  /** Identity and the admin panel, which span companies. It has no right to the workspace's tables. */
  platform: Db;
  connections(): Record<DatabaseRole, { total: number; idle: number; waiting: number }>;
  close(): Promise<void>;
}

export type DatabaseRole = "usa_tenant" | "usa_platform";

export interface DatabaseOptions {
  url: string;
  /** Connections per role. */
  connections: number;
  onError(error: Error): void;
}

/** Into `rows` come the rows as they are sent, and none into the answer. */
type Ask = (query: Sql, rows?: RawRow[]) => Asked;

interface Client {
  /** Asks a query, with statements that go out before it in the same round trip. */
  ask(before: readonly Query[], query: Query, rows?: RawRow[]): Asked;
  giveUp(): void;
}

const BEGIN: Query = { name: "begin", text: "begin", values: [] };
const ROLLBACK: Query = { text: "rollback", values: [] };

// What is kept under a name has one plan. Left to itself PostgreSQL would plan a page anew each time, because it cannot know
// how few rows the limit will be.
const setCompany = (companyId: string, planning: Planning): Query => ({
  name: "set_company",
  text: "select set_config('app.company_id', $1, true), set_config('plan_cache_mode', $2, true)",
  values: [companyId, planning],
});

// The server or the network went away: the request may be tried again later, and nothing of it was kept.
const LOST_CODE =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|57P0[123]|53300|080\d\d)$/;
// The driver gives its own errors no code.
const LOST_TEXT = /^Connection terminated|^timeout expired$|when trying to connect|not queryable|^Query read timeout$/;

const isLost = (error: unknown): boolean =>
  error instanceof Error && (("code" in error && LOST_CODE.test(String(error.code))) || LOST_TEXT.test(error.message));

// A statement was lost between being sent and being kept: what this connection believes to have is no longer true.
const hasLostStatement = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && (error.code === "26000" || error.code === "42P05");

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";

const unavailable = (cause: unknown): AppError => {
  const error = new AppError("unavailable", "De database is even niet bereikbaar. Probeer het zo opnieuw.");
  error.cause = cause;
  return error;
};

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw isLost(error) ? unavailable(error) : error;
  }
};

const makeDb = (ask: Ask, defer: Db["defer"], transaction: Db["transaction"]): Db => ({
  rows: async <Row>(query: Sql) => (await ask(query)).rows as Row[],
  row: async <Row>(query: Sql) => (await ask(query)).rows[0] as Row | undefined,
  run: async (query) => (await ask(query)).rowCount ?? 0,
  raw: async (query) => {
    const rows: RawRow[] = [];
    await ask(query, rows);
    return rows;
  },
  defer,
  transaction,
});

/** Outside a transaction there is nothing to go along with. */
const atOnce =
  (ask: Ask): Db["defer"] =>
  async (query) => {
    await ask(query);
  };

/** Whoever is not let in, for whatever reason, has asked nothing yet: it may be tried again later. */
const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw unavailable(error);
  });

/** One connection for as long as the work takes; one that can no longer be trusted does not come back. */
const onConnection = async <T>(pool: pg.Pool, work: (client: Client) => Promise<T>): Promise<T> => {
  const connection = await connect(pool);
  let broken = false;
  const giveUp = () => {
    broken = true;
  };
  const ask: Client["ask"] = (before, query, rows) =>
    before.length === 0 && !rows
      ? connection.query(query)
      : new Promise((resolve, reject) => {
          const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
          connection.query(new PipelinedQuery(before, query, done, giveUp, rows) as unknown as pg.Submittable);
        });
  try {
    return await work({ ask, giveUp });
  } catch (error) {
    if (isLost(error) || hasLostStatement(error)) giveUp();
    throw error;
  } finally {
    connection.release(broken);
  }
};

/** `begin` and whatever was deferred go out with the query that comes next. */
const inTransaction =
  (pool: pg.Pool, begin: () => Opening): Db["transaction"] =>
  (work) =>
    guarded(() =>
      onConnection(pool, async (client) => {
        const opening = begin();
        let waiting = [...opening.before];
        let { watch } = opening;
        let begun = false;
        const ask: Ask = (query, rows) => {
          begun = true;
          const asked = watch(client.ask(waiting, toQuery(query), rows));
          waiting = [];
          watch = unwatched;
          return asked;
        };
        const defer: Db["defer"] = async (query) => {
          begun = true;
          waiting.push(toQuery(query));
        };
        const db: Db = makeDb(ask, defer, (inner) => inner(db));
        try {
          const result = await work(db);
          if (begun) await ask(sql`commit`);
          return result;
        } catch (error) {
          await client.ask([], ROLLBACK).catch(client.giveUp);
          throw error;
        }
      }),
    );

const openPool = ({ url, connections, onError }: DatabaseOptions, role: DatabaseRole): pg.Pool => {
  const pool = new pg.Pool({
    Client: TappedClient,
    connectionString: url,
    max: connections,
    // The role is part of the connection: no code path can forget to give the owner's rights away.
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c timezone=UTC`,
    application_name: role,
    connectionTimeoutMillis: 10_000,
    // Longer than the server's own limit: it only ends the wait for a server that no longer answers at all.
    query_timeout: 35_000,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error: Error & { client?: unknown }) => {
    // The driver hangs the whole connection on it, with the key to cancel its queries; that is nobody's to read.
    delete error.client;
    onError(error);
  });
  // The pool listens to idle connections only; one that is lost in the middle of a transaction would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
};

const countsOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  total: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

const openTenant = (pool: pg.Pool, companyId: string, entry: Entry | undefined): Db => {
  const open = (planning: Planning): Opening =>
    (entry && bringAlong(entry, planning)) ?? { before: [setCompany(companyId, planning)], watch: unwatched };
  const ask: Ask = async (asked, rows) => {
    const query = toQuery(asked);
    const { before, watch } = open(query.name ? "force_generic_plan" : "auto");
    return guarded(() => onConnection(pool, (client) => watch(client.ask(before, query, rows))));
  };
  const begin = (): Opening => {
    const { before, watch } = open("auto");
    return { before: [BEGIN, ...before], watch };
  };
  return makeDb(ask, atOnce(ask), inTransaction(pool, begin));
};

const openPlatform = (pool: pg.Pool): Db => {
  const ask: Ask = (query, rows) => guarded(() => onConnection(pool, (client) => client.ask([], toQuery(query), rows)));
  return makeDb(
    ask,
    atOnce(ask),
    inTransaction(pool, () => ({ before: [BEGIN], watch: unwatched })),
  );
};

export const openDatabase = (options: DatabaseOptions): Database => {
  const tenantPool = openPool(options, "usa_tenant");
  const platformPool = openPool(options, "usa_platform");
  return {
    tenant: (companyId, entry) => openTenant(tenantPool, companyId, entry),
    platform: openPlatform(platformPool),
    connections: () => ({ usa_tenant: countsOf(tenantPool), usa_platform: countsOf(platformPool) }),
    close: async () => {
      await Promise.all([tenantPool.end(), platformPool.end()]);
    },
  };
};
