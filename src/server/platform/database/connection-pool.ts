import pg from "pg";
import { AppError } from "../app-error.ts";
import type { PendingResult } from "./entry.ts";
import { PipelinedQuery } from "./pipelined-query.ts";
import type { RawRow } from "./row-tap.ts";
import type { Query } from "./sql.ts";
import { TappedClient } from "./tapped-client.ts";

export type DatabaseRole = "usa_tenant" | "usa_platform";

export interface DatabaseOptions {
  url: string;
  /** Connections per role. */
  connections: number;
  onError(error: Error): void;
}

export interface BorrowedClient {
  /** Asks a query, with statements that go out before it in the same round trip. */
  ask(before: readonly Query[], query: Query, rows?: RawRow[]): PendingResult;
  giveUp(): void;
}

/** Lends a connection for as long as the work takes. */
export type WithClient = <T>(work: (client: BorrowedClient) => Promise<T>) => Promise<T>;

// The server or the network went away: the request may be tried again later. Nothing of it was kept, unless that happened at
// the commit itself.
const CONNECTION_LOST_CODE =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|57P0[123]|53300|080\d\d)$/;
// The driver gives its own errors no code.
const CONNECTION_LOST_MESSAGE =
  /^Connection terminated|^timeout expired$|when trying to connect|not queryable|^Query read timeout$/;

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (("code" in error && CONNECTION_LOST_CODE.test(String(error.code))) || CONNECTION_LOST_MESSAGE.test(error.message));

// What this connection believes to have kept is no longer true: a statement was lost between being sent and being kept, or
// what it reads has changed since (0A000).
const STALE_STATEMENT_CODES: readonly unknown[] = ["26000", "42P05", "0A000"];
const isStaleStatement = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && STALE_STATEMENT_CODES.includes(error.code);

const databaseUnavailable = (cause: unknown): AppError => {
  const error = new AppError("unavailable", "De database is even niet bereikbaar. Probeer het zo opnieuw.");
  error.cause = cause;
  return error;
};

/** Whoever is not let in, for whatever reason, has asked nothing yet: it may be tried again later. */
const borrowClient = (pool: pg.Pool): Promise<pg.PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw databaseUnavailable(error);
  });

/** One connection for as long as the work takes; one that can no longer be trusted does not come back. */
export const withPoolClient =
  (pool: pg.Pool): WithClient =>
  async (work) => {
    const connection = await borrowClient(pool);
    let broken = false;
    const giveUp = () => {
      broken = true;
    };
    const ask: BorrowedClient["ask"] = (before, query, rows) =>
      before.length === 0 && !rows
        ? connection.query(query)
        : new Promise((resolve, reject) => {
            const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
            connection.query(new PipelinedQuery(before, query, done, giveUp, rows) as unknown as pg.Submittable);
          });
    try {
      return await work({ ask, giveUp });
    } catch (error) {
      if (isConnectionLost(error) || isStaleStatement(error)) giveUp();
      throw isConnectionLost(error) ? databaseUnavailable(error) : error;
    } finally {
      connection.release(broken);
    }
  };

export const openPool = ({ url, connections, onError }: DatabaseOptions, role: DatabaseRole): pg.Pool => {
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
