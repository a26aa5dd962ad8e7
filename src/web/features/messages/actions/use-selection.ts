import { useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";

/** The selected cards. A message that is no longer open drops out of the selection. */
export function useSelection(messages: readonly Message[]) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const selected = messages.filter(({ id, status }) => selectedIds.has(id) && isOpen(status)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  return {
    selected,
    isSelected: (id: string) => selected.includes(id),
    toggle,
    selectAll: () => setSelectedIds(new Set(messages.filter(({ status }) => isOpen(status)).map(({ id }) => id))),
    clear: () => setSelectedIds(new Set()),
  };
}
