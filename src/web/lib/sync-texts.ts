import type { SyncSettings } from "./airtable-sync.ts";

/** What "Sync Airtable" says when it does not work, wherever it stands. */
export const SYNC_FAILURES: Pick<SyncSettings, "unreachable" | "failed"> = {
  unreachable: {
    title: "Sync Fout",
    description: "Kon niet synchroniseren met Airtable. Controleer je verbinding.",
  },
  failed: { title: "Sync Fout", description: "Er is een fout opgetreden bij het synchroniseren met Airtable." },
};
