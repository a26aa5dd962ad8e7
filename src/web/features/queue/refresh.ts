import type { SyncSettings } from "#lib/airtable-sync.ts";

const FAILED = { title: "Fout", description: "Kon Airtable niet verversen. Probeer het opnieuw." };

/** Both screens show the same table. */
export const REFRESH: SyncSettings = {
  tables: ["queue"],
  done: { title: "Airtable Ververst", description: "De berichten zijn opnieuw opgehaald uit Airtable." },
  unreachable: FAILED,
  failed: FAILED,
  lingerMs: 500,
};
