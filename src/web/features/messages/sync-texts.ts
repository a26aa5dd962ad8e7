import type { MessageType } from "#contract/messages.ts";
import type { SyncSettings } from "#lib/airtable-sync.ts";
import { SYNC_FAILURES } from "#lib/sync-texts.ts";

export const SYNC: Record<MessageType, SyncSettings> = {
  icebreaker: { ...SYNC_FAILURES, done: { title: "Sync Voltooid" } },
  followup: { ...SYNC_FAILURES, done: { title: "Synchronisatie Voltooid" } },
};
