import { z } from "zod";
import { idOrNil, rowId } from "./field-schemas.ts";
import { syncPauseRequest, syncSettings } from "./integration-forms.ts";
import { anyone, companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import {
  bulkChoice,
  choiceToAdd,
  conflictChoice,
  conflictPage,
  deletionChoice,
  heldDeletions,
  missingChoice,
  parkedRecord,
  recordHistory,
  refusedErasure,
  syncConflict,
  syncedRecord,
} from "./sync-questions.ts";
import { tableRepairs } from "./sync-repairs.ts";
import { SYNCED_TABLES, syncedTable } from "./synced-tables.ts";

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
  /** How many records the run reads; null when it is not known, as in the first run. */
  total: z.number().nullable(),
  secondsLeft: z.number().nullable(),
  /** While the run is running. */
  elapsedSeconds: z.number().nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

export const startedSync = z.object({
  /** Null only if `follow` was set and the company has no Airtable. */
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

/** No sync reads from or writes to Airtable. DO NOT SEND and the mapping still do. */
export const syncPause = z.object({ since: z.iso.datetime(), by: z.string(), reason: z.string() });
export type SyncPause = z.infer<typeof syncPause>;

/** What a company admin has to do before everything is synchronised: correct the base or token, or map tables and fields. */
export const setupStep = z.enum(["connection", "mapping"]);
export type SetupStep = z.infer<typeof setupStep>;

export const syncStatus = z.object({
  connected: z.boolean(),
  setupSteps: z.array(setupStep),
  paused: syncPause.nullable(),
  lastRun: syncRun.nullable(),
  nextRunAt: z.iso.datetime().nullable(),
  intervalMinutes: z.number(),
  requestsLastRun: z.number(),
  requestsThisMonth: z.number(),
  monthlyBudget: z.number(),
  /** Whether changes come from Airtable's change feed; otherwise each table is polled for them, and scanned every few hours. */
  hasChangeFeed: z.boolean(),
  /** Airtable notifies us of changes; otherwise the change feed is polled. */
  hasNotifications: z.boolean(),
  /** Airtable should notify us, but its notifications do not arrive. */
  areNotificationsMissing: z.boolean(),
  /** How often the change feed is polled while somebody has a screen open; less often when the budget runs low. */
  pollSeconds: z.number(),
  /** The last nightly comparison that could read all tables. */
  lastComparison: z.object({ at: z.iso.datetime(), repairs: z.array(tableRepairs) }).nullable(),
  tables: z.array(
    z.object({
      table: syncedTable,
      rows: z.number(),
      pending: z.number(),
      /** Of `pending`: those that were made here and cannot be created in Airtable, because App ID is not mapped. */
      withoutAppId: z.number(),
      suspendedReason: z.string().nullable(),
      /** The company left the table out of its mapping: edits in this product are not written to Airtable. */
      isLeftOut: z.boolean(),
      /** Why fields of the table are left out. */
      fieldProblems: z.array(z.string()),
      lastReadAt: z.iso.datetime().nullable(),
    }),
  ),
  /** At most a hundred conflicts, parked records and refused erasures; the totals count all. */
  conflicts: z.array(syncConflict),
  totalConflicts: z.number(),
  parked: z.array(parkedRecord),
  /** Each missing choice counts once, however many records wait only for it. */
  totalParked: z.number(),
  missingChoices: z.array(missingChoice),
  erasures: z.array(refusedErasure),
  totalErasures: z.number(),
  heldDeletions: z.array(heldDeletions),
});
export type SyncStatus = z.infer<typeof syncStatus>;

/** The health of a company's synchronisation for the platform's admins, without any of its data. */
export const syncHealth = z.object({
  companyId: z.string(),
  isRunning: z.boolean(),
  lastEndedAt: z.iso.datetime().nullable(),
  /** Why the last run failed; null when it succeeded. */
  problem: z.string().nullable(),
  /** The base has tables of its own that nobody has mapped yet, so nothing was ever read. */
  awaitsMapping: z.boolean(),
  /** Without the reason, which the company wrote for itself. */
  paused: syncPause.omit({ reason: true }).nullable(),
  nextRunAt: z.iso.datetime().nullable(),
});
export type SyncHealth = z.infer<typeof syncHealth>;

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
  retryParkedRecord: {
    method: "POST",
    path: "/api/sync/parked/{table}/{recordId}/retry",
    summary: "Try a parked record again",
    access: companyAdministration,
    params: z.object({ table: syncedTable, recordId: rowId }),
    response: message,
  },
  addSelectChoice: {
    method: "POST",
    path: "/api/sync/choices",
    summary: "Add a missing choice to a select field in Airtable, and write the edits that wait for it",
    access: companyAdministration,
    body: choiceToAdd,
    response: message,
  },
  retryErasures: {
    method: "POST",
    path: "/api/sync/erasures/retry",
    summary: "Retry the deletions that Airtable refused",
    access: companyAdministration,
    response: message,
  },
  endErasure: {
    method: "POST",
    path: "/api/sync/erasures/{table}/{recordId}/done",
    summary: "Confirm that a record of an erased person was deleted in a base that is not connected any more",
    access: companyAdministration,
    params: z.object({ table: syncedTable, recordId: z.string().min(1).max(50) }),
    response: message,
  },
  resolveConflict: {
    method: "POST",
    path: "/api/sync/conflicts/{id}/choose",
    summary: "Resolve a conflict by choosing a value",
    access: companyAdministration,
    params: z.object({ id: rowId }),
    body: conflictChoice,
    response: message,
  },
  conflicts: {
    method: "GET",
    path: "/api/sync/conflicts",
    summary: "A page of 25 open conflicts, newest first",
    access: companyAdministration,
    query: z.object({ page: z.coerce.number<string>().int().min(0).max(10_000).default(0) }),
    response: conflictPage,
  },
  resolveConflicts: {
    method: "POST",
    path: "/api/sync/conflicts/choose",
    summary: "Resolve several conflicts with the same choice",
    access: companyAdministration,
    body: bulkChoice,
    response: z.object({ resolved: z.number(), remaining: z.number() }),
  },
  record: {
    method: "GET",
    path: "/api/sync/records/{table}/{recordId}",
    summary: "Whether a row is synchronised, and the address of its record in Airtable",
    access: everyRole,
    params: z.object({ table: syncedTable, recordId: rowId }),
    response: syncedRecord,
  },
  history: {
    method: "GET",
    path: "/api/sync/records/{table}/{recordId}/history",
    summary: "What the synchronisation has changed in a record, and its address in Airtable",
    access: everyRole,
    params: z.object({ table: syncedTable, recordId: rowId }),
    response: recordHistory,
  },
  pause: {
    method: "POST",
    path: "/api/sync/pause",
    summary: "Pause the synchronisation",
    access: companyAdministration,
    body: syncPauseRequest,
    response: message,
  },
  resume: {
    method: "POST",
    path: "/api/sync/resume",
    summary: "Resume the synchronisation",
    access: companyAdministration,
    response: message,
  },
  changeSettings: {
    method: "PATCH",
    path: "/api/sync/settings",
    summary: "Change the monthly budget of requests to Airtable",
    access: companyAdministration,
    body: syncSettings,
    response: message,
  },
  receiveNotification: {
    method: "POST",
    path: "/api/airtable/notifications/{companyId}",
    summary: "A notification of Airtable that a base has changed, authenticated by its MAC",
    access: anyone,
    params: z.object({ companyId: idOrNil }),
    body: z.record(z.string(), z.unknown()),
    bodyLimit: 10_000,
    response: "nothing",
  },
  decideDeletions: {
    method: "POST",
    path: "/api/sync/deletions/{table}/choose",
    summary: "Decide what happens to records of a table of which many were deleted in Airtable",
    access: companyAdministration,
    params: z.object({ table: syncedTable }),
    body: deletionChoice,
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
