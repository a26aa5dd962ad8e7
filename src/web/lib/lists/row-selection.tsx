import { type MouseEvent, type ReactNode, useState } from "react";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { isRangeClick, toggleRange } from "./range-selection.ts";

type ListItem = { id: string };

type SelectionState = {
  listKey: string;
  ids: ReadonlySet<string>;
  /** The loaded rows at the last change of the selection. */
  rows: readonly ListItem[];
  lastToggled?: string | undefined;
};

const NONE: SelectionState = { listKey: "", ids: new Set(), rows: [] };

/**
 * The selected rows of a list, of which `rows` are loaded. A row that leaves the list is not selected any more; rows that were
 * never loaded can be. Another list, such as other filters, starts without a selection.
 */
export function useRowSelection(listKey: string, rows: readonly ListItem[]) {
  const [state, setState] = useState(NONE);
  const last = state.listKey === listKey ? state : NONE;
  const listed = new Set(rows.map(({ id }) => id));
  const ids = new Set(last.ids);
  for (const { id } of last.rows) if (!listed.has(id)) ids.delete(id);
  const select = (next: Iterable<string>, lastToggled?: string) =>
    setState({ listKey, ids: new Set(next), rows, lastToggled });
  /** Toggles the row, and with a list also those from the last toggled one to it. */
  const toggle = (id: string, range: readonly string[] = []) =>
    select(toggleRange(ids, range, last.lastToggled, id), id);
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
