import { type MouseEvent, type ReactNode, useState } from "react";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { isRangeClick, toggleRange } from "./range-selection.ts";

const NONE: ReadonlySet<string> = new Set();

type SelectionState = { listKey: string; ids: ReadonlySet<string>; lastToggled?: string };

/** The selected rows of a list. Another list, such as other filters, starts without a selection. */
export function useRowSelection(listKey: string) {
  const [state, setState] = useState<SelectionState>({ listKey, ids: NONE });
  const { ids, lastToggled } = state.listKey === listKey ? state : { ids: NONE };
  const select = (next: Iterable<string>) => setState({ listKey, ids: new Set(next) });
  /** Toggles the row, and with a list also those from the last toggled one to it. */
  const toggle = (id: string, listed?: readonly string[]) =>
    setState({ listKey, ids: toggleRange(ids, listed ?? [], lastToggled, id), lastToggled: id });
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
