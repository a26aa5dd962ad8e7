import { followDelivery } from "#server/features/messages/messages.service.ts";
import { cancelQueueItems } from "./rules.queries.ts";
import { changed, type RowChange, type TableRules } from "./table-rules.ts";

const HELD_WHILE_SENDING = ["status", "text", "date_sent"];
const NOT_SENT =
  "Volgens Airtable is dit bericht niet verstuurd. Kijk daar na waarom, en verstuur het opnieuw of annuleer het.";

/** The company's own automation sends from its base: what it writes there is what became of the delivery. */
const OUTCOMES = { SENT: "accepted", ERROR: "refused" } as const;
const outcomeOf = ({ after }: RowChange) => OUTCOMES[String(after["status"]) as keyof typeof OUTCOMES];

export const queueRules: TableRules = {
  columns: { problem: null },
  // What is going out at this moment cannot be called back. How it ends is ours to tell, and beats what Airtable says now.
  stance: ({ status }, field) => (status === "SENDING" && HELD_WHILE_SENDING.includes(field) ? "held" : undefined),
  derive: (change) =>
    changed(change, "status") ? { problem: change.after["status"] === "ERROR" ? NOT_SENT : null } : {},
  follow: async (scope, changes, needs) => {
    for (const change of changes.filter((one) => changed(one, "status"))) {
      const { message_id: messageId } = change.after;
      const outcome = outcomeOf(change);
      if (outcome && typeof messageId === "string") await followDelivery(needs, scope, messageId, outcome);
    }
  },
  remove: cancelQueueItems,
};
