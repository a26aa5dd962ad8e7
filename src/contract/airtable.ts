import { z } from "zod";
import { recordId } from "./field-schemas.ts";
import { companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

/** The tables that are kept in step with a company's base, in the order in which they depend on each other. */
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

/** How a record stands between us and Airtable. */
export const SYNC_STATES = ["synced", "pending", "conflict", "error"] as const;
export const syncState = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncState>;

const runStatus = z.enum(["queued", "running", "succeeded", "failed"]);

export const tableProgress = z.object({
  table: syncedTable,
  seen: z.number(),
  changed: z.number(),
  pushed: z.number(),
  conflicts: z.number(),
  errors: z.number(),
});
export type TableProgress = z.infer<typeof tableProgress>;

export const syncRun = z.object({
  runId: z.string(),
  status: runStatus,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  message: z.string().nullable(),
  tables: z.array(tableProgress),
});
export type SyncRun = z.infer<typeof syncRun>;

export const startedSync = z.object({ runId: z.string(), status: runStatus, message: z.string() });
export type StartedSync = z.infer<typeof startedSync>;

/** Nothing chosen is everything. */
export const syncRequest = z.strictObject({ tables: z.array(syncedTable).min(1).max(SYNCED_TABLES.length).optional() });
export type SyncRequest = z.infer<typeof syncRequest>;

/** A value as a field holds it: times as ISO text. */
export const syncValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const record = {
  table: syncedTable,
  recordId: z.string(),
  recordName: z.string(),
};

export const syncConflict = z.object({
  id: z.string(),
  ...record,
  /** Null when it is about the record as a whole: it is gone in Airtable and was changed here. */
  field: z.string().nullable(),
  fieldName: z.string().nullable(),
  kind: z.enum(["changed", "overwritten", "deleted"]),
  agreed: syncValue,
  ours: syncValue,
  theirs: syncValue,
  foundAt: z.iso.datetime(),
  /** Of these very values: whoever chooses says which they saw. */
  version: z.string(),
});
export type SyncConflict = z.infer<typeof syncConflict>;

/** A record that Airtable or the product refuses for good, until somebody looks. */
export const parkedRecord = z.object({ ...record, reason: z.string(), since: z.iso.datetime() });
export type ParkedRecord = z.infer<typeof parkedRecord>;

/** A record of somebody who was erased that is still in Airtable. Of whom it is nobody knows any more. */
export const refusedErasure = z.object({
  table: syncedTable,
  /** Airtable's own. */
  recordId: z.string(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  reason: z.string(),
});
export type RefusedErasure = z.infer<typeof refusedErasure>;

export const syncStatus = z.object({
  connected: z.boolean(),
  lastRun: syncRun.nullable(),
  nextRunAt: z.iso.datetime().nullable(),
  intervalMinutes: z.number(),
  requestsLastRun: z.number(),
  requestsThisMonth: z.number(),
  /** Whether changes come by Airtable's change feed; without it they are looked for. */
  hasChangeFeed: z.boolean(),
  tables: z.array(
    z.object({
      table: syncedTable,
      rows: z.number(),
      pending: z.number(),
      suspendedReason: z.string().nullable(),
      lastReadAt: z.iso.datetime().nullable(),
    }),
  ),
  /** The first hundred of each; the totals count all. */
  conflicts: z.array(syncConflict),
  totalConflicts: z.number(),
  parked: z.array(parkedRecord),
  totalParked: z.number(),
  erasures: z.array(refusedErasure),
  totalErasures: z.number(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

/** How a company's synchronisation is doing, for whoever runs the platform: nothing of what is in it. */
export const syncHealth = z.object({
  companyId: z.string(),
  isRunning: z.boolean(),
  lastEndedAt: z.iso.datetime().nullable(),
  /** Why the last one failed; null when it went well. */
  problem: z.string().nullable(),
  nextRunAt: z.iso.datetime().nullable(),
});
export type SyncHealth = z.infer<typeof syncHealth>;

export const conflictChoice = z.strictObject({
  choice: z.enum(["ours", "theirs"]),
  /** Absent: whatever the values are now. */
  version: z.string().max(100).optional(),
});
export type ConflictChoice = z.infer<typeof conflictChoice>;

const message = z.object({ message: z.string() });

export const airtableRoutes = defineRoutes({
  sync: {
    method: "POST",
    path: "/api/sync-airtable",
    summary: "Synchronise with Airtable, or join a run under way",
    access: everyRole,
    body: syncRequest,
    answer: startedSync,
    status: 202,
  },
  run: {
    method: "GET",
    path: "/api/sync-airtable/{runId}",
    summary: "How far a run is",
    access: everyRole,
    params: z.object({ runId: recordId }),
    answer: syncRun,
  },
  status: {
    method: "GET",
    path: "/api/sync",
    summary: "How the company stands with Airtable: runs, tables, conflicts, parked records, refused erasures",
    access: companyAdministration,
    answer: syncStatus,
  },
  retry: {
    method: "POST",
    path: "/api/sync/parked/{table}/{recordId}/retry",
    summary: "Try a parked record again",
    access: companyAdministration,
    params: z.object({ table: syncedTable, recordId }),
    answer: message,
  },
  retryErasures: {
    method: "POST",
    path: "/api/sync/erasures/retry",
    summary: "Try again to erase from Airtable what it refused to let go",
    access: companyAdministration,
    answer: message,
  },
  choose: {
    method: "POST",
    path: "/api/sync/conflicts/{id}/choose",
    summary: "End a conflict by choosing a side",
    access: companyAdministration,
    params: z.object({ id: recordId }),
    body: conflictChoice,
    answer: message,
  },
  health: {
    method: "GET",
    path: "/admin/api/sync",
    summary: "How the synchronisation of every connected company is doing",
    access: platformAdministration,
    answer: z.array(syncHealth),
  },
});
