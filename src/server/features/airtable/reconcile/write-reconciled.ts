import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import type { Reconciliation } from "./reconcile-record.ts";
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from "./records.queries.ts";
import { findWholeRows, insertRows, type RowChange, updateRows } from "./rows.queries.ts";
import { hasChanged, type RuleDeps, rulesFor } from "./table-rules.ts";

// SQLSTATE classes 22 (data exception) and 23 (integrity violation): the row is invalid, the database works.
const dataViolationOf = (error: unknown): { constraint: unknown } | undefined => {
  const isViolation = error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
  return isViolation ? { constraint: "constraint" in error && error.constraint } : undefined;
};

const CONSTRAINT_TEXTS: Record<string, string> = {
  queue_items_unique_part: "Dit deel van het bericht staat al in de wachtrij.",
};

const explainViolation = ({ constraint }: { constraint: unknown }): string =>
  CONSTRAINT_TEXTS[String(constraint)] ??
  "De gegevens in Airtable passen niet bij wat hier al is. Pas het daar aan; daarna gaat het vanzelf mee.";

const writeRows = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<void> => {
  const changes = reconciliations.filter(({ isChanged }) => isChanged).map(({ change }) => change);
  const rows = (isNew: boolean) =>
    changes.filter(({ before }) => (before === null) === isNew).map(({ after }) => after);
  const { extraColumns = {}, afterWrite } = rulesFor(table);
  await insertRows(scope, table, rows(true), Object.keys(extraColumns));
  await updateRows(scope, table, rows(false), Object.keys(extraColumns));
  await afterWrite?.(scope, changes, deps);
};

/** Rolls back to the savepoint and returns the reason when the database rejects the data. */
const writeInSavepoint = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<string | undefined> => {
  await setSavepoint(scope);
  try {
    await writeRows(deps, scope, table, reconciliations);
    await releaseSavepoint(scope);
    return undefined;
  } catch (error) {
    const violation = dataViolationOf(error);
    if (!violation) throw error;
    await rollbackToSavepoint(scope);
    return explainViolation(violation);
  }
};

/** Writes the rows of a page, one by one if the whole page fails. Returns the reasons of those that were rejected. */
export const writeReconciled = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<ReadonlyMap<Reconciliation, string>> => {
  const rejected = new Map<Reconciliation, string>();
  if ((await writeInSavepoint(deps, scope, table, reconciliations)) === undefined) return rejected;
  for (const reconciliation of reconciliations) {
    const reason = await writeInSavepoint(deps, scope, table, [reconciliation]);
    if (reason !== undefined) rejected.set(reconciliation, reason);
  }
  return rejected;
};

/** Writes Airtable's values into one row, outside a sync, and applies the table's rules. */
export const applyRemoteValues = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  id: string,
  values: Readonly<Record<string, FieldValue>>,
): Promise<void> => {
  const [row] = await findWholeRows(scope, table, [id]);
  if (!row) return;
  const change: RowChange = { before: row, after: { ...row, ...values }, at: deps.clock.now().toISOString() };
  if (!Object.keys(values).some((field) => hasChanged(change, field))) return;
  const { extraColumns = {}, deriveColumns, afterWrite } = rulesFor(table);
  const after = { ...change.after, ...deriveColumns?.(change) };
  await updateRows(scope, table, [after], Object.keys(extraColumns));
  await afterWrite?.(scope, [{ ...change, after }], deps);
};
