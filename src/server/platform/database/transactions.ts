import type { BorrowedClient, WithClient } from "./connection-pool.ts";
import {
  type Db,
  DEADLOCK_DETECTED,
  hasErrorCode,
  makeDb,
  type Notification,
  notifyQuery,
  type SendQueries,
} from "./db.ts";
import type { Queries, QueryResults } from "./pipelined-query.ts";
import { type Query, type Sql, toQuery } from "./sql.ts";

export type PlanMode = "force_generic_plan" | "auto";

/** What every query of a `Db` runs under. */
export interface QueryContext {
  /** The company whose rows it sees; on the platform there is none. */
  companyId?: string;
  /** Statements that are sent before the query, in the same round trip. */
  setup(planMode: PlanMode): readonly Query[];
}

const BEGIN: Query = { name: "begin", text: "begin", values: [] };
const COMMIT: Query = { name: "commit", text: "commit", values: [] };
const ROLLBACK: Query = { text: "rollback", values: [] };

const toQueries = ([first, ...more]: readonly [Sql, ...Sql[]]): Queries => [toQuery(first), ...more.map(toQuery)];

/**
 * Sends queries in a transaction of their own. After a deadlock, which undid all of it, they are sent once more: a migration
 * locks tables in another order than a query reads them.
 */
export const autocommitSender =
  (withClient: WithClient, { setup }: QueryContext): SendQueries =>
  async (sql) => {
    const queries = toQueries(sql);
    const planMode = queries.every(({ name }) => name) ? "force_generic_plan" : "auto";
    const send = () => withClient((client) => client.query(setup(planMode), queries));
    try {
      return await send();
    } catch (error) {
      if (!hasErrorCode(error, DEADLOCK_DETECTED)) throw error;
      return send();
    }
  };

export const createAutocommitDb = (
  send: SendQueries,
  { companyId }: QueryContext,
  transactionThenRead: Db["transactionThenRead"],
): Db =>
  makeDb({
    send,
    companyId,
    pipeline: async (query) => void (await send([query])),
    sendNotifications: async (notifications) => void (await send([notifyQuery(notifications)])),
    transactionThenRead,
  });

const rejectTransaction: Db["transactionThenRead"] = () =>
  Promise.reject(new Error("The read after a transaction opens no transaction of its own."));

/** For the read after a transaction: its first query is sent together with the commit. */
const createReadDb = (client: BorrowedClient, context: QueryContext, takePending: () => readonly Query[]): Db => {
  const query: BorrowedClient["query"] = (setup, queries) => client.query([...takePending(), ...setup], queries);
  return createAutocommitDb(
    autocommitSender((work) => work({ ...client, query }), context),
    context,
    rejectTransaction,
  );
};

/** A transaction of its own, so that an error in the read that follows does not undo the notifications. */
const notifyTransaction = (notifications: readonly Notification[]): Query[] =>
  notifications.length > 0 ? [BEGIN, toQuery(notifyQuery(notifications)), COMMIT] : [];

/** `begin` and everything that was pipelined are sent with the next query. */
export const transactionRunner =
  (withClient: WithClient, context: QueryContext): Db["transactionThenRead"] =>
  (work, read) =>
    withClient(async (client) => {
      const pending: Query[] = [BEGIN, ...context.setup("auto")];
      const notifications: Notification[] = [];
      let isUsed = false;
      let failure: { error: unknown } | undefined;
      const send = (queries: Queries): Promise<QueryResults> => {
        const result = client.query(pending.splice(0), queries);
        result.then(
          () => (failure = undefined),
          (error: unknown) => (failure = { error }),
        );
        return result;
      };
      const flush = async (): Promise<void> => {
        const last = pending.pop();
        if (last) await send([last]);
      };
      const db: Db = makeDb({
        send: (queries) => {
          isUsed = true;
          return send(toQueries(queries));
        },
        companyId: context.companyId,
        pipeline: async (query) => {
          isUsed = true;
          pending.push(toQuery(query));
        },
        sendNotifications: async (more) => {
          isUsed = true;
          notifications.push(...more);
        },
        transactionThenRead: async (work, read) => read(db, await work(db)),
      });
      try {
        const done = await work(db);
        // PostgreSQL would turn the commit of a failed transaction into a rollback without an error. A later query that
        // succeeded means that the work rolled back to a savepoint.
        if (failure) throw failure.error;
        if (isUsed) pending.push(COMMIT, ...notifyTransaction(notifications));
        else pending.length = 0;
        try {
          return await read(
            createReadDb(client, context, () => pending.splice(0)),
            done,
          );
        } finally {
          await flush();
        }
      } catch (error) {
        await client.query([], [ROLLBACK]).catch(client.discard);
        throw error;
      }
    });
