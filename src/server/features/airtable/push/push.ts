import { SYNCED_TABLES } from "#contract/airtable.ts";
import { type AirtableRecord, MOST_WRITES } from "../client/client.ts";
import { byRecordIds, byValues } from "../client/formula.ts";
import { type AirtableProblem, isProblem } from "../client/problems.ts";
import { type Layout, readFieldIds } from "../mapping/layout.ts";
import { removeRecords } from "../store/remove.ts";
import { storeRecords } from "../store/store.ts";
import { count, keep, layoutOf, type Turn } from "../turn/turn.ts";
import { type DueRecord, findDue, parkEdits } from "./outbox.queries.ts";
import { prepareWishes, type Wish } from "./prepare.ts";

/** What these records are now: nothing is written over what has not been read. */
const readFirst = async (turn: Turn, layout: Layout, due: readonly DueRecord[]): Promise<void> => {
  const recordIds = due.flatMap(({ recordId }) => recordId ?? []);
  const unsure = due.filter(({ isUnsure }) => isUnsure).map(({ localId }) => localId);
  const conditions = [
    ...(recordIds.length > 0 ? [byRecordIds(recordIds)] : []),
    ...(unsure.length > 0 ? [byValues(layout.appId.id, unsure)] : []),
  ];
  if (conditions.length === 0) return;
  const { records } = await turn.client.list(layout.tableId, {
    fields: readFieldIds(layout),
    filterByFormula: `OR(${conditions.join(",")})`,
  });
  await storeRecords(turn, layout, records);
  const found = new Set(records.map(({ id }) => id));
  const missing = recordIds.filter((id) => !found.has(id));
  if (missing.length > 0) await removeRecords(turn, layout.table, missing);
};

const park = async (turn: Turn, { table }: Layout, wish: Wish, problem: AirtableProblem): Promise<void> => {
  const confirm = await keep(turn, async (scope) => {
    await parkEdits(scope, table, wish, problem.message, turn.platform.clock.now());
    return count(turn, scope, table, { errors: 1 });
  });
  confirm();
};

const write = (turn: Turn, { tableId, appId }: Layout, wishes: readonly Wish[]): Promise<AirtableRecord[]> => {
  const records = wishes.map(({ recordId, cells }) => ({ ...(recordId ? { id: recordId } : {}), fields: cells }));
  const makesSome = wishes.some(({ recordId }) => recordId === null);
  return turn.client.write(tableId, records, makesSome ? appId.id : undefined);
};

/** One bad record must not hold up nine good ones: a refused batch is halved until it is found. */
const sendWishes = async (turn: Turn, layout: Layout, wishes: readonly Wish[]): Promise<void> => {
  const [first] = wishes;
  if (!first) return;
  try {
    const records = await write(turn, layout, wishes);
    await storeRecords(turn, layout, records, { answered: true, counts: { pushed: wishes.length } });
  } catch (error) {
    if (!isProblem(error, "rejected", "record_gone")) throw error;
    if (wishes.length > 1) {
      const middle = Math.ceil(wishes.length / 2);
      await sendWishes(turn, layout, wishes.slice(0, middle));
      return sendWishes(turn, layout, wishes.slice(middle));
    }
    if (first.recordId && isProblem(error, "record_gone")) return removeRecords(turn, layout.table, [first.recordId]);
    await park(turn, layout, first, error);
  }
};

const pushTable = async (turn: Turn, layout: Layout): Promise<void> => {
  const tried: string[] = [];
  for (;;) {
    const due = await findDue(turn.scope, layout.table, tried, MOST_WRITES);
    if (due.length === 0) return;
    const localIds = due.map(({ localId }) => localId);
    tried.push(...localIds);
    await readFirst(turn, layout, due);
    await sendWishes(turn, layout, await prepareWishes(turn, layout, localIds));
    turn.checkTime();
  }
};

/** Sends everything that waits, in the order in which records depend on each other. */
export const pushAll = async (turn: Turn): Promise<void> => {
  for (const table of SYNCED_TABLES) {
    const layout = layoutOf(turn, table);
    if (layout) await pushTable(turn, layout);
  }
};
