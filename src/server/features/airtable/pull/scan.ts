import type { SyncedTable } from "#contract/airtable.ts";
import { isProblem } from "../client/problems.ts";
import { type Layout, readFieldIds } from "../mapping/layout.ts";
import { pickRecord } from "../store/remote-record.ts";
import { removeRecords } from "../store/remove.ts";
import { storeRecords } from "../store/store.ts";
import { keep, type Turn } from "../turn/turn.ts";
import { readPages } from "./pages.ts";
import {
  beginScan,
  countMissed,
  endScan,
  findMissedTwice,
  findTableState,
  putScanPlace,
  restartScan,
  type TableState,
} from "./pull.queries.ts";

/** The latest change there is, by their clock. What changes while the scan reads is after it. */
const findLatest = async (turn: Turn, layout: Layout): Promise<string | null> => {
  const { records } = await turn.client.list(layout.tableId, {
    fields: [layout.lastModified.id],
    sort: [{ field: layout.lastModified.id, direction: "desc" }],
    maxRecords: 1,
    pageSize: 1,
  });
  const [latest] = records;
  return latest ? pickRecord(layout, latest).modifiedAt : null;
};

const requireState = async ({ scope }: Turn, { table }: Layout): Promise<TableState> => {
  const state = await findTableState(scope, table);
  if (!state) throw new Error(`nothing is known of the table ${table}`);
  return state;
};

/** A scan that was broken off goes on where it was; otherwise a new one begins. */
const openScan = async (turn: Turn, layout: Layout): Promise<TableState> => {
  const state = await requireState(turn, layout);
  if (state.isScanning) return state;
  // With a feed, that tells what changes meanwhile.
  const watermark = turn.hasFeed ? null : await findLatest(turn, layout);
  await keep(turn, (scope) => beginScan(scope, layout.table, watermark));
  return requireState(turn, layout);
};

const readOn = async (turn: Turn, layout: Layout, { scan, scanOffset, pageSize }: TableState): Promise<void> => {
  const { table } = layout;
  const query = { fields: readFieldIds(layout), pageSize, offset: scanOffset ?? undefined };
  for await (const { records, offset } of readPages(turn, layout, query)) {
    await storeRecords(turn, layout, records, {
      scan,
      counts: { seen: records.length },
      alongside: (scope) => putScanPlace(scope, table, offset ?? null),
    });
    turn.platform.log.info(
      { companyId: turn.scope.companyId, table, ...turn.progress.get(table) },
      "airtable page read",
    );
    if (offset) turn.checkpoint();
  }
};

const REMOVED_AT_ONCE = 100;

/** Nothing is gone because one list did not show it: lists shift while people work. Two in a row are believed. */
export const removeMissed = async (turn: Turn, table: SyncedTable): Promise<void> => {
  for (;;) {
    const gone = await findMissedTwice(turn.scope, table, REMOVED_AT_ONCE);
    if (gone.length === 0) return;
    await removeRecords(turn, table, gone);
  }
};

const finishScan = async (turn: Turn, { table }: Layout, scan: number): Promise<void> => {
  await keep(turn, async (scope) => {
    const missed = await countMissed(scope, table, scan);
    await endScan(scope, table, turn.platform.clock.now(), missed > 0);
  });
  await removeMissed(turn, table);
};

/** Reads every record of a table: to fill it, or to find out what is gone. */
export const scanTable = async (turn: Turn, layout: Layout): Promise<void> => {
  for (;;) {
    const state = await openScan(turn, layout);
    try {
      await readOn(turn, layout, state);
      return await finishScan(turn, layout, state.scan);
    } catch (error) {
      if (!isProblem(error, "list_expired")) throw error;
      // Whatever was read stays: reading it once more does no harm.
      await keep(turn, (scope) => restartScan(scope, layout.table));
    }
  }
};
