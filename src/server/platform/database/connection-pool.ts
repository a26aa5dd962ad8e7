import pg from "pg";
import { AppError } from "../app-error.ts";
import { PipelinedQuery, type Queries, type QueryResults } from "./pipelined-query.ts";
import { poolSession } from "./session-settings.ts";
import type { Query } from "./sql.ts";

export type DatabaseRole = "usa_tenant" | "usa_platform";

export interface DatabaseOptions {
  url: string;
  /** Connections per role. */
  connections: number;
  onError(error: Error): void;
}

/** How long a request waits for a connection. */
const CONNECT_TIMEOUT_MS = 10_000;

/** A connection of the pool while one unit of work has it. */
export interface BorrowedClient {
  /** Runs queries in one round trip; the statements of `setup` go out before them, and their results are ignored. */
  query(setup: readonly Query[], queries: Queries): Promise<QueryResults>;
  /** The connection is closed instead of going back to the pool. */
  discard(): void;
}

/** Borrows a client for as long as the work takes. */
export type WithClient = <T>(work: (client: BorrowedClient) => Promise<T>) => Promise<T>;

// The server or the network is unavailable, and the request can be retried later: nothing was committed, unless the connection
// was lost during the commit itself.
const CONNECTION_LOST_CODE =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|57P0[123]|080\d\d)$/;
// The driver's own errors have no code.
const CONNECTION_LOST_MESSAGE =
  /^Connection terminated|^timeout expired$|when trying to connect|not queryable|^Query read timeout$/;

// Disk full or read-only: the server works, but cannot store anything now.
const CANNOT_STORE_CODE = /^(53100|25006|58030)$/;

const OUT_OF_CONNECTIONS_CODE = /^53300$/;

// Out of memory: often over in a moment, and the next request may succeed.
const OVERLOADED_CODE = /^53[024]00$/;

const hasCode = (error: unknown, code: RegExp): boolean =>
  error instanceof Error && "code" in error && code.test(String(error.code));

const isConnectionLost = (error: unknown): boolean =>
  hasCode(error, CONNECTION_LOST_CODE) || (error instanceof Error && CONNECTION_LOST_MESSAGE.test(error.message));

const cannotStore = (error: unknown): boolean => hasCode(error, CANNOT_STORE_CODE);
const isOutOfConnections = (error: unknown): boolean => hasCode(error, OUT_OF_CONNECTIONS_CODE);
const isOverloaded = (error: unknown): boolean => hasCode(error, OVERLOADED_CODE);

// The prepared statements on the server differ from the driver's list: one is missing, exists already, or reads a table that
// has changed since (0A000).
const STALE_STATEMENT_CODES: readonly unknown[] = ["26000", "42P05", "0A000"];
const isStaleStatement = (error: unknown): boolean =>
  error instanceof Error && "code" in error && STALE_STATEMENT_CODES.includes(error.code);

const databaseUnavailable = (cause: unknown): AppError => {
  const error = new AppError("unavailable", "De database is even niet bereikbaar. Probeer het zo opnieuw.");
  error.cause = cause;
  return error;
};

const storingFailed = (cause: unknown): AppError => {
  const error = new AppError("unavailable", "De database kan nu niets opslaan. Probeer het zo opnieuw.");
  error.cause = cause;
  return error;
};

/** Without a connection no query was sent, so the request can be retried later, whatever the reason. */
const borrowClient = (pool: pg.Pool, onUnusable: () => void): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    if (cannotStore(error) || isOutOfConnections(error)) onUnusable();
    throw databaseUnavailable(error);
  });

export const withPoolClient =
  (pool: pg.Pool, onUnusable: () => void): WithClient =>
  async (work) => {
    const connection = await borrowClient(pool, onUnusable);
    let isDiscarded = false;
    const discard = () => {
      isDiscarded = true;
    };
    const query: BorrowedClient["query"] = async (setup, queries) =>
      setup.length === 0 && queries.length === 1
        ? [await connection.query(queries[0])]
        : new Promise((resolve, reject) => {
            const done = (error: Error | null, results: QueryResults) => (error ? reject(error) : resolve(results));
            connection.query(new PipelinedQuery(setup, queries, done, discard) as unknown as pg.Submittable);
          });
    try {
      return await work({ query, discard });
    } catch (error) {
      if (isConnectionLost(error) || isStaleStatement(error)) discard();
      if (isOutOfConnections(error)) onUnusable();
      if (isConnectionLost(error) || isOutOfConnections(error) || isOverloaded(error)) throw databaseUnavailable(error);
      if (!cannotStore(error)) throw error;
      onUnusable();
      throw storingFailed(error);
    } finally {
      connection.release(isDiscarded);
    }
  };

interface CompanyQueue {
  running: number;
  waiting: (() => void)[];
}

const waitForTurn = (waiting: CompanyQueue["waiting"]): Promise<void> =>
  new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const giveUp = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(databaseUnavailable(new Error("the company has all its connections in use")));
    };
    const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
    waiting.push(begin);
  });

/**
 * Gives each company some of the connections at a time. Further work of a company waits for its own, in order, so that slow
 * requests of one company leave connections for the others.
 */
export const limitPerCompany = (withClient: WithClient, connectionsPerCompany: number) => {
  const queues = new Map<string, CompanyQueue>();
  const end = (companyId: string, queue: CompanyQueue): void => {
    const beginNext = queue.waiting.shift();
    if (beginNext) beginNext();
    else queue.running -= 1;
    if (queue.running === 0) queues.delete(companyId);
  };
  const begin = async (companyId: string): Promise<CompanyQueue> => {
    const queue = queues.get(companyId) ?? { running: 0, waiting: [] };
    queues.set(companyId, queue);
    if (queue.running >= connectionsPerCompany) await waitForTurn(queue.waiting);
    else queue.running += 1;
    return queue;
  };
  return {
    withClientOf:
      (companyId: string): WithClient =>
      async (work) => {
        const queue = await begin(companyId);
        try {
          return await withClient(work);
        } finally {
          end(companyId, queue);
        }
      },
    waiting: (): number => [...queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
  };
};

export const openPool = ({ url, connections, onError }: DatabaseOptions, role: DatabaseRole): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    // The role is part of the connection: no code path can forget to give the owner's rights away.
    ...poolSession(role, { idle_in_transaction_session_timeout: "60000" }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Longer than statement_timeout: it only applies to a server that no longer responds at all.
    query_timeout: 35_000,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
  });
  pool.on("error", (error: Error & { client?: unknown }) => {
    // The driver attaches the whole connection to the error, with the key that cancels its queries: keep that out of the log.
    delete error.client;
    onError(error);
  });
  // The pool handles errors of idle connections only; one that is lost inside a transaction would end the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
};
