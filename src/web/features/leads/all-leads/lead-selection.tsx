import { type MouseEvent, useState } from "react";
import type { Lead } from "#contract/leads.ts";
import { isRangeClick, toggleRange } from "#lib/lists/range-selection.ts";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { leadName } from "../detail/lead-details.tsx";
import type { SelectionBoxes } from "../lead-table.tsx";

const NONE: ReadonlySet<string> = new Set();

/** The selected leads. Another list, such as other filters, starts without a selection. */
export function useLeadSelection(listKey: string) {
  const [state, setState] = useState<SelectionState>({ listKey, ids: NONE });
  const { ids, lastToggled } = state.listKey === listKey ? state : { ids: NONE };
  const select = (next: Iterable<string>) => setState({ listKey, ids: new Set(next) });
  /** Toggles the lead, and with a list also those from the last toggled one to it. */
  const toggle = (id: string, listed?: readonly string[]) =>
    setState({ listKey, ids: toggleRange(ids, listed ?? [], lastToggled, id), lastToggled: id });
  return { ids, select, toggle, clear: () => select([]) };
}

type SelectionState = { listKey: string; ids: ReadonlySet<string>; lastToggled?: string };

export type LeadSelection = ReturnType<typeof useLeadSelection>;

/** The props of a button that does something with the selected leads. */
export type BulkActionProps = {
  ids: readonly string[];
  /** Clears the selection. */
  onDone: () => void;
};

/**
 * Checkboxes in the first column: one for each lead, and one in the header for all loaded leads.
 * With Shift, a click also selects the leads between this one and the last.
 */
export const selectionBoxes = ({ ids, select, toggle }: LeadSelection, leads: readonly Lead[]): SelectionBoxes => {
  const onClick = (lead: Lead, event: MouseEvent) =>
    toggle(lead.id, isRangeClick(event) ? leads.map(({ id }) => id) : undefined);
  const isAll = ids.size > 0 && leads.every(({ id }) => ids.has(id));
  return {
    all: (
      <Checkbox
        aria-label="Selecteer alle geladen leads"
        checked={isAll || (ids.size > 0 && "indeterminate")}
        onCheckedChange={() => select(isAll ? [] : leads.map(({ id }) => id))}
        className="mr-2.5"
      />
    ),
    one: (lead) => (
      <Checkbox
        data-selects-range
        aria-label={`Selecteer ${leadName(lead)}`}
        checked={ids.has(lead.id)}
        onClick={(event) => onClick(lead, event)}
        className="mr-1"
      />
    ),
  };
};
