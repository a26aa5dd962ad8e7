import type { MessageType } from "../../../contract/messages.ts";
import type { SyncSettings } from "../../lib/airtable-sync.ts";

const SHARED = {
  unreachable: {
    title: "Sync Fout",
    description: "Kon niet synchroniseren met Airtable. Controleer je verbinding.",
  },
  failed: { title: "Sync Fout", description: "Er is een fout opgetreden bij het synchroniseren met Airtable." },
};

export const SYNC: Record<MessageType, SyncSettings> = {
  icebreaker: { ...SHARED, done: { title: "Sync Voltooid" } },
  followup: { ...SHARED, done: { title: "Synchronisatie Voltooid" } },
};
