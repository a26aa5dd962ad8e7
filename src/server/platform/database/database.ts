import pg from "pg";
import { AppError } from "../app-error.ts";
import { ScopedQuery } from "./scoped-query.ts";
import { type Sql, toQuery } from "./sql.ts";

/** How queries are asked. A `Db` is bound to a role and, for tenants, to a company; there is no other way to the data. */
export interface Db {
  rows<Row extends object>(query: Sql): Promise<Row[]>;
  row<Row extends object>(query: Sql): Promise<Row | undefined>;
  /** How many rows a change touched. */
  run(query: Sql): Promise<number>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export interface Database {
  /** One company's rows and nothing else: row-level security holds whatever the query says. */
  tenant(companyId: string): Db;
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

type Ask = (query: Sql) => Promise<pg.QueryResult>;

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

const makeDb = (ask: Ask, transaction: Db["transaction"]): Db => ({
  rows: async <Row>(query: Sql) => (await ask(query)).rows as Row[],
  row: async <Row>(query: Sql) => (await ask(query)).rows[0] as Row | undefined,
  run: async (query) => (await ask(query)).rowCount ?? 0,
  transaction,
});

/** Whoever is not let in, for whatever reason, has asked nothing yet: it may be tried again later. */
const connect = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw unavailable(error);
  });

const inTransaction = (pool: pg.Pool, begin: string): Db["transaction"] => {
  return (work) =>
    guarded(async () => {
      const client = await connect(pool);
      let broken: Error | undefined;
      try {
        await client.query(begin);
        const db: Db = makeDb(
          (query) => client.query(toQuery(query)),
          (inner) => inner(db),
        );
        const result = await work(db);
        await client.query("commit");
        return result;
      } catch (error) {
        if (hasLostStatement(error)) broken = error;
        await client.query("rollback").catch((failure: Error) => {
          broken = failure;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    });
};

const onConnection = async (
  pool: pg.Pool,
  ask: (client: pg.PoolClient) => Promise<pg.QueryResult>,
): Promise<pg.QueryResult> => {
  const client = await connect(pool);
  let broken: Error | undefined;
  try {
    return await ask(client);
  } catch (error) {
    if (isLost(error) || hasLostStatement(error)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
};

const askScoped = (client: pg.PoolClient, companyId: string, query: Sql): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const submitted = new ScopedQuery(companyId, toQuery(query), (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(submitted as unknown as pg.Submittable);
  });

const openPool = ({ url, connections, onError }: DatabaseOptions, role: DatabaseRole): pg.Pool => {
  const pool = new pg.Pool({
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

export const openDatabase = (options: DatabaseOptions): Database => {
  const tenantPool = openPool(options, "usa_tenant");
  const platformPool = openPool(options, "usa_platform");
  return {
    tenant: (companyId) =>
      makeDb(
        (query) => guarded(() => onConnection(tenantPool, (client) => askScoped(client, companyId, query))),
        // Both in one round trip.
        inTransaction(tenantPool, `begin; select set_config('app.company_id', ${pg.escapeLiteral(companyId)}, true)`),
      ),
    platform: makeDb(
      (query) => guarded(() => onConnection(platformPool, (client) => client.query(toQuery(query)))),
      inTransaction(platformPool, "begin"),
    ),
    connections: () => ({ usa_tenant: countsOf(tenantPool), usa_platform: countsOf(platformPool) }),
    close: async () => {
      await Promise.all([tenantPool.end(), platformPool.end()]);
    },
  };
};
