import { useState } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";

/** Which cards are ticked. One that has been dealt with meanwhile no longer counts. */
export function useSelection(messages: readonly Message[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = messages.filter(({ id, status }) => ticked.has(id) && isOpen(status)).map(({ id }) => id);
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return {
    selected,
    isSelected: (id: string) => selected.includes(id),
    toggle,
    selectAll: () => setTicked(new Set(messages.filter(({ status }) => isOpen(status)).map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  };
}
