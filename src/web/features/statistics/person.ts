import { type MessageStats, TO_APPROVE } from "#contract/statistics.ts";

/** Whom the company follows in its figures, as the name of the field says, and what waits for them. */
export const findPerson = (stats: MessageStats): { name: string; toApprove: number } => {
  const [field = TO_APPROVE, toApprove = 0] = Object.entries(stats).find(([name]) => name.startsWith(TO_APPROVE)) ?? [];
  return { name: field.slice(TO_APPROVE.length), toApprove };
};
