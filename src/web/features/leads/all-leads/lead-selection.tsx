import type { Lead } from "#contract/leads.ts";
import { type RowSelection, type SelectionBoxes, selectionBoxes } from "#lib/lists/row-selection.tsx";
import { leadName } from "../detail/lead-details.tsx";

/** The props of a button that does something with the selected leads. */
export type BulkActionProps = {
  ids: readonly string[];
  /** Selects what is left: more than can be changed at once, or nothing. */
  onDone: () => void;
};

export const leadBoxes = (selection: RowSelection, leads: readonly Lead[]): SelectionBoxes<Lead> =>
  selectionBoxes(selection, leads, { allLabel: "Selecteer alle geladen leads", nameOf: leadName });
