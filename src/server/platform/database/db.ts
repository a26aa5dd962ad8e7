import type { PendingResult } from "./entry.ts";
import type { RawRows } from "./row-json.ts";
import type { RawRow } from "./row-tap.ts";
import { prepared, type Sql, sql } from "./sql.ts";

/** How queries are asked. A `Db` is bound to a role and, for tenants, to a company; there is no other way to the data. */
export interface Db {
  rows<Row extends object>(query: Sql): Promise<Row[]>;
  row<Row extends object>(query: Sql): Promise<Row | undefined>;
  /** How many rows a change touched. */
  run(query: Sql): Promise<number>;
  /** As the server sends them, for what is passed on. */
  raw(query: Sql): Promise<RawRows>;
  /** A change that is made before anything else is asked, and of which nobody hears: in a transaction it costs no round trip. */
  defer(query: Sql): Promise<void>;
  /**
   * Tells whoever listens on a channel, in a transaction once it is kept and never when it is not. One that is bound to a
   * company speaks for that one, whatever it says.
   */
  say(channel: string, companyId: string, ...messages: object[]): Promise<void>;
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * A transaction, and then an answer that is read in the round trip in which the work is kept. What goes wrong with the
   * answer takes nothing back.
   */
  transactionThen<Done, T>(work: (db: Db) => Promise<Done>, answer: (db: Db, done: Done) => Promise<T>): Promise<T>;
}

/** Into `rows` come the rows as they are sent, and none into the answer. */
export type SendQuery = (query: Sql, rows?: RawRow[]) => PendingResult;

export interface Notification {
  channel: string;
  message: string;
}

interface DbParts {
  ask: SendQuery;
  /** The only company it speaks for, if it is bound to one. */
  companyId: string | undefined;
  defer: Db["defer"];
  tell(said: readonly Notification[]): Promise<void>;
  transactionThen: Db["transactionThen"];
}

export const makeDb = ({ ask, companyId: own, defer, tell, transactionThen }: DbParts): Db => ({
  rows: async <Row>(query: Sql) => (await ask(query)).rows as Row[],
  row: async <Row>(query: Sql) => (await ask(query)).rows[0] as Row | undefined,
  run: async (query) => (await ask(query)).rowCount ?? 0,
  raw: async (query) => {
    const rows: RawRow[] = [];
    const { fields: columns } = await ask(query, rows);
    return { rows, columns };
  },
  defer,
  say: (channel, companyId, ...messages) =>
    tell(messages.map((said) => ({ channel, message: JSON.stringify({ ...said, companyId: own ?? companyId }) }))),
  transaction: (work) => transactionThen(work, async (_, done) => done),
  transactionThen,
});

/**
 * What is told waits in one line with all others until its transaction is kept on disk, unless it need not be kept at all.
 * That is why it never goes along with a change.
 */
export const notifyQuery = (said: readonly Notification[]): Sql =>
  prepared(sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(said.channel, said.message)
    from unnest(${said.map(({ channel }) => channel)}::text[], ${said.map(({ message }) => message)}::text[])
      as said (channel, message)`);

export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
