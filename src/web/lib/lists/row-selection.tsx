import { type MouseEvent, type ReactNode, useState } from "react";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { isRangeClick, toggleRange } from "./range-selection.ts";

const NONE: ReadonlySet<string> = new Set();

type ListItem = { id: string };

type SelectionState = {
  listKey: string;
  ids: ReadonlySet<string>;
  /** The loaded rows at the last change of the selection. */
  rows: readonly ListItem[];
  lastToggled?: string;
};

const idsOf = (rows: readonly ListItem[]) => new Set(rows.map(({ id }) => id));

/** Without the rows that have left the list since they were selected. Rows that were never loaded can be selected too. */
const withoutGone = ({ ids, rows: before }: SelectionState, rows: readonly ListItem[]): ReadonlySet<string> => {
  if (ids.size === 0 || before === rows) return ids;
  const [listed, wasListed] = [idsOf(rows), idsOf(before)];
  return new Set([...ids].filter((id) => listed.has(id) || !wasListed.has(id)));
};

/**
 * The selected rows of a list, of which `rows` are loaded. Another list, such as other filters, starts without a selection.
 */
export function useRowSelection(listKey: string, rows: readonly ListItem[]) {
  const [state, setState] = useState<SelectionState>({ listKey, ids: NONE, rows });
  const isSameList = state.listKey === listKey;
  const ids = isSameList ? withoutGone(state, rows) : NONE;
  const lastToggled = isSameList ? state.lastToggled : undefined;
  const select = (next: Iterable<string>) => setState({ listKey, ids: new Set(next), rows });
  /** Toggles the row, and with a list also those from the last toggled one to it. */
  const toggle = (id: string, listed?: readonly string[]) =>
    setState({ listKey, ids: toggleRange(ids, listed ?? [], lastToggled, id), rows, lastToggled: id });
  return { ids, select, toggle, clear: () => select([]) };
}

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
