import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { fieldsOf } from "../mapping/mapping.ts";
import { findTargets, type LinkTarget, takeWaitingLinks, type WaitingLink } from "./records.queries.ts";
import type { Values } from "./remote-record.ts";
import { findExisting, setLinks } from "./rows.queries.ts";

const keyOf = ({ table, recordId }: LinkTarget): string => `${table} ${recordId}`;

/** The links of a table that follow Airtable, and where they lead. */
const linksOf = (table: SyncedTable) =>
  fieldsOf(table).flatMap(([field, { to, direction }]) => (to && direction !== "out" ? [{ field, to }] : []));

const wantedBy = (table: SyncedTable, values: Values): (LinkTarget & { field: string })[] =>
  linksOf(table).flatMap(({ field, to }) => {
    const recordId = values[field];
    return typeof recordId === "string" ? [{ field, table: to, recordId }] : [];
  });

/** Which of these records we have, and under which id. */
export const findLinkTargets = async (
  scope: Scope,
  table: SyncedTable,
  all: readonly Values[],
): Promise<ReadonlyMap<string, string>> => {
  const wanted = new Map(all.flatMap((values) => wantedBy(table, values)).map((target) => [keyOf(target), target]));
  const found = await findTargets(scope, [...wanted.values()]);
  const ids = new Set<string>();
  for (const [target, records] of Map.groupBy(found, ({ table }) => table)) {
    for (const id of await findExisting(
      scope,
      target,
      records.map(({ localId }) => localId),
    ))
      ids.add(id);
  }
  return new Map(found.filter(({ localId }) => ids.has(localId)).map((target) => [keyOf(target), target.localId]));
};

/** Their ids become ours. A link to what has not come yet is none for now, and waits. */
export const followLinks = (
  table: SyncedTable,
  localId: string,
  values: Values,
  targets: ReadonlyMap<string, string>,
): { values: Values; waiting: WaitingLink[] } => {
  const wanted = wantedBy(table, values);
  const ours = Object.fromEntries(wanted.map((link) => [link.field, targets.get(keyOf(link)) ?? null]));
  const waiting = wanted
    .filter((link) => !targets.has(keyOf(link)))
    .map(({ field, table: targetTable, recordId }) => ({ localId, field, targetTable, targetRecordId: recordId }));
  return { values: { ...values, ...ours }, waiting };
};

/** Records that others waited for are here. Says whose rows have got their link. */
export const layWaitingLinks = async (
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
