import { mayBeContacted } from "#contract/classification.ts";
import { cancelWaiting } from "#server/features/queue/queue.service.ts";
import { hideLeads, insertClassChanges } from "./rules.queries.ts";
import { changed, type RowChange, type TableRules } from "./table-rules.ts";

/** When a value was set, as far as Airtable tells: the last change of the record as a whole. */
const setAt = (change: RowChange, column: string, moment: string): unknown => {
  const { before, after, at } = change;
  if ((after[column] ?? null) === null) return null;
  return before === null || changed(change, column) ? at : before[moment];
};

const classChanges = (changes: readonly RowChange[]) =>
  changes
    .filter((change) => changed(change, "classification"))
    .map(({ before, after, at }) => ({
      leadId: after.id,
      previous: before?.["classification"] ?? null,
      chosen: after["classification"] as string | null,
      at,
    }));

export const leadRules: TableRules = {
  columns: { rated_at: null, classified_at: null },
  derive: (change) => ({
    rated_at: setAt(change, "lead_rating", "rated_at"),
    classified_at: setAt(change, "classification", "classified_at"),
  }),
  follow: async (scope, changes, needs) => {
    const reclassified = classChanges(changes);
    if (reclassified.length === 0) return;
    await insertClassChanges(scope, reclassified);
    const closed = reclassified.filter(({ chosen }) => !mayBeContacted(chosen)).map(({ leadId }) => leadId);
    if (closed.length > 0) await cancelWaiting(needs, scope, { leadIds: closed });
  },
  remove: async (scope, ids, at, needs) => {
    await hideLeads(scope, ids, at);
    await cancelWaiting(needs, scope, { leadIds: ids });
  },
};
