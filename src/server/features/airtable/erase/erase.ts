import { SYNCED_TABLES } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { MOST_WRITES } from "../client/client.ts";
import { type AirtableProblem, isProblem } from "../client/problems.ts";
import type { Layout } from "../mapping/layout.ts";
import { keep, layoutOf, type Turn } from "../turn/turn.ts";
import { dropErasures, findErasures, parkErasure, retryErasures } from "./erase.queries.ts";

/** What the refusal of a change says does not fit: nothing can be written differently here. */
const explain = ({ detail }: AirtableProblem): string =>
  `Airtable weigert dit record te wissen: ${detail.reason} Wis het in Airtable zelf, of neem weg wat in de weg staat en probeer het opnieuw.`;

/** Whoever looks at what is still to be erased sees that it changed. */
const settle = (turn: Turn, work: (scope: Scope) => Promise<unknown>): Promise<void> =>
  keep(turn, async (scope) => {
    await work(scope);
    await turn.platform.events.publish(scope.db, scope.companyId, { topic: "sync" });
  });

/** Until each of them is gone there, whoever took it away, or has a reason why it is not. */
const erase = async (turn: Turn, layout: Layout, recordIds: readonly string[]): Promise<void> => {
  const { table, tableId } = layout;
  try {
    await turn.client.remove(tableId, recordIds);
  } catch (error) {
    if (!isProblem(error, "rejected", "record_gone")) throw error;
    if (recordIds.length > 1) {
      for (const id of recordIds) await erase(turn, layout, [id]);
      return;
    }
    const [id = ""] = recordIds;
    if (error.kind === "rejected") {
      await settle(turn, (scope) => parkErasure(scope, table, id, explain(error)));
      return;
    }
  }
  await settle(turn, (scope) => dropErasures(scope, table, recordIds));
};

/** Before anything is read: what is to disappear must not come in once more. */
export const eraseAll = async (turn: Turn): Promise<void> => {
  if (turn.runId) await keep(turn, retryErasures);
  for (const table of SYNCED_TABLES) {
    const layout = layoutOf(turn, table);
    if (!layout) continue;
    for (;;) {
      const recordIds = await findErasures(turn.scope, table, MOST_WRITES);
      if (recordIds.length === 0) break;
      await erase(turn, layout, recordIds);
      turn.checkTime();
    }
  }
};
