import { isProblem } from "../client/airtable-problem.ts";
import { modifiedAfter } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import { toRemoteRecord } from "../reconcile/remote-record.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import { advanceWatermark, findTableState, settleWatermark, type TableState } from "./pull.queries.ts";
import { readPages } from "./read-records.ts";

const OVERLAP_MS = 60_000;
// Their times are whole seconds: what is after the last millisecond of one is in the next.
const REST_OF_SECOND_MS = 999;
const SETTLED_AFTER_MS = 2 * 60_000;
const EPOCH = "1970-01-01T00:00:00.000Z";

/**
 * From where to read. Writes may become visible out of order, so we go back a little; once a watermark has stood long
 * enough to be certain, going back would only read the same records over and over.
 */
const pollFrom = ({ watermark, isSettled }: TableState): string => {
  if (!watermark) return EPOCH;
  return new Date(Date.parse(watermark) + (isSettled ? REST_OF_SECOND_MS : -OVERLAP_MS)).toISOString();
};

const latestOf = (moments: readonly (string | null)[]): string | undefined =>
  moments.reduce<string | undefined>((most, moment) => (moment && (!most || moment > most) ? moment : most), undefined);

const readChangedPages = async (turn: SyncTurn, layout: TableLayout, state: TableState): Promise<void> => {
  const { table, lastModified } = layout;
  const query = {
    fields: fieldIdsOf(layout),
    filterByFormula: modifiedAfter(pollFrom(state)),
    // In this order each page moves the watermark on, and a run that is broken off goes on from there.
    sort: [{ field: lastModified.id, direction: "asc" as const }],
    pageSize: state.pageSize,
  };
  for await (const { records, offset } of readPages(turn, layout, query)) {
    const latest = latestOf(records.map((record) => toRemoteRecord(layout, record).modifiedAt));
    await storeRecords(turn, layout, records, {
      counts: { seen: records.length },
      alongside: async (scope) => {
        if (latest) await advanceWatermark(scope, table, latest, turn.platform.clock.now());
      },
    });
    if (offset) turn.checkpoint();
  }
};

/** It has not moved for a while, and all that is after it has just been read. */
const settleWatermarkIfDue = async (turn: SyncTurn, { table }: TableLayout, before: TableState): Promise<void> => {
  const { watermark, watermarkSince, isSettled } = before;
  if (!watermark || isSettled || !watermarkSince) return;
  if (turn.platform.clock.now().getTime() - watermarkSince.getTime() < SETTLED_AFTER_MS) return;
  await turnTransaction(turn, (scope) => settleWatermark(scope, table, watermark));
};

/** Reads what changed since the last time, for bases whose token may not have a change feed. */
export const pollChanges = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  for (;;) {
    const state = await findTableState(turn.scope, layout.table);
    if (!state) return;
    try {
      await readChangedPages(turn, layout, state);
      return await settleWatermarkIfDue(turn, layout, state);
    } catch (error) {
      if (!isProblem(error, "list_expired")) throw error;
    }
  }
};
