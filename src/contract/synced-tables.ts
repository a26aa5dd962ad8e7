import { z } from "zod";

/** The synchronised tables, in the order of their dependencies. */
export const SYNCED_TABLES = [
  "leads",
  "messages",
  "adjustments",
  "queue",
  "meetings",
  "prompts",
  "invitations",
] as const;
export const syncedTable = z.enum(SYNCED_TABLES);
export type SyncedTable = z.infer<typeof syncedTable>;

/** The Dutch name of each table, for users. */
export const TABLE_NAMES: Record<SyncedTable, string> = {
  leads: "Leads",
  messages: "Berichten",
  adjustments: "Aanpassingen",
  queue: "Wachtrij",
  meetings: "Meetings",
  prompts: "Prompts",
  invitations: "Uitnodigingen",
};

/** The sync state of a row as screens show it. One that is left out or was deleted in Airtable shows as synced. */
export const SYNC_STATES = ["synced", "pending", "conflict", "error"] as const;
export const syncState = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncState>;
