import { z } from "zod";
import { rowId } from "./field-schemas.ts";
import { syncedTable } from "./synced-tables.ts";

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
  /** Who made the change on each side, and when. Null when it is not known. */
  oursBy: z.string().nullable(),
  oursAt: z.iso.datetime().nullable(),
  theirsBy: z.string().nullable(),
  theirsAt: z.iso.datetime().nullable(),
  /** Whether the user may write a merged text. */
  isText: z.boolean(),
  /** The text was approved and waits in the queue: with another text than ours the approval is withdrawn. */
  isApproved: z.boolean(),
  /** False when the value in Airtable cannot be stored here, such as an unknown choice. */
  isTheirsReadable: z.boolean(),
  airtableUrl: z.string().nullable(),
  /** A choice is refused when its version is not this one: the values have changed since the user saw them. */
  version: z.string(),
});
export type SyncConflict = z.infer<typeof syncConflict>;

/** A record that failed permanently and waits for a user. */
export const parkedRecord = z.object({
  ...record,
  reason: z.string(),
  since: z.iso.datetime(),
  /** It only waits for one of the missing choices. */
  lacksChoice: z.boolean(),
  /** Airtable has a choice that is not mapped to a value of ours. */
  hasUnmappedChoice: z.boolean(),
  /** The lead that it is or belongs to. */
  leadId: z.string().nullable(),
  airtableUrl: z.string().nullable(),
});
export type ParkedRecord = z.infer<typeof parkedRecord>;

const choice = { table: syncedTable, field: z.string().min(1).max(100), value: z.string().min(1).max(1_000) };
export const choiceToAdd = z.strictObject(choice);

/** A value of ours for which a select field in Airtable has no choice: the edits that set it are parked. */
export const missingChoice = z.object({
  ...choice,
  fieldName: z.string(),
  /** The number of records that wait for it. */
  count: z.number(),
  since: z.iso.datetime(),
});
export type MissingChoice = z.infer<typeof missingChoice>;

/** A record of an erased person that is still in Airtable. The person is no longer known here. */
export const refusedErasure = z.object({
  table: syncedTable,
  /** The id in Airtable. */
  recordId: z.string(),
  askedBy: z.string(),
  askedAt: z.iso.datetime(),
  reason: z.string(),
  /** In a base that is not connected any more: only a user can delete it there. */
  isInFormerBase: z.boolean(),
  /** Its address in that base. */
  formerUrl: z.string().nullable(),
});
export type RefusedErasure = z.infer<typeof refusedErasure>;

/** So many records of a table were deleted in Airtable at once that a company admin decides what happens here. */
export const heldDeletions = z.object({
  table: syncedTable,
  count: z.number(),
  /** All records of the table, the deleted ones included. */
  total: z.number(),
  since: z.iso.datetime(),
  /** The names of the deleted records, up to 500. */
  names: z.array(z.string()),
});
export type HeldDeletions = z.infer<typeof heldDeletions>;

export const deletionChoice = z.strictObject({
  /** delete: here too. recreate: create the records in Airtable again. */
  choice: z.enum(["delete", "recreate"]),
  /** The number that the user saw. */
  count: z.number().int().positive(),
});
export type DeletionChoice = z.infer<typeof deletionChoice>;

export const conflictPage = z.object({ conflicts: z.array(syncConflict), total: z.number() });

export const conflictChoice = z.strictObject({
  choice: z.enum(["ours", "theirs", "merged"]),
  /** The text that a user has made of both, with the choice "merged". */
  value: z.string().max(100_000).optional(),
  /** Without it, the current values are chosen. */
  version: z.string().max(100).optional(),
});
export type ConflictChoice = z.infer<typeof conflictChoice>;

/** The same choice for several conflicts. One that has changed since it was shown stays open. */
export const bulkChoice = z.strictObject({
  choice: z.enum(["ours", "theirs"]),
  conflicts: z
    .array(z.strictObject({ id: rowId, version: z.string().max(100) }))
    .min(1)
    .max(100),
});
export type BulkChoice = z.infer<typeof bulkChoice>;

/** Without an address when the record is not in Airtable (yet). */
export const syncedRecord = z.object({ isSynced: z.boolean(), airtableUrl: z.string().nullable() });
export type SyncedRecord = z.infer<typeof syncedRecord>;

/**
 * What happened to a value, or to the whole record: created, deleted, or created again or restored afterwards. Of a replaced HTML text
 * the values are not known.
 */
export const HISTORY_KINDS = ["changed", "replaced", "created", "deleted", "recreated"] as const;

/** What the sync has changed in a record, newest first. */
export const recordHistory = z.object({
  recordName: z.string(),
  airtableUrl: z.string().nullable(),
  changes: z.array(
    z.object({
      at: z.iso.datetime(),
      side: z.enum(["here", "airtable"]),
      author: z.string(),
      kind: z.enum(HISTORY_KINDS),
      /** Empty when it is about the whole record. */
      field: z.string(),
      fieldName: z.string(),
      before: syncValue,
      after: syncValue,
      /** Not written to Airtable yet. */
      isPending: z.boolean(),
    }),
  ),
});
export type RecordHistory = z.infer<typeof recordHistory>;
