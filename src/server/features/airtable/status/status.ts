import type { SetupStep, SyncStatus } from "#contract/airtable.ts";
import type { RecordHistory, SyncConflict, SyncedRecord } from "#contract/sync-questions.ts";
import type { SyncedTable } from "#contract/synced-tables.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { isConnected } from "#server/features/companies/connections.service.ts";
import { isMeetingVisible } from "#server/features/meetings/meeting-visibility.service.ts";
import type { ProblemKind } from "../client/airtable-problem.ts";
import { select, text } from "../mapping/field-kinds.ts";
import { type FieldLabel, findFieldLabels } from "../mapping/mapping.queries.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { deleteFormerErasure, findRefusedErasures, unparkErasures } from "../push/erasures.queries.ts";
import { findMissingChoices, unparkChoice } from "../push/missing-choices.queries.ts";
import { findCreation, findHistory, findRecordUrl } from "../reconcile/history.queries.ts";
import { countRows, findExistingIds, findTitles } from "../reconcile/rows.queries.ts";
import { pollIntervalMs } from "../runs/feed-checks.ts";
import { syncJob } from "../runs/job-definitions.ts";
import { findLastRun } from "../runs/runs.queries.ts";
import { findSchedule } from "../runs/schedule.queries.ts";
import { readHeldDeletions } from "./decide-deletions.ts";
import { findPause } from "./settings.queries.ts";
import {
  type ConflictRow,
  countConflicts,
  countParked,
  findConflicts,
  findParked,
  findTables,
  findUsage,
  hasRecord,
  unparkRecord,
} from "./status.queries.ts";

const MAX_SHOWN = 100;
/** Part of the reason why a choice cannot be read. */
const SELECT_LABEL = select().label;

const CONNECTION_PROBLEMS: readonly ProblemKind[] = ["wrong_token", "no_permission", "base_gone", "base_taken"];

/** What a company admin has to do, judged by the problem of the last run and the tables and fields that are skipped. */
const findSetupSteps = (problem: ProblemKind | null, tables: SyncStatus["tables"]): SetupStep[] => {
  const mustConnect = problem !== null && CONNECTION_PROBLEMS.includes(problem);
  const mustMap =
    problem === "not_mapped" ||
    tables.some(
      ({ suspendedReason, fieldProblems, withoutAppId }) =>
        suspendedReason !== null || fieldProblems.length > 0 || withoutAppId > 0,
    );
  return [...(mustConnect ? (["connection"] as const) : []), ...(mustMap ? (["mapping"] as const) : [])];
};

/** The names under which users know these rows. */
const titlesOf = async (scope: Scope, rows: readonly { table: SyncedTable; recordId: string }[]) => {
  const titles = new Map<string, string>();
  for (const [table, group] of Map.groupBy(rows, (row) => row.table)) {
    const found = await findTitles(
      scope,
      table,
      group.map(({ recordId }) => recordId),
    );
    for (const [id, title] of found) titles.set(id, title);
  }
  return (id: string) => titles.get(id) || "Naamloos";
};

const describeConflict = (row: ConflictRow, recordName: string, labelOf: FieldLabel): SyncConflict => {
  const { field, ...rest } = row;
  const mapping = tableMapping(row.table).fields[field];
  return {
    ...rest,
    recordName,
    field: field || null,
    fieldName: labelOf(row.table, field) ?? null,
    isText: mapping?.kind === text && row.kind !== "deleted",
    isTheirsReadable: !mapping || mapping.kind.fromCell(row.theirs ?? undefined) !== undefined,
  };
};

const CONFLICTS_PER_PAGE = 25;

export const readConflicts = async (
  scope: Scope,
  page: number,
): Promise<{ conflicts: SyncConflict[]; total: number }> => {
  const rows = await findConflicts(scope, CONFLICTS_PER_PAGE, page * CONFLICTS_PER_PAGE);
  const titleOf = await titlesOf(scope, rows);
  const labelOf = await findFieldLabels(scope);
  return {
    conflicts: rows.map((row) => describeConflict(row, titleOf(row.recordId), labelOf)),
    total: await countConflicts(scope),
  };
};

const MAX_HISTORY = 100;

/** Airtable's times are whole seconds: within one, the order in which the sync has seen the changes stays. */
const byNewest = (one: { at: string }, other: { at: string }): number =>
  other.at.slice(0, "2026-01-01T00:00:00".length).localeCompare(one.at.slice(0, "2026-01-01T00:00:00".length));

const requireVisible = async (scope: Scope, table: SyncedTable, localId: string): Promise<void> => {
  if (table === "meetings" && !(await isMeetingVisible(scope, localId))) throw notFound();
};

export const readRecord = async (
  { database }: Pick<Platform, "database">,
  scope: Scope,
  table: SyncedTable,
  localId: string,
): Promise<SyncedRecord> => {
  const found = await findRecordUrl(scope, table, localId);
  if (!found && (await findExistingIds(scope, table, [localId])).length === 0) throw notFound();
  await requireVisible(scope, table, localId);
  // Rows that are made here are kept ready for a company that connects a base later.
  const isSynced = found !== undefined && (await isConnected({ db: database.platform }, scope.companyId));
  return { isSynced, airtableUrl: isSynced ? found.url : null };
};

export const readHistory = async (scope: Scope, table: SyncedTable, localId: string): Promise<RecordHistory> => {
  const found = await findRecordUrl(scope, table, localId);
  if (!found) throw notFound();
  await requireVisible(scope, table, localId);
  const titleOf = await titlesOf(scope, [{ table, recordId: localId }]);
  const changes = await findHistory(scope, table, localId, MAX_HISTORY);
  const creation = await findCreation(scope, table, localId);
  const labelOf = await findFieldLabels(scope);
  return {
    recordName: titleOf(localId),
    airtableUrl: found.url,
    changes: [...changes.toSorted(byNewest), ...(creation ? [creation] : [])].map((change) => ({
      ...change,
      fieldName: labelOf(table, change.field) ?? change.field,
    })),
  };
};

export const readStatus = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  scope: Scope,
): Promise<SyncStatus> => {
  const now = clock.now();
  const platform = { db: database.platform };
  const [conflicts, parked] = [await findConflicts(scope, MAX_SHOWN), await findParked(scope, MAX_SHOWN)];
  const titleOf = await titlesOf(scope, [...conflicts, ...parked]);
  const labelOf = await findFieldLabels(scope);
  const found = await findTables(scope);
  const tables = await Promise.all(
    found.map(async (status) => ({ ...status, rows: await countRows(scope, status.table) })),
  );
  const { problem, ...lastRun } = await findLastRun(scope);
  const missingChoices = await findMissingChoices(scope);
  const usage = await findUsage(scope, now);
  return {
    connected: await isConnected(platform, scope.companyId),
    setupSteps: findSetupSteps(problem, tables),
    ...lastRun,
    ...(await findSchedule(platform, scope.companyId, now)),
    ...usage,
    pollSeconds: pollIntervalMs(usage, now) / 1000,
    paused: await findPause(scope),
    tables,
    conflicts: conflicts.map((row) => describeConflict(row, titleOf(row.recordId), labelOf)),
    totalConflicts: await countConflicts(scope),
    parked: parked.map((row) => ({
      ...row,
      recordName: titleOf(row.recordId),
      hasUnmappedChoice: row.reason.includes(`(${SELECT_LABEL})`),
    })),
    totalParked: (await countParked(scope)) + missingChoices.length,
    missingChoices: missingChoices.map((choice) => ({
      ...choice,
      fieldName: labelOf(choice.table, choice.field) ?? choice.field,
    })),
    ...(await findRefusedErasures(scope, MAX_SHOWN)),
    heldDeletions: await readHeldDeletions(scope),
  };
};

export const retryParkedRecord = (
  { jobs, events }: Pick<Platform, "jobs" | "events">,
  scope: Scope,
  table: SyncedTable,
  localId: string,
): Promise<void> =>
  transaction(scope, async (scope) => {
    if (!(await unparkRecord(scope, table, localId))) {
      // A run that started after the list was shown may have synchronised it already.
      if (await hasRecord(scope, table, localId)) return;
      throw notFound();
    }
    for (const topic of ["sync", tableMapping(table).topic] as const) {
      await events.publish(scope.db, scope.companyId, { topic, id: localId });
    }
    await jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });

export const addSelectChoice = (
  deps: Pick<Platform, "jobs" | "events" | "clock">,
  scope: Scope,
  actor: AuditActor,
  choice: { table: SyncedTable; field: string; value: string },
): Promise<void> =>
  transaction(scope, async (scope) => {
    const { companyId } = scope;
    const { table, field, value } = choice;
    if ((await unparkChoice(scope, choice, true)) === 0) throw notFound();
    const fieldName = (await findFieldLabels(scope))(table, field) ?? field;
    const change = {
      companyId,
      action: "sync.choice_added",
      subject: { type: "airtable_table", id: table, name: tableMapping(table).airtableName },
      after: { veld: fieldName, keuze: value },
    };
    await recordChange(deps, scope, actor, change, "sync");
    await deps.events.publish(scope.db, companyId, { topic: tableMapping(table).topic });
    await deps.jobs.enqueue(scope.db, syncJob, { companyId });
  });

export const retryRefusedErasures = (
  { jobs, events }: Pick<Platform, "jobs" | "events">,
  scope: Scope,
): Promise<void> =>
  transaction(scope, async (scope) => {
    await unparkErasures(scope);
    await events.publish(scope.db, scope.companyId, { topic: "sync" });
    await jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });

/** A user confirms that a record was deleted in a former base. */
export const endErasure = (
  deps: Pick<Platform, "events" | "clock">,
  scope: Scope,
  actor: AuditActor,
  { table, recordId }: { table: SyncedTable; recordId: string },
): Promise<void> =>
  transaction(scope, async (scope) => {
    if ((await deleteFormerErasure(scope, table, recordId)) === 0) throw notFound();
    const change = {
      companyId: scope.companyId,
      action: "sync.erasure_confirmed",
      subject: { type: "airtable_table", id: table, name: tableMapping(table).airtableName },
      after: { record: recordId },
    };
    await recordChange(deps, scope, actor, change, "sync");
  });
