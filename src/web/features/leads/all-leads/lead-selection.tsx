import { useState } from "react";
import type { Lead } from "#contract/leads.ts";
import { Checkbox } from "#ui/field/checkbox.tsx";
import { leadName } from "../detail/lead-details.tsx";
import type { SelectionBoxes } from "../lead-table.tsx";

const NONE: ReadonlySet<string> = new Set();

/** The selected leads. Another list, such as other filters, starts without a selection. */
export function useLeadSelection(listKey: string) {
  const [state, setState] = useState({ listKey, ids: NONE });
  const ids = state.listKey === listKey ? state.ids : NONE;
  const select = (next: Iterable<string>) => setState({ listKey, ids: new Set(next) });
  const toggle = (id: string) => select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);
  return { ids, select, toggle, clear: () => select([]) };
}

export type LeadSelection = ReturnType<typeof useLeadSelection>;

/** The props of a button that does something with the selected leads. */
export type BulkActionProps = {
  ids: readonly string[];
  /** Clears the selection. */
  onDone: () => void;
};

/** Checkboxes in the first column: one for each lead, and one in the header for all loaded leads. */
export const selectionBoxes = ({ ids, select, toggle }: LeadSelection, leads: readonly Lead[]): SelectionBoxes => {
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
        aria-label={`Selecteer ${leadName(lead)}`}
        checked={ids.has(lead.id)}
        onCheckedChange={() => toggle(lead.id)}
        className="mr-1"
      />
    ),
  };
};
