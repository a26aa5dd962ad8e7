import { changedAfter } from "../client/formula.ts";
import { isProblem } from "../client/problems.ts";
import { type Layout, readFieldIds } from "../mapping/layout.ts";
import { pickRecord } from "../store/remote-record.ts";
import { storeRecords } from "../store/store.ts";
import { keep, type Turn } from "../turn/turn.ts";
import { readPages } from "./pages.ts";
import { findTableState, putWatermark, settleWatermark, type TableState } from "./pull.queries.ts";

const OVERLAP_MS = 60_000;
// Their times are whole seconds: what is after the last millisecond of one is in the next.
const REST_OF_SECOND_MS = 999;
const SETTLED_AFTER_MS = 2 * 60_000;
const BEGINNING = "1970-01-01T00:00:00.000Z";

/**
 * From where to read. Writes may become visible out of order, so we go back a little; once a watermark has stood long
 * enough to be certain, going back would only read the same records over and over.
 */
const readFrom = ({ watermark, isSettled }: TableState): string => {
  if (!watermark) return BEGINNING;
  return new Date(Date.parse(watermark) + (isSettled ? REST_OF_SECOND_MS : -OVERLAP_MS)).toISOString();
};

const greatest = (moments: readonly (string | null)[]): string | undefined =>
  moments.reduce<string | undefined>((most, moment) => (moment && (!most || moment > most) ? moment : most), undefined);

const readOn = async (turn: Turn, layout: Layout, state: TableState): Promise<void> => {
  const { table, lastModified } = layout;
  const query = {
    fields: readFieldIds(layout),
    filterByFormula: changedAfter(readFrom(state)),
    // In this order each page moves the watermark on, and a run that is broken off goes on from there.
    sort: [{ field: lastModified.id, direction: "asc" as const }],
    pageSize: state.pageSize,
  };
  for await (const { records, offset } of readPages(turn, layout, query)) {
    const latest = greatest(records.map((record) => pickRecord(layout, record).modifiedAt));
    await storeRecords(turn, layout, records, {
      counts: { seen: records.length },
      alongside: async (scope) => {
        if (latest) await putWatermark(scope, table, latest, turn.platform.clock.now());
      },
    });
    if (offset) turn.checkpoint();
  }
};

/** It has not moved for a while, and all that is after it has just been read. */
const settle = async (turn: Turn, { table }: Layout, before: TableState): Promise<void> => {
  const { watermark, watermarkSince, isSettled } = before;
  if (!watermark || isSettled || !watermarkSince) return;
  if (turn.platform.clock.now().getTime() - watermarkSince.getTime() < SETTLED_AFTER_MS) return;
  await keep(turn, (scope) => settleWatermark(scope, table, watermark));
};

/** Reads what changed since the last time, for bases whose token may not have a change feed. */
export const readChanges = async (turn: Turn, layout: Layout): Promise<void> => {
  for (;;) {
    const state = await findTableState(turn.scope, layout.table);
    if (!state) return;
    try {
      await readOn(turn, layout, state);
      return await settle(turn, layout, state);
    } catch (error) {
      if (!isProblem(error, "list_expired")) throw error;
    }
  }
};
