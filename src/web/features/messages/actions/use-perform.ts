import { useState } from "react";
import type { MessageAction } from "./message-action.ts";
import { useMessageActions } from "./use-message-actions.ts";

const DECISIONS: readonly MessageAction["kind"][] = ["approve", "cancel", "send", "approveSelected", "cancelSelected"];

/** Queues a message that was approved in Airtable: nothing was open. */
const onlyQueues = (action: MessageAction) => action.kind === "approve" && action.message.notQueued !== null;

const isDecision = (action: MessageAction) => DECISIONS.includes(action.kind) && !onlyQueues(action);

const idsOf = (action: MessageAction) => ("message" in action ? [action.message.id] : action.ids);

/** The messages about which the user has decided since the screen was opened. */
function useDecided() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const add = (decided: readonly string[]) => setIds((known) => new Set([...known, ...decided]));
  const remove = (undecided: readonly string[]) =>
    setIds((known) => new Set([...known].filter((id) => !undecided.includes(id))));
  return { count: ids.size, add, remove };
}

/** Performs actions and counts on how many messages the user has decided. */
export function usePerform(onUndone: (action: MessageAction) => void) {
  const decided = useDecided();
  const performAction = useMessageActions((undone) => {
    decided.remove(idsOf(undone));
    onUndone(undone);
  });
  /** False when the action failed. */
  const perform = async (action: MessageAction): Promise<boolean> => {
    if (isDecision(action)) decided.add(idsOf(action));
    const result = await performAction(action);
    const isUndecided = !result || action.kind === "undo";
    decided.remove(isUndecided ? idsOf(action) : (result.refused ?? []).map(({ id }) => id));
    return result !== undefined;
  };
  return { perform, decidedCount: decided.count };
}
