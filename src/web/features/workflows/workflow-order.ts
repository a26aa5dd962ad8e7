import { WORKFLOW_IDS, type WorkflowId } from "#contract/workflows.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";

const ORDER_KEY = "workflow-order";

/** Parses the stored order. Unknown ids are dropped; missing ids are appended in the default order. */
export const parseOrder = (text: string | null): WorkflowId[] => {
  const named = (text ?? "").split(",");
  const known = named.flatMap((name) => WORKFLOW_IDS.find((id) => id === name) ?? []);
  return [...new Set([...known, ...WORKFLOW_IDS])];
};

export const readOrder = (): WorkflowId[] => parseOrder(readStored(ORDER_KEY));

export const saveOrder = (order: readonly WorkflowId[]): void => writeStored(ORDER_KEY, order.join(","));

/** A copy of the list with one item moved. */
export const moveItem = <Item>(items: readonly Item[], from: number, to: number): Item[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
};
