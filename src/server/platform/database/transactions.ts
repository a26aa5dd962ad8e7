import type { BorrowedClient, WithClient } from "./connection-pool.ts";
import { type Db, makeDb, type Notification, notifyQuery, type SendQuery } from "./db.ts";
import { type PendingResult, type PlanMode, type SetupStatements, unwatched } from "./entry.ts";
import type { RawRow } from "./row-tap.ts";
import { type Query, toQuery } from "./sql.ts";

/** How a role comes to the data. */
export interface QueryContext {
  companyId?: string;
  open(planning: PlanMode): SetupStatements;
}

const BEGIN: Query = { name: "begin", text: "begin", values: [] };
const COMMIT: Query = { name: "commit", text: "commit", values: [] };
const ROLLBACK: Query = { text: "rollback", values: [] };

/** Each query by itself. What is kept under a name has one plan. */
export const sendAutocommit =
  (lend: WithClient, { open }: QueryContext): SendQuery =>
  async (asked, rows) => {
    const query = toQuery(asked);
    const { before, watch } = open(query.name ? "force_generic_plan" : "auto");
    return lend((client) => watch(client.ask(before, query, rows)));
  };

/** Where nothing waits for a commit, everything is done at once. */
export const createAutocommitDb = (
  ask: SendQuery,
  { companyId }: QueryContext,
  transactionThen: Db["transactionThen"],
): Db =>
  makeDb({
    ask,
    companyId,
    defer: async (query) => void (await ask(query)),
    tell: async (said) => void (await ask(notifyQuery(said))),
    transactionThen,
  });

const rejectTransaction: Db["transactionThen"] = () =>
  Promise.reject(new Error("An answer is read: it opens no transaction."));

/** Each query of an answer by itself, and with the first of them what is still to be kept. */
const createResultDb = (
  client: BorrowedClient,
  way: QueryContext,
  keep: (before: readonly Query[]) => readonly Query[],
): Db => {
  const keeping: BorrowedClient = { ...client, ask: (before, query, rows) => client.ask(keep(before), query, rows) };
  return createAutocommitDb(
    sendAutocommit((work) => work(keeping), way),
    way,
    rejectTransaction,
  );
};

/** In a transaction of its own: what fails behind it takes nothing back of what was told. */
const notifyTransaction = (said: readonly Notification[]): Query[] =>
  said.length > 0 ? [BEGIN, toQuery(notifyQuery(said)), COMMIT] : [];

/** `begin` and whatever was deferred go out with the query that comes next. */
export const runTransaction =
  (lend: WithClient, way: QueryContext): Db["transactionThen"] =>
  (work, answer) =>
    lend(async (client) => {
      const opening = way.open("auto");
      const waiting = [BEGIN, ...opening.before];
      const said: Notification[] = [];
      let { watch } = opening;
      let begun = false;
      let failure: { error: unknown } | undefined;
      const send = (query: Query, rows?: RawRow[]): PendingResult => {
        const asked = watch(client.ask(waiting.splice(0), query, rows));
        watch = unwatched;
        asked.then(
          () => (failure = undefined),
          (error: unknown) => (failure = { error }),
        );
        return asked;
      };
      const flush = async (): Promise<void> => {
        const last = waiting.pop();
        if (last) await send(last);
      };
      const db: Db = makeDb({
        ask: (query, rows) => {
          begun = true;
          return send(toQuery(query), rows);
        },
        companyId: way.companyId,
        defer: async (query) => {
          begun = true;
          waiting.push(toQuery(query));
        },
        tell: async (more) => {
          begun = true;
          said.push(...more);
        },
        transactionThen: async (work, answer) => answer(db, await work(db)),
      });
      try {
        const done = await work(db);
        // What fails takes everything back, also when nobody makes anything of it; after that nothing succeeds any more, but
        // the way back to a savepoint.
        if (failure) throw failure.error;
        if (begun) waiting.push(COMMIT, ...notifyTransaction(said));
        else waiting.length = 0;
        // Somebody who is not in yet comes in by this, not by the answer.
        if (watch !== unwatched) await flush();
        try {
          return await answer(
            createResultDb(client, way, (before) => [...waiting.splice(0), ...before]),
            done,
          );
        } finally {
          await flush();
        }
      } catch (error) {
        await client.ask([], ROLLBACK).catch(client.giveUp);
        throw error;
      }
    });
