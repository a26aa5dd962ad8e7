import type { Client, Lend } from "./connections.ts";
import { type Ask, type Db, makeDb, notify, type Said } from "./db.ts";
import { type Opening, type Planning, unwatched } from "./entry.ts";
import { type Query, toQuery } from "./sql.ts";

/** How a role comes to the data. */
export interface Way {
  companyId?: string;
  open(planning: Planning): Opening;
}

const BEGIN: Query = { name: "begin", text: "begin", values: [] };
const COMMIT: Query = { name: "commit", text: "commit", values: [] };
const ROLLBACK: Query = { text: "rollback", values: [] };

/** Each query by itself. What is kept under a name has one plan. */
export const asking =
  (lend: Lend, { open }: Way): Ask =>
  async (asked, rows) => {
    const query = toQuery(asked);
    const { before, watch } = open(query.name ? "force_generic_plan" : "auto");
    return lend((client) => watch(client.ask(before, query, rows)));
  };

/** Where nothing waits for a commit, everything is done at once. */
export const makeImmediate = (ask: Ask, { companyId }: Way, transactionThen: Db["transactionThen"]): Db =>
  makeDb({
    ask,
    companyId,
    defer: async (query) => void (await ask(query)),
    tell: async (said) => void (await ask(notify(said))),
    transactionThen,
  });

/** With the first query on it goes what is still to be kept. */
const keepingFirst = (client: Client, unkept: Query[]): Client => ({
  ...client,
  ask: (before, query, rows) => client.ask([...unkept.splice(0), ...before], query, rows),
});

const changesNothing: Db["transactionThen"] = () =>
  Promise.reject(new Error("An answer is read, and changes nothing."));

const answering = (client: Client, way: Way): Db =>
  makeImmediate(
    asking((work) => work(client), way),
    way,
    changesNothing,
  );

/** `begin` and whatever was deferred go out with the query that comes next. */
export const inTransaction =
  (lend: Lend, way: Way): Db["transactionThen"] =>
  (work, answer) =>
    lend(async (client) => {
      const opening = way.open("auto");
      const waiting = [BEGIN, ...opening.before];
      const said: Said[] = [];
      let { watch } = opening;
      let begun = false;
      const send = (query: Query, rows?: Parameters<Ask>[1]) => {
        const asked = watch(client.ask(waiting.splice(0), query, rows));
        watch = unwatched;
        return asked;
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
        if (!begun) waiting.length = 0;
        else waiting.push(COMMIT, ...(said.length > 0 ? [toQuery(notify(said))] : []));
        const answered = await answer(answering(keepingFirst(client, waiting), way), done);
        const last = waiting.pop();
        if (last) await send(last);
        return answered;
      } catch (error) {
        await client.ask([], ROLLBACK).catch(client.giveUp);
        throw error;
      }
    });
