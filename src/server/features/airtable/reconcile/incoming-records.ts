import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { insertErasures } from "../push/erasures.queries.ts";
import { findLinksToErased } from "./links.ts";
import { findErasedIds, findIdsWithRecord, findRecords, type KnownRecord } from "./records.queries.ts";
import { parseValues, type RemoteRecord, type RemoteValues, type ReportedRecords } from "./remote-record.ts";
import { findExistingIds, generateIds } from "./rows.queries.ts";

export interface IncomingRecord {
  remote: RemoteRecord;
  values: RemoteValues;
  known: KnownRecord | undefined;
}

// Sanitizing HTML reports takes long, and the process may be serving requests as well.
const RECORDS_BETWEEN_YIELDS = 10;

/**
 * Parses the records. Skips those of an erased person, and those with an unchanged fingerprint, unless they must be reread or the
 * caller includes them. A read before a write may have found a conflict before the change feed reports who changed the record and
 * when: that is stored too.
 */
export const parseIncoming = async (
  scope: Scope,
  layout: TableLayout,
  remotes: readonly RemoteRecord[],
  { includeUnchanged, reported }: { includeUnchanged: boolean; reported: ReportedRecords },
): Promise<IncomingRecord[]> => {
  const records = await findRecords(
    scope,
    layout.table,
    remotes.map(({ recordId }) => recordId),
  );
  const known = new Map(records.map((record) => [record.recordId, record]));
  const incoming: IncomingRecord[] = [];
  for (const remote of remotes) {
    const record = known.get(remote.recordId);
    if (record?.isErased) continue;
    const isUnchanged = record && record.fingerprint === remote.fingerprint && !record.mustReread;
    const isReported = record?.isInConflict && reported.has(remote.recordId);
    if (isUnchanged && !includeUnchanged && !isReported) continue;
    if (incoming.length % RECORDS_BETWEEN_YIELDS === 0) await yieldToEventLoop();
    incoming.push({ remote, values: parseValues(layout, remote), known: record });
  }
  return incoming;
};

/**
 * Leaves out what is about an erased person and arrives for the first time. A record that was being created during the erasure has the
 * id of our row: it is deleted in Airtable too. Others are linked to a record of the person that is still there.
 */
export const withoutErased = async (
  scope: Scope,
  { table, tableId }: TableLayout,
  incoming: readonly IncomingRecord[],
  now: Date,
): Promise<readonly IncomingRecord[]> => {
  const unknown = incoming.filter(({ known }) => !known);
  if (unknown.length === 0) return incoming;
  const erasedIds = await findErasedIds(
    scope,
    table,
    unknown.flatMap(({ remote }) => remote.appId ?? []),
  );
  const created = unknown.filter(({ remote }) => remote.appId !== null && erasedIds.has(remote.appId));
  await insertErasures(
    scope,
    table,
    tableId,
    created.map(({ remote }) => remote.recordId),
    now,
  );
  const linksToErased = await findLinksToErased(
    scope,
    table,
    unknown.map(({ values }) => values),
  );
  const skipped = new Set([...created, ...unknown.filter(({ values }) => linksToErased(values))]);
  return incoming.filter((record) => !skipped.has(record));
};

interface AssignedIds {
  ids: Map<IncomingRecord, string>;
  /** Ids of records whose App ID has to be written. One that is not ours stays: the field may have another purpose there. */
  withoutAppId: Set<string>;
}

/** The id of each record's row: the known one, the one in its App ID field, or a new one. */
export const assignLocalIds = async (
  scope: Scope,
  table: SyncedTable,
  incoming: readonly IncomingRecord[],
): Promise<AssignedIds> => {
  const unknown = incoming.filter(({ known }) => !known);
  const foreign = incoming.filter(({ known, remote }) => known?.localId !== remote.appId);
  const appIds = foreign.flatMap(({ remote }) => remote.appId ?? []);
  const existingIds = new Set(await findExistingIds(scope, table, appIds));
  const availableIds = new Set(existingIds);
  for (const id of await findIdsWithRecord(scope, table, appIds)) availableIds.delete(id);
  const newIds = await generateIds(scope, tableMapping(table).importsNewRecords ? unknown.length : 0);
  const ids = new Map<IncomingRecord, string>();
  const withoutAppId = new Set<string>();
  for (const record of incoming) {
    const { known, remote } = record;
    const isCopied = remote.appId !== null && existingIds.has(remote.appId);
    // A duplicated record has the App ID of the original: only the first one gets the row.
    const matched = !known && remote.appId !== null && availableIds.delete(remote.appId) ? remote.appId : undefined;
    const id = known?.localId ?? matched ?? newIds.pop();
    if (!id) continue;
    ids.set(record, id);
    if (remote.isAppIdEmpty || (isCopied && remote.appId !== id)) withoutAppId.add(remote.recordId);
  }
  return { ids, withoutAppId };
};
