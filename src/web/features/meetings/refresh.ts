import type { SyncSettings } from "#lib/airtable-sync.ts";

const FAILED = { title: "Fout", description: "Kon de meetings niet verversen. Probeer het opnieuw." };

export const REFRESH: SyncSettings = {
  tables: ["meetings"],
  done: { title: "Data ververst", description: "Alle meeting gegevens zijn bijgewerkt vanuit Airtable." },
  unreachable: FAILED,
  failed: FAILED,
  lingerMs: 500,
};
