import { useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { toggleRange } from "#lib/lists/range-selection.ts";

type SelectionState = { ids: ReadonlySet<string>; lastToggled?: string };

/** The selected cards. A message that is no longer open drops out of the selection. */
export function useSelection(messages: readonly Message[]) {
  const [{ ids: selectedIds, lastToggled }, setState] = useState<SelectionState>({ ids: new Set() });
  const setSelectedIds = (ids: Iterable<string>) => setState({ ids: new Set(ids) });
  const openIds = messages.filter(({ status }) => isOpen(status)).map(({ id }) => id);
  const selected = openIds.filter((id) => selectedIds.has(id));
  /** Toggles the message, or as a range also those from the last toggled one to it. */
  const toggle = (id: string, isRange: boolean) =>
    setState({ ids: toggleRange(selectedIds, isRange ? openIds : [], lastToggled, id), lastToggled: id });
  return {
    selected,
    isSelected: (id: string) => selected.includes(id),
    toggle,
    selectAll: () => setSelectedIds(openIds),
    clear: () => setSelectedIds([]),
  };
}
