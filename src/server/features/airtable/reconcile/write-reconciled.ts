import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { explainTooLong, findLongTexts, type Reconciliation } from "./reconcile-record.ts";
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from "./records.queries.ts";
import { findWholeRows, insertRows, type RowChange, type UpdatedRow, updateRows } from "./rows.queries.ts";
import { hasChanged, type RuleDeps, rulesFor } from "./table-rules.ts";

// SQLSTATE classes 22 (data exception), 23 (integrity violation) and 54 (a limit, such as the size of an index entry): the row
// is invalid, the database works.
export const dataViolationOf = (error: unknown): { constraint: unknown } | undefined => {
  const isViolation = error instanceof Error && "code" in error && /^(2[23]|54)/.test(String(error.code));
  return isViolation ? { constraint: "constraint" in error && error.constraint } : undefined;
};

const CONSTRAINT_TEXTS: Record<string, string> = {
  queue_items_unique_part: "Dit deel van het bericht staat al in de wachtrij.",
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const NAME_COLUMNS = ["full_name", "meeting_name", "prompt_name", "message_name"];
const MAX_NAME_LENGTH = 80;

/** A record that could not be imported has no row with a name, so that its name is part of the reason. */
const nameOfNew = ([reconciliation]: readonly Reconciliation[]): string => {
  if (!reconciliation || reconciliation.change.before) return "";
  const name = NAME_COLUMNS.map((column) => textOf(reconciliation.change.after[column])).find(Boolean);
  return name ? `${name.slice(0, MAX_NAME_LENGTH).toWellFormed()}: ` : "";
};

const explainViolation = (
  { constraint }: { constraint: unknown },
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): string => {
  const known = CONSTRAINT_TEXTS[String(constraint)];
  if (known) return known;
  const [first] = reconciliations;
  const [longest] = first ? findLongTexts(table, first.values) : [];
  const other =
    "De gegevens in Airtable passen niet bij wat hier al is. Pas het daar aan; daarna gaat het vanzelf mee.";
  return `${nameOfNew(reconciliations)}${first && longest ? explainTooLong(table, longest, first.remote) : other}`;
};

interface Written {
  /** The number of new and changed rows. */
  changed: number;
  updated: readonly UpdatedRow[];
}

const writeRows = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<Written> => {
  const changes = reconciliations.filter(({ isChanged }) => isChanged).map(({ change }) => change);
  const rows = (isNew: boolean) =>
    changes.filter(({ before }) => (before === null) === isNew).map(({ after }) => after);
  const { extraColumns = {}, afterWrite } = rulesFor(table);
  await insertRows(scope, table, rows(true), Object.keys(extraColumns));
  const updated = await updateRows(scope, table, rows(false), Object.keys(extraColumns));
  await afterWrite?.(scope, changes, deps);
  return { changed: rows(true).length + updated.length, updated };
};

/** What was written, or the reason when the database rejects the data: the savepoint is then rolled back. */
const writeInSavepoint = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<Written | string> => {
  await setSavepoint(scope);
  try {
    const written = await writeRows(deps, scope, table, reconciliations);
    await releaseSavepoint(scope);
    return written;
  } catch (error) {
    const violation = dataViolationOf(error);
    if (!violation) throw error;
    await rollbackToSavepoint(scope);
    return explainViolation(violation, table, reconciliations);
  }
};

type LeaveOut = (reconciliation: Reconciliation, tooLong: readonly string[]) => Reconciliation;

/** Without one of its long texts, or without all of them. A new record is not imported in part: that may be what it is about. */
const withoutLongTexts = (table: SyncedTable, reconciliation: Reconciliation, leaveOut: LeaveOut): Reconciliation[] => {
  if (!reconciliation.change.before) return [];
  const names = findLongTexts(table, reconciliation.values);
  const choices = names.length > 1 ? [...names.map((name) => [name]), names] : [names];
  return names.length > 0 ? choices.map((tooLong) => leaveOut(reconciliation, tooLong)) : [];
};

interface WrittenPage extends Written {
  /** Those that were stored or rejected: of a record that does not fit, the one without the text that is too long. */
  reconciliations: readonly Reconciliation[];
  rejections: ReadonlyMap<Reconciliation, string>;
}

/** The first of these attempts that the database accepts, or why it rejects the first one. */
const writeFirstFitting = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  [attempt, ...others]: readonly Reconciliation[],
): Promise<{ written: Written; attempt: Reconciliation } | string> => {
  if (!attempt) return "";
  const written = await writeInSavepoint(deps, scope, table, [attempt]);
  if (typeof written !== "string") return { written, attempt };
  const other = await writeFirstFitting(deps, scope, table, others);
  return typeof other === "string" ? written : other;
};

/** Writes the rows of a page, one by one if the whole page fails. */
export const writeReconciled = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
  leaveOut: LeaveOut,
): Promise<WrittenPage> => {
  const rejections = new Map<Reconciliation, string>();
  const outcome = await writeInSavepoint(deps, scope, table, reconciliations);
  if (typeof outcome !== "string") return { ...outcome, reconciliations, rejections };
  let changed = 0;
  const updated: UpdatedRow[] = [];
  const settled: Reconciliation[] = [];
  for (const reconciliation of reconciliations) {
    const attempts = [reconciliation, ...withoutLongTexts(table, reconciliation, leaveOut)];
    const one = await writeFirstFitting(deps, scope, table, attempts);
    settled.push(typeof one === "string" ? reconciliation : one.attempt);
    if (typeof one === "string") {
      rejections.set(reconciliation, one);
      continue;
    }
    changed += one.written.changed;
    updated.push(...one.written.updated);
  }
  return { changed, updated, reconciliations: settled, rejections };
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
  const after = { ...change.after, ...deriveColumns?.(change, []) };
  await updateRows(scope, table, [after], Object.keys(extraColumns));
  await afterWrite?.(scope, [{ ...change, after }], deps);
};
