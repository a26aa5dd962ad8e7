import { SYNCED_TABLES } from "#contract/synced-tables.ts";
import { type AirtableProblem, isProblem, NO_RECORD, REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import { type AirtableRecord, MAX_RECORDS_PER_WRITE } from "../client/client.ts";
import { matchRecordIds, matchValues } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { countNewErrors } from "../reconcile/records.queries.ts";
import { reportMissingRecords } from "../reconcile/remove-deleted.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { addProgress, layoutOf, type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { readUnlessFailing } from "../runs/unread-tables.ts";
import { findMissingChoices, unparkChoice } from "./missing-choices.queries.ts";
import {
  findLockedFields,
  findRecordsToPush,
  isUnwritten,
  parkEdits,
  type RecordToPush,
  unparkLocked,
} from "./outbox.queries.ts";
import { type PendingWrite, prepareWrites } from "./prepare-writes.ts";
import { createRefusedTables } from "./refused-tables.ts";

/** Records of an unlocked field that one run tries again: if all were refused once more, a larger number would take the whole turn. */
const MAX_RETRIED_RECORDS = 1_000;

const inWords = new Intl.ListFormat("nl", { type: "disjunction" });

/** Reads the current values first, so that a change in Airtable becomes a conflict instead of being overwritten. */
const readBeforeWriting = async (turn: SyncTurn, layout: TableLayout, due: readonly RecordToPush[]): Promise<void> => {
  const recordIds = due.flatMap(({ recordId }) => recordId ?? []);
  const mayExist = due.filter((record) => record.mayExist).map(({ localId }) => localId);
  const conditions = [
    ...(recordIds.length > 0 ? [matchRecordIds(recordIds)] : []),
    ...(mayExist.length > 0 && layout.appId ? [matchValues(layout.appId.id, mayExist)] : []),
  ];
  if (conditions.length === 0) return;
  const { records } = await turn.client.list(layout.tableId, {
    fields: fieldIdsOf(layout),
    filterByFormula: `OR(${conditions.join(",")})`,
  });
  await storeRecords(turn, layout, records);
  const found = new Set(records.map(({ id }) => id));
  const missing = recordIds.filter((id) => !found.has(id));
  if (missing.length > 0) await reportMissingRecords(turn, layout.table, missing);
};

const parkWrite = async (
  turn: SyncTurn,
  { table }: TableLayout,
  write: PendingWrite,
  reason: string,
  cause: { lacksPermission?: boolean; lacksChoice?: boolean } = {},
): Promise<void> => {
  const updateTurnAfterCommit = await turnTransaction(turn, async (scope) => {
    await parkEdits(scope, table, { ...write, ...cause }, reason, turn.platform.clock.now());
    const errors = await countNewErrors(scope, turn.runId, table, [write.localId]);
    return addProgress(turn, scope, table, { errors });
  });
  updateTurnAfterCommit();
};

const writeRecords = (
  turn: SyncTurn,
  { tableId, appId }: TableLayout,
  writes: readonly PendingWrite[],
): Promise<AirtableRecord[]> => {
  const records = writes.map(({ recordId, cells }) => ({ ...(recordId ? { id: recordId } : {}), fields: cells }));
  const hasNewRecord = writes.some(({ recordId }) => recordId === null);
  return turn.client.write(tableId, records, {
    ...(hasNewRecord && appId ? { mergeOn: appId.id } : {}),
    addsChoices: writes.some(({ addsChoice }) => addsChoice),
  });
};

const isWriteRefusal = (error: unknown): error is AirtableProblem =>
  isProblem(error, "no_permission") && error.detail.scope === REQUIRED_SCOPES.write;

/** A write that changes nothing: it is refused for the whole table, or because there is no such record. */
const refusesEveryWrite = async ({ client }: SyncTurn, { tableId }: TableLayout): Promise<boolean> => {
  try {
    await client.write(tableId, [{ id: NO_RECORD, fields: {} }]);
  } catch (error) {
    if (isWriteRefusal(error)) return true;
    if (!isProblem(error, "record_gone", "rejected")) throw error;
  }
  return false;
};

const explainLocked = ({ table, fields }: TableLayout, { recordId, fields: written }: PendingWrite): string => {
  const names = written.map((field) => `"${fields[field]?.name}"`);
  const which = names.length === 1 ? `het veld ${names[0]}` : `een van de velden ${inWords.format(names)}`;
  const asksToSend = recordId && written.some((field) => tableMapping(table).fields[field]?.asksToSend);
  const next = asksToSend ? " en probeer het opnieuw" : "; bij de volgende synchronisatie gaat het dan mee";
  return `Airtable laat de eigenaar van het toegangstoken ${recordId ? which : "een van de velden"} niet wijzigen. Geef die persoon in Airtable het recht daarop${next}.`;
};

/**
 * A rejected batch is bisected until the bad record is alone; that one is parked. A locked field refuses the whole batch: only the
 * records with that field are parked. Throws when Airtable refuses every change of the table, which is tried unless `isTableWritable`.
 */
const sendWrites = async (
  turn: SyncTurn,
  layout: TableLayout,
  writes: readonly PendingWrite[],
  isTableWritable = false,
): Promise<void> => {
  const [first] = writes;
  if (!first) return;
  try {
    const records = await writeRecords(turn, layout, writes);
    await storeRecords(turn, layout, records, { isWriteResponse: true, counts: { pushed: writes.length } });
  } catch (error) {
    if (isWriteRefusal(error)) {
      if (!isTableWritable && (await refusesEveryWrite(turn, layout))) throw error;
      if (writes.length === 1)
        return parkWrite(turn, layout, first, explainLocked(layout, first), { lacksPermission: true });
      for (const write of writes) await sendWrites(turn, layout, [write], true);
      return;
    }
    if (!isProblem(error, "rejected", "record_gone")) throw error;
    if (writes.length > 1) {
      const middle = Math.ceil(writes.length / 2);
      await sendWrites(turn, layout, writes.slice(0, middle));
      return sendWrites(turn, layout, writes.slice(middle));
    }
    if (first.recordId && isProblem(error, "record_gone"))
      return reportMissingRecords(turn, layout.table, [first.recordId]);
    // The field became a select field, or lost the choice, after its layout was read: a run that finds that it takes the value tries again.
    await parkWrite(turn, layout, first, error.message, { lacksChoice: error.detail.lacksChoice ?? false });
  }
};

/** Edits that were parked because of a missing choice are pushed once somebody has added or mapped it. */
const unparkKnownChoices = async (turn: SyncTurn, { table, fields }: TableLayout): Promise<void> => {
  const missing = await findMissingChoices(turn.scope, table);
  const known = missing.filter(({ field, value }) => {
    const mapped = fields[field];
    return mapped && mapped.kind.toCell(value, mapped) !== undefined;
  });
  for (const choice of known) await turnTransaction(turn, (scope) => unparkChoice(scope, choice, false));
};

/** False when the table could not be read before writing. */
const pushDue = async (turn: SyncTurn, layout: TableLayout): Promise<boolean> => {
  const triedIds: string[] = [];
  for (;;) {
    const due = await findRecordsToPush(turn.scope, layout.table, triedIds, MAX_RECORDS_PER_WRITE);
    if (due.length === 0) return true;
    const localIds = due.map(({ localId }) => localId);
    triedIds.push(...localIds);
    if (!(await readUnlessFailing(turn, layout, () => readBeforeWriting(turn, layout, due)))) return false;
    const { adding = [], others = [] } = Object.groupBy(
      await prepareWrites(turn, layout, localIds),
      ({ addsChoice }) => (addsChoice ? "adding" : "others"),
    );
    await sendWrites(turn, layout, others);
    await sendWrites(turn, layout, adding);
    turn.endIfOutOfTime();
  }
};

/**
 * Every run tries one record per locked field, to learn whether the field has been unlocked. If it has, its other edits follow. Each field
 * is tried separately: a record may have edits of two locked fields, and only one of them may have been unlocked.
 */
const retryLocked = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  const unpark = (field: string, maxRecords: number): Promise<string[]> =>
    turnTransaction(turn, (scope) => unparkLocked(scope, table, field, maxRecords));
  for (const field of turn.runId ? await findLockedFields(turn.scope, table, turn.runId) : []) {
    const [tried] = await unpark(field, 1);
    if (tried === undefined) continue;
    if (!(await pushDue(turn, layout))) return;
    if (await isUnwritten(turn.scope, table, field, tried)) continue;
    await unpark(field, MAX_RETRIED_RECORDS);
    if (!(await pushDue(turn, layout))) return;
  }
};

const pushTable = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  await unparkKnownChoices(turn, layout);
  // Before the locked fields: whatever is written together with one of them is refused with it.
  if (await pushDue(turn, layout)) await retryLocked(turn, layout);
};

/** For five minutes only runs try such a table again, not the checks of the change feed. */
const recentlyRefusedTables = createRefusedTables(300_000);

/** A table may be locked for the owner of the token: its edits stay pending, and the other tables continue. */
const pushUnlessRefused = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { table } = layout;
  if (turn.refusedTables.has(table) || (!turn.runId && recentlyRefusedTables.has(turn.scope, table))) return;
  try {
    await pushTable(turn, layout);
    recentlyRefusedTables.delete(turn.scope, table);
  } catch (error) {
    if (!isWriteRefusal(error)) throw error;
    recentlyRefusedTables.add(turn.scope, table);
    turn.refusedTables.add(table);
    turn.problems.add(error.kind);
    turn.remarks.add(`niet alles geschreven in de tabel ${layout.name}: ${error.message}`);
  }
};

/** Pushes all pending edits; a table that others link to comes first. */
export const pushAll = async (turn: SyncTurn): Promise<void> => {
  for (const table of SYNCED_TABLES) {
    const layout = layoutOf(turn, table);
    if (layout) await pushUnlessRefused(turn, layout);
  }
};
