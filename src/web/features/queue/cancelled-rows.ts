import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { QueuedMessage } from "#contract/queue.ts";
import { refreshQueries } from "#lib/api/company-events.ts";
import { UNDO_MS } from "#lib/api/undo.tsx";
import { patchQueued } from "./queue.api.ts";

/** A row of the queue as it is shown. */
export type ShownRow = QueuedMessage & { isCancelled?: boolean };

type CancelledRow = { row: QueuedMessage; index: number; listKey: string };

/** Puts cancelled rows back at their place in a list from which the server has removed them. */
export const insertCancelled = (
  rows: readonly QueuedMessage[],
  cancelled: readonly Pick<CancelledRow, "row" | "index">[],
): readonly ShownRow[] => {
  if (cancelled.length === 0) return rows;
  const ids = new Set(cancelled.map(({ row }) => row.id));
  const shown: ShownRow[] = rows.filter(({ id }) => !ids.has(id));
  for (const { row, index } of cancelled.toSorted((one, other) => one.index - other.index))
    shown.splice(index, 0, { ...row, isCancelled: true });
  return shown;
};

/**
 * A cancelled row stays in its place until its undo period ends: otherwise the next row would move under the pointer, and
 * a second click would cancel that one too. `listKey` identifies the list by its filters: in another list the row is not shown.
 */
export function useCancelledRows(rows: readonly QueuedMessage[], listKey: string) {
  const client = useQueryClient();
  const [cancelled, setCancelled] = useState<readonly CancelledRow[]>([]);
  const shown = insertCancelled(
    rows,
    cancelled.filter((known) => known.listKey === listKey),
  );
  const undoPeriods = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const forget = useCallback((id: string) => {
    clearTimeout(undoPeriods.current.get(id));
    undoPeriods.current.delete(id);
    setCancelled((current) => current.filter(({ row }) => row.id !== id));
  }, []);
  const showAsCancelled = (row: QueuedMessage) => {
    const index = shown.findIndex(({ id }) => id === row.id);
    // A row that comes from another cached list is not shown in this one.
    if (index >= 0)
      setCancelled((current) => [...current.filter((known) => known.row.id !== row.id), { row, index, listKey }]);
    const endUndoPeriod = () => {
      // A long list is not refetched.
      patchQueued(client, (each) => (each.id === row.id ? null : each));
      forget(row.id);
      void refreshQueries(client, [["queue"]]);
    };
    clearTimeout(undoPeriods.current.get(row.id));
    undoPeriods.current.set(row.id, setTimeout(endUndoPeriod, UNDO_MS));
  };
  return { shown, showAsCancelled, forget };
}
