import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { findTargetIds, type LinkTarget, takeWaitingLinks, type WaitingLink } from "./records.queries.ts";
import type { RemoteValues } from "./remote-record.ts";
import { findExistingIds, setLinks } from "./rows.queries.ts";

const targetKey = ({ table, recordId }: LinkTarget): string => `${table} ${recordId}`;

/** The links of a table that follow Airtable, and where they lead. */
const linkFields = (table: SyncedTable) =>
  mappedFields(table).flatMap(([field, { to, direction }]) => (to && direction !== "out" ? [{ field, to }] : []));

const linkTargetsOf = (table: SyncedTable, values: RemoteValues): (LinkTarget & { field: string })[] =>
  linkFields(table).flatMap(({ field, to }) => {
    const recordId = values[field];
    return typeof recordId === "string" ? [{ field, table: to, recordId }] : [];
  });

/** Which of these records we have, and under which id. */
export const findLinkTargets = async (
  scope: Scope,
  table: SyncedTable,
  all: readonly RemoteValues[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = new Map(
    all.flatMap((values) => linkTargetsOf(table, values)).map((target) => [targetKey(target), target]),
  );
  const found = await findTargetIds(scope, [...wanted.values()]);
  const ids = new Set<string>();
  for (const [target, records] of Map.groupBy(found, ({ table }) => table)) {
    for (const id of await findExistingIds(
      scope,
      target,
      records.map(({ localId }) => localId),
    ))
      ids.add(id);
  }
  return new Map(found.filter(({ localId }) => ids.has(localId)).map((target) => [targetKey(target), target.localId]));
};

/** Their ids become ours. A link to what has not come yet is none for now, and waits. */
export const resolveLinks = (
  table: SyncedTable,
  localId: string,
  values: RemoteValues,
  targets: ReadonlyMap<string, string>,
): { values: RemoteValues; waiting: WaitingLink[] } => {
  const wanted = linkTargetsOf(table, values);
  const ours = Object.fromEntries(wanted.map((link) => [link.field, targets.get(targetKey(link)) ?? null]));
  const waiting = wanted
    .filter((link) => !targets.has(targetKey(link)))
    .map(({ field, table: targetTable, recordId }) => ({ localId, field, targetTable, targetRecordId: recordId }));
  return { values: { ...values, ...ours }, waiting };
};

/** Records that others waited for are here. Says whose rows have got their link. */
export const attachWaitingLinks = async (
  scope: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<SyncedTable[]> => {
  const due = await takeWaitingLinks(scope, table, recordIds);
  const groups = Map.groupBy(due, (link) => `${link.table} ${link.field}`);
  for (const [first, ...rest] of groups.values()) {
    if (first) await setLinks(scope, first.table, first.field, [first, ...rest]);
  }
  return [...new Set(due.map((link) => link.table))];
};
