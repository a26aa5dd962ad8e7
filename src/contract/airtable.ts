import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import { companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

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

/** The sync state of a record. */
export const SYNC_STATES = ["synced", "pending", "conflict", "error"] as const;
export const syncState = z.enum(SYNC_STATES);
export type SyncState = z.infer<typeof syncState>;

const runStatus = z.enum(["queued", "running", "succeeded", "partial", "failed"]);

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

export const startedSync = z.object({
  /** Null with `follow` where the company has no Airtable: there is nothing to read. */
  runId: z.string().nullable(),
  status: runStatus,
  message: z.string(),
});
export type StartedSync = z.infer<typeof startedSync>;

export const syncRequest = z.strictObject({
  /** Without tables, all are synchronised. */
  tables: z.array(syncedTable).min(1).max(SYNCED_TABLES.length).optional(),
  /** Keeps polling the base for a while after the run: the user waits for changes that are still being made there. */
  follow: z.boolean().optional(),
});
export type SyncRequest = z.infer<typeof syncRequest>;

/** Times are ISO strings. */
export const syncValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const record = {
  table: syncedTable,
  /** The id of the row in our database, not of the record in Airtable. */
  recordId: z.string(),
  recordName: z.string(),
};

export const syncConflict = z.object({
  id: z.string(),
  ...record,
  /** Null when it is about the whole record: deleted in Airtable and changed here. */
  field: z.string().nullable(),
  fieldName: z.string().nullable(),
  kind: z.enum(["changed", "overwritten", "deleted"]),
  base: syncValue,
  ours: syncValue,
  theirs: syncValue,
  foundAt: z.iso.datetime(),
  /** Identifies these values: a choice names the version that the user saw. */
  version: z.string(),
});
export type SyncConflict = z.infer<typeof syncConflict>;

/** A record that failed permanently and waits for a user. */
export const parkedRecord = z.object({ ...record, reason: z.string(), since: z.iso.datetime() });
export type ParkedRecord = z.infer<typeof parkedRecord>;

/** A record of an erased person that is still in Airtable. The person is no longer known here. */
export const refusedErasure = z.object({
  table: syncedTable,
  /** The id in Airtable. */
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
  /** Whether changes arrive through Airtable's webhooks; otherwise the tables are scanned. */
  hasChangeFeed: z.boolean(),
  tables: z.array(
    z.object({
      table: syncedTable,
      rows: z.number(),
      pending: z.number(),
      suspendedReason: z.string().nullable(),
      /** Why fields of the table are left out. */
      fieldProblems: z.array(z.string()),
      lastReadAt: z.iso.datetime().nullable(),
    }),
  ),
  /** The first hundred of each; the totals are complete. */
  conflicts: z.array(syncConflict),
  totalConflicts: z.number(),
  parked: z.array(parkedRecord),
  totalParked: z.number(),
  erasures: z.array(refusedErasure),
  totalErasures: z.number(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

/** The health of a company's synchronisation for the platform's admins, without any of its data. */
export const syncHealth = z.object({
  companyId: z.string(),
  isRunning: z.boolean(),
  lastEndedAt: z.iso.datetime().nullable(),
  /** Why the last run failed; null when it succeeded. */
  problem: z.string().nullable(),
  nextRunAt: z.iso.datetime().nullable(),
});
export type SyncHealth = z.infer<typeof syncHealth>;

export const conflictChoice = z.strictObject({
  choice: z.enum(["ours", "theirs"]),
  /** Without it, the current values are chosen. */
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
    response: startedSync,
    status: 202,
  },
  run: {
    method: "GET",
    path: "/api/sync-airtable/{runId}",
    summary: "The progress of a run",
    access: everyRole,
    params: z.object({ runId: rowId }),
    response: syncRun,
  },
  status: {
    method: "GET",
    path: "/api/sync",
    summary: "The company's sync status: runs, tables, conflicts, parked records, refused erasures",
    access: companyAdministration,
    response: syncStatus,
  },
  retry: {
    method: "POST",
    path: "/api/sync/parked/{table}/{recordId}/retry",
    summary: "Try a parked record again",
    access: companyAdministration,
    params: z.object({ table: syncedTable, recordId: rowId }),
    response: message,
  },
  retryErasures: {
    method: "POST",
    path: "/api/sync/erasures/retry",
    summary: "Retry the deletions that Airtable refused",
    access: companyAdministration,
    response: message,
  },
  choose: {
    method: "POST",
    path: "/api/sync/conflicts/{id}/choose",
    summary: "Resolve a conflict by choosing a value",
    access: companyAdministration,
    params: z.object({ id: rowId }),
    body: conflictChoice,
    response: message,
  },
  health: {
    method: "GET",
    path: "/admin/api/sync",
    summary: "The sync health of every connected company",
    access: platformAdministration,
    response: z.array(syncHealth),
  },
});
