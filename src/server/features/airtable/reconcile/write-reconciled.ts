import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Reconciliation } from "./reconcile-record.ts";
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from "./records.queries.ts";
import { insertRows, updateRows } from "./rows.queries.ts";
import { type RuleDeps, rulesFor } from "./table-rules.ts";

// Wrong data (22) and broken rules (23): the row is at fault, not the database.
const dataViolationOf = (error: unknown): { constraint: unknown } | undefined => {
  const isRefusal = error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
  return isRefusal ? { constraint: "constraint" in error && error.constraint } : undefined;
};

const CONSTRAINT_TEXTS: Record<string, string> = {
  queue_items_once: "Dit deel van het bericht staat al in de wachtrij.",
};

const explainViolation = ({ constraint }: { constraint: unknown }): string =>
  CONSTRAINT_TEXTS[String(constraint)] ??
  "De gegevens in Airtable passen niet bij wat hier al is. Pas het daar aan; daarna gaat het vanzelf mee.";

const writeRows = async (
  needs: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Reconciliation[],
): Promise<void> => {
  const changes = meetings.filter(({ isChanged }) => isChanged).map(({ change }) => change);
  const rows = (isNew: boolean) =>
    changes.filter(({ before }) => (before === null) === isNew).map(({ after }) => after);
  const { columns = {}, follow } = rulesFor(table);
  await insertRows(scope, table, rows(true), Object.keys(columns));
  await updateRows(scope, table, rows(false), Object.keys(columns));
  await follow?.(scope, changes, needs);
};

/** Tries it, and leaves no trace when the database refuses it. */
const writeInSavepoint = async (
  needs: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Reconciliation[],
): Promise<string | undefined> => {
  await setSavepoint(scope);
  try {
    await writeRows(needs, scope, table, meetings);
    await releaseSavepoint(scope);
    return undefined;
  } catch (error) {
    const refusal = dataViolationOf(error);
    if (!refusal) throw error;
    await rollbackToSavepoint(scope);
    return explainViolation(refusal);
  }
};

/** Writes the rows of a page. One that the database refuses does not take the others with it. */
export const writeReconciled = async (
  needs: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Reconciliation[],
): Promise<ReadonlyMap<Reconciliation, string>> => {
  const refused = new Map<Reconciliation, string>();
  if ((await writeInSavepoint(needs, scope, table, meetings)) === undefined) return refused;
  for (const meeting of meetings) {
    const reason = await writeInSavepoint(needs, scope, table, [meeting]);
    if (reason !== undefined) refused.set(meeting, reason);
  }
  return refused;
};
