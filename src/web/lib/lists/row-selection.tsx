import { type MouseEvent, type ReactNode, useState } from "react";
import { Checkbox } from "#ui/field/checkbox.tsx";
import type { PagedList } from "./paged-list.ts";
import { isRangeClick, toggleRange } from "./range-selection.ts";

type ListItem = { id: string };

type ListOfPages<Item extends ListItem> = Pick<PagedList<Item>, "query"> & { items: readonly Item[] };

type SelectionState = {
  listKey: string;
  ids: ReadonlySet<string>;
  /** The rows that were loaded last, then those that may be on a page which is not loaded any more. */
  known: readonly string[];
  /** Of `known`. */
  loadedCount: number;
  lastToggled?: string | undefined;
};

const NONE: SelectionState = { listKey: "", ids: new Set(), known: [], loadedCount: 0 };

/**
 * The selection after the list changed. A known row that is missing has left the list if a row after it is still there, if it is
 * the only change, or if the list is complete. Otherwise new rows may have moved it to a page that is not loaded.
 */
export const followList = (state: SelectionState, rows: readonly string[], isComplete: boolean): SelectionState => {
  const { ids, known } = state;
  const listed = new Set(rows);
  const missing = known.filter((id) => !listed.has(id));
  const isOnlyChange = missing.length === 1 && rows.length === state.loadedCount - 1;
  const end = isComplete || isOnlyChange ? known.length : known.findLastIndex((id) => listed.has(id));
  const left = new Set(known.slice(0, Math.max(end, 0)).filter((id) => !listed.has(id)));
  const next = [...rows, ...missing.filter((id) => !left.has(id))];
  const isSame = rows.length === state.loadedCount && next.length === known.length;
  if (isSame && next.every((id, nth) => id === known[nth])) return state;
  return { ...state, ids: new Set([...ids].filter((id) => !left.has(id))), known: next, loadedCount: rows.length };
};

/**
 * The selected rows of a list, of which `rows` are loaded. A row that leaves the list is not selected any more; rows that were
 * never loaded can be. Another list, such as other filters, starts without a selection.
 */
export function useRowSelection(listKey: string, rows: readonly ListItem[], isComplete = true) {
  const [state, setState] = useState(NONE);
  const last = state.listKey === listKey ? state : NONE;
  const loaded = rows.map(({ id }) => id);
  const current = last.ids.size > 0 ? followList(last, loaded, isComplete) : last;
  if (current !== last) setState(current);
  const { ids } = current;
  const select = (next: Iterable<string>, lastToggled?: string) =>
    setState({
      listKey,
      ids: new Set(next),
      known: ids.size > 0 ? current.known : loaded,
      loadedCount: loaded.length,
      lastToggled,
    });
  /** Toggles the row, and with a list also those from the last toggled one to it. */
  const toggle = (id: string, range: readonly string[] = []) =>
    select(toggleRange(ids, range, last.lastToggled, id), id);
  return { ids, select, toggle, clear: () => select([]) };
}

/** As `useRowSelection`, for a list that is loaded page by page. */
export const useListSelection = <Item extends ListItem>(listKey: string, { items, query }: ListOfPages<Item>) =>
  useRowSelection(
    // Until another list is loaded, the rows are those of the one before it.
    query.isPlaceholderData ? `${listKey} loading` : listKey,
    items,
    query.isSuccess && !query.hasNextPage && !query.isFetching,
  );

export type RowSelection = ReturnType<typeof useRowSelection>;

export type SelectionBoxes<Row> = { all: ReactNode; one: (row: Row) => ReactNode };

/**
 * Checkboxes in the first column: one for each row, and one in the header for all loaded rows.
 * With Shift, a click also selects the rows between this one and the last.
 */
export const selectionBoxes = <Row extends { id: string }>(
  { ids, select, toggle }: RowSelection,
  /** Those that can be selected. */
  rows: readonly Row[],
  { allLabel, nameOf }: { allLabel: string; nameOf: (row: Row) => string },
): SelectionBoxes<Row> => {
  const listed = rows.map(({ id }) => id);
  const onClick = (row: Row, event: MouseEvent) => toggle(row.id, isRangeClick(event) ? listed : undefined);
  const isAll = ids.size > 0 && listed.every((id) => ids.has(id));
  return {
    all: (
      <Checkbox
        aria-label={allLabel}
        checked={isAll || (ids.size > 0 && "indeterminate")}
        onCheckedChange={() => select(isAll ? [] : listed)}
        className="mr-2.5"
      />
    ),
    one: (row) => (
      <Checkbox
        data-selects-range
        aria-label={`Selecteer ${nameOf(row)}`}
        checked={ids.has(row.id)}
        disabled={!listed.includes(row.id)}
        onClick={(event) => onClick(row, event)}
        className="mr-1"
      />
    ),
  };
};
