import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { mappedFields } from "../mapping/mapping.ts";
import {
  findErasedTargets,
  findTargetIds,
  type LinkTarget,
  type PendingLink,
  takePendingLinks,
} from "./links.queries.ts";
import { markRefused } from "./records.queries.ts";
import type { RemoteValues } from "./remote-record.ts";
import { findExistingIds, setLinks } from "./rows.queries.ts";
import { type DataViolation, explainConstraint, inSavepoint } from "./write-reconciled.ts";

const targetKey = ({ table, recordId }: LinkTarget): string => `${table} ${recordId}`;

/** Link fields that are read from Airtable. */
const linkFields = (table: SyncedTable) =>
  mappedFields(table).flatMap(([field, { linksTo, direction }]) =>
    linksTo && direction !== "out" ? [{ field, linksTo }] : [],
  );

const linkTargetsOf = (table: SyncedTable, values: RemoteValues): (LinkTarget & { field: string })[] =>
  linkFields(table).flatMap(({ field, linksTo }) => {
    const recordId = values[field];
    return typeof recordId === "string" ? [{ field, table: linksTo, recordId }] : [];
  });

/** Row ids of the linked records that have been imported, by target key. */
export const findLinkTargets = async (
  scope: Scope,
  table: SyncedTable,
  all: readonly RemoteValues[],
): Promise<ReadonlyMap<string, string>> => {
  const targets = new Map(
    all.flatMap((values) => linkTargetsOf(table, values)).map((target) => [targetKey(target), target]),
  );
  const found = await findTargetIds(scope, [...targets.values()]);
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

/** Returns a predicate: whether one of these records links to a record of an erased person. */
export const findLinksToErased = async (
  scope: Scope,
  table: SyncedTable,
  all: readonly RemoteValues[],
): Promise<(values: RemoteValues) => boolean> => {
  const erased = new Set(
    (
      await findErasedTargets(
        scope,
        all.flatMap((values) => linkTargetsOf(table, values)),
      )
    ).map(targetKey),
  );
  return (values) => linkTargetsOf(table, values).some((target) => erased.has(targetKey(target)));
};

/** Replaces record ids by row ids. A link to a record that has not been imported stays empty and is stored as pending. */
export const resolveLinks = (
  table: SyncedTable,
  localId: string,
  values: RemoteValues,
  targets: ReadonlyMap<string, string>,
): { values: RemoteValues; pending: PendingLink[] } => {
  const links = linkTargetsOf(table, values);
  const rowIds = Object.fromEntries(links.map((link) => [link.field, targets.get(targetKey(link)) ?? null]));
  const pending = links
    .filter((link) => !targets.has(targetKey(link)))
    .map(({ field, table: targetTable, recordId }) => ({ localId, field, targetTable, targetRecordId: recordId }));
  return { values: { ...values, ...rowIds }, pending };
};

interface ResolvedLink {
  id: string;
  target: string;
}

/** Returns why the database rejects the links: nothing is then changed. */
const setInSavepoint = (
  scope: Scope,
  table: SyncedTable,
  field: string,
  links: readonly ResolvedLink[],
): Promise<DataViolation | undefined> =>
  inSavepoint<DataViolation | undefined>(
    scope,
    async () => {
      await setLinks(scope, table, field, links);
      return undefined;
    },
    (violation) => violation,
  );

/** Two parts of one name may link to a message that is only read now, which has each part once: the second one waits with that reason. */
const setLinksThatFit = async (
  scope: Scope,
  table: SyncedTable,
  field: string,
  links: readonly ResolvedLink[],
): Promise<void> => {
  if (!(await setInSavepoint(scope, table, field, links))) return;
  for (const link of links) {
    const violation = await setInSavepoint(scope, table, field, [link]);
    if (violation) await markRefused(scope, table, [link.id], explainConstraint(violation));
  }
  await invalidatePlans(scope);
};

/** Sets the pending links to these records. Returns the tables whose rows changed. */
export const resolvePendingLinks = async (
  scope: Scope,
  table: SyncedTable,
  recordIds: readonly string[],
): Promise<SyncedTable[]> => {
  const due = await takePendingLinks(scope, table, recordIds);
  const groups = Map.groupBy(due, (link) => `${link.table} ${link.field}`);
  for (const [first, ...rest] of groups.values()) {
    if (first) await setLinksThatFit(scope, first.table, first.field, [first, ...rest]);
  }
  return [...new Set(due.map((link) => link.table))];
};
