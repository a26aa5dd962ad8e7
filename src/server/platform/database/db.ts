import type { QueryResult } from "pg";
import type { QueryResults } from "./pipelined-query.ts";
import { prepared, type Sql, sql } from "./sql.ts";

/**
 * Runs queries for one role and, for tenants, one company; there is no other way to the data. `docs/database.md` explains the
 * methods with their cost in round trips.
 */
export interface Db {
  rows<Row extends object>(query: Sql): Promise<Row[]>;
  row<Row extends object>(query: Sql): Promise<Row | undefined>;
  /** The rows of each query, in one round trip. A query sees what the ones before it did, such as waiting for a lock. */
  rowsOfEach<Rows extends readonly object[]>(
    queries: {
      [N in keyof Rows]: Sql;
    },
  ): Promise<{ [N in keyof Rows]: Rows[N][] }>;
  /** Returns the number of rows that a change affected. */
  run(query: Sql): Promise<number>;
  /**
   * A change whose result nobody needs. In a transaction it is sent together with the next query, so it costs no round trip of
   * its own; if it fails, that next query (or the commit) throws its error.
   */
  pipeline(query: Sql): Promise<void>;
  /**
   * Sends NOTIFY on a channel: in a transaction after the commit, and never after a rollback. A tenant's `Db` always names its
   * own company, whatever `companyId` says.
   */
  notify(channel: string, companyId: string, ...messages: object[]): Promise<void>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * A transaction, and then a read that is sent in the same round trip as the commit. The read sees the committed data; an error
   * in it does not undo the transaction.
   */
  transactionThenRead<Done, T>(work: (db: Db) => Promise<Done>, read: (db: Db, done: Done) => Promise<T>): Promise<T>;
}

/** Sends queries in one round trip. */
export type SendQueries = (queries: readonly [Sql, ...Sql[]]) => Promise<QueryResults>;

/** A NOTIFY that waits for its transaction to commit. */
export interface Notification {
  channel: string;
  message: string;
}

interface DbParts {
  send: SendQueries;
  /** The company that a tenant's `Db` is bound to. */
  companyId: string | undefined;
  pipeline: Db["pipeline"];
  sendNotifications(notifications: readonly Notification[]): Promise<void>;
  transactionThenRead: Db["transactionThenRead"];
}

export const makeDb = ({ send, companyId: own, pipeline, sendNotifications, transactionThenRead }: DbParts): Db => ({
  rows: async <Row>(query: Sql) => (await send([query]))[0].rows as Row[],
  row: async <Row>(query: Sql) => (await send([query]))[0].rows[0] as Row | undefined,
  rowsOfEach: async (queries) =>
    (await send(queries as unknown as [Sql, ...Sql[]])).map(({ rows }: QueryResult) => rows) as never,
  run: async (query) => (await send([query]))[0].rowCount ?? 0,
  pipeline,
  notify: (channel, companyId, ...messages) =>
    sendNotifications(
      messages.map((content) => ({ channel, message: JSON.stringify({ ...content, companyId: own ?? companyId }) })),
    ),
  transaction: (work) => transactionThenRead(work, async (_, done) => done),
  transactionThenRead,
});

/**
 * PostgreSQL commits transactions that notify one at a time, each waiting for the disk unless `synchronous_commit` is off. So
 * notifications are never part of a transaction that changes data (decision 0013).
 */
export const notifyQuery = (notifications: readonly Notification[]): Sql =>
  prepared(sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(notification.channel, notification.message)
    from unnest(${notifications.map(({ channel }) => channel)}::text[], ${notifications.map(({ message }) => message)}::text[])
      as notification (channel, message)`);

/** Whether PostgreSQL reported one of these error codes. */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

export const DEADLOCK_DETECTED = "40P01";

export const isUniqueViolation = (error: unknown): boolean => hasErrorCode(error, "23505");
