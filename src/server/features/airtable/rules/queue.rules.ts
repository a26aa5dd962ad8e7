import { cancelQueueItems } from "./rules.queries.ts";
import { changed, type TableRules } from "./table-rules.ts";

const HELD_WHILE_SENDING = ["status", "text", "date_sent"];

export const queueRules: TableRules = {
  columns: { problem: null },
  // What is going out at this moment cannot be called back. How it ends is ours to tell, and beats what Airtable says now.
  stance: ({ status }, field) => (status === "SENDING" && HELD_WHILE_SENDING.includes(field) ? "held" : undefined),
  derive: (change) => (changed(change, "status") && change.after["status"] === "QUEUED" ? { problem: null } : {}),
  remove: cancelQueueItems,
};
