import type { SyncSettings } from "#lib/airtable-sync.ts";

const FAILED = { title: "Fout", description: "Kon prompts niet vernieuwen" };

export const REFRESH: SyncSettings = {
  tables: ["prompts"],
  done: { title: "Gelukt", description: "Prompts zijn vernieuwd" },
  unreachable: FAILED,
  failed: FAILED,
  lingerMs: 500,
};
