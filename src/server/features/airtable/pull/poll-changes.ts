import { isProblem } from "../client/airtable-problem.ts";
import { modifiedAfter } from "../client/formula.ts";
import { fieldIdsOf, type TableLayout } from "../mapping/base-layout.ts";
import type { RemoteField } from "../mapping/field-kinds.ts";
import { toRemoteRecord } from "../reconcile/remote-record.ts";
import { storeRecords } from "../reconcile/store-records.ts";
import { type SyncTurn, turnTransaction } from "../runs/sync-turn.ts";
import {
  advanceWatermark,
  findTableState,
  savePollPosition,
  settleWatermark,
  type TableState,
} from "./pull.queries.ts";
import { readPages } from "./read-records.ts";

const OVERLAP_MS = 60_000;
// Airtable's times are whole seconds: the next change is after the last millisecond of this second.
const REST_OF_SECOND_MS = 999;
const SETTLED_AFTER_MS = 2 * 60_000;
const EPOCH = "1970-01-01T00:00:00.000Z";

/**
 * Writes may become visible out of order, so polling overlaps the watermark by a minute. Once the watermark has not moved
 * for two minutes it is settled and polled without overlap: the overlap would return the same records in every run.
 */
const pollFrom = ({ watermark, isWatermarkSettled }: TableState): string => {
  if (!watermark) return EPOCH;
  return new Date(Date.parse(watermark) + (isWatermarkSettled ? REST_OF_SECOND_MS : -OVERLAP_MS)).toISOString();
};

const latestOf = (times: readonly (string | null)[]): string | undefined =>
  times.reduce<string | undefined>((latest, time) => (time && (!latest || time > latest) ? time : latest), undefined);

const readChangedPages = async (
  turn: SyncTurn,
  layout: TableLayout,
  lastModified: RemoteField,
  state: TableState,
): Promise<void> => {
  const { table } = layout;
  const from = state.pollFrom ?? pollFrom(state);
  const query = {
    fields: fieldIdsOf(layout),
    filterByFormula: modifiedAfter(from),
    // In this order each page advances the watermark, and an interrupted run continues from there.
    sort: [{ field: lastModified.id, direction: "asc" as const }],
    pageSize: state.pageSize,
    // The watermark alone is not enough: thousands of records that were changed together have the same time.
    offset: state.pollOffset ?? undefined,
  };
  for await (const { records, offset } of readPages(turn, layout, query)) {
    const latest = latestOf(records.map((record) => toRemoteRecord(layout, record).modifiedAt));
    await storeRecords(turn, layout, records, {
      counts: { seen: records.length },
      beforeCommit: async (scope) => {
        if (latest) await advanceWatermark(scope, table, latest, turn.platform.clock.now());
        await savePollPosition(scope, table, { from: offset ? from : null, offset: offset ?? null });
      },
    });
    if (offset) turn.endIfInterrupted();
  }
};

const settleWatermarkIfDue = async (turn: SyncTurn, { table }: TableLayout, before: TableState): Promise<void> => {
  const { watermark, watermarkSince, isWatermarkSettled } = before;
  if (!watermark || isWatermarkSettled || !watermarkSince) return;
  if (turn.platform.clock.now().getTime() - watermarkSince.getTime() < SETTLED_AFTER_MS) return;
  await turnTransaction(turn, (scope) => settleWatermark(scope, table, watermark));
};

/**
 * Reads records modified since the last run, for tokens without permission for a change feed. A table without Last Modified
 * is read completely instead.
 */
export const pollChanges = async (turn: SyncTurn, layout: TableLayout): Promise<void> => {
  const { lastModified } = layout;
  if (!lastModified) return;
  for (;;) {
    const state = await findTableState(turn.scope, layout.table);
    if (!state) return;
    try {
      await readChangedPages(turn, layout, lastModified, state);
      return await settleWatermarkIfDue(turn, layout, state);
    } catch (error) {
      if (!isProblem(error, "list_expired")) throw error;
      await turnTransaction(turn, (scope) => savePollPosition(scope, layout.table, { from: null, offset: null }));
    }
  }
};
