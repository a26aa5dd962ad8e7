import type { SyncedTable } from "#contract/synced-tables.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { FieldValue } from "../mapping/field-kinds.ts";
import { explainTooLong, findLongTexts, type Reconciliation } from "./reconcile-record.ts";
import { releaseSavepoint, rollbackToSavepoint, setSavepoint } from "./records.queries.ts";
import { findWholeRows, insertRows, type RowChange, type UpdatedRow, updateRows } from "./rows.queries.ts";
import { hasChanged, type RuleDeps, rulesFor } from "./table-rules.ts";

export interface DataViolation {
  constraint: unknown;
  /** A text does not fit in an index. */
  isTooLong: boolean;
}

// SQLSTATE classes 22 (data exception), 23 (integrity violation) and 54 (a limit, such as the size of an index entry): the row
// is invalid, the database works.
export const dataViolationOf = (error: unknown): DataViolation | undefined => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!/^(2[23]|54)/.test(code)) return undefined;
  return {
    constraint: error instanceof Error && "constraint" in error && error.constraint,
    isTooLong: code.startsWith("54"),
  };
};

const MISFIT = "De gegevens in Airtable passen niet bij wat hier al is. Pas het daar aan; daarna gaat het vanzelf mee.";
const CONSTRAINT_TEXTS: Record<string, string> = {
  queue_items_unique_part: "Dit deel van het bericht staat al in de wachtrij.",
};

export const explainConstraint = ({ constraint }: DataViolation): string =>
  CONSTRAINT_TEXTS[String(constraint)] ?? MISFIT;

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
  { constraint, isTooLong }: DataViolation,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): string => {
  const known = CONSTRAINT_TEXTS[String(constraint)];
  if (known && !isTooLong) return known;
  const [first] = reconciliations;
  const [longest] = first && isTooLong ? findLongTexts(table, first.values) : [];
  return `${nameOfNew(reconciliations)}${first && longest ? explainTooLong(table, longest, first.remote) : MISFIT}`;
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

/** The database has rejected the data, and the savepoint was rolled back. */
interface Rejected {
  reason: string;
  isTooLong: boolean;
}

/** Undoes everything in it if the database rejects the data. */
export const inSavepoint = async <Result>(
  scope: Scope,
  write: () => Promise<Result>,
  onRejected: (violation: DataViolation) => Result,
): Promise<Result> => {
  await setSavepoint(scope);
  try {
    const result = await write();
    await releaseSavepoint(scope);
    return result;
  } catch (error) {
    const violation = dataViolationOf(error);
    if (!violation) throw error;
    await rollbackToSavepoint(scope);
    return onRejected(violation);
  }
};

const writeInSavepoint = (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliations: readonly Reconciliation[],
): Promise<Written | Rejected> =>
  inSavepoint<Written | Rejected>(
    scope,
    () => writeRows(deps, scope, table, reconciliations),
    (violation) => ({
      reason: explainViolation(violation, table, reconciliations),
      isTooLong: violation.isTooLong,
    }),
  );

type LeaveOut = (reconciliation: Reconciliation, tooLong: readonly string[]) => Reconciliation;

/** All subsets of these names, including the empty one. */
const subsetsOf = ([name, ...others]: readonly string[]): string[][] => {
  if (name === undefined) return [[]];
  const without = subsetsOf(others);
  return [...without, ...without.map((subset) => [name, ...subset])];
};

/**
 * The record without one or more of its long texts, in the order to try them: the fewest left out first, because some of the texts may
 * fit. None for a new record, which would be useless without a text that matters.
 */
const withoutLongTexts = (table: SyncedTable, reconciliation: Reconciliation, leaveOut: LeaveOut): Reconciliation[] => {
  if (!reconciliation.change.before) return [];
  return subsetsOf(findLongTexts(table, reconciliation.values))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.length - other.length)
    .map((tooLong) => leaveOut(reconciliation, tooLong));
};

interface WrittenPage extends Written {
  /** Those that were stored or rejected: of a record that does not fit, the one without the text that is too long. */
  reconciliations: readonly Reconciliation[];
  rejections: ReadonlyMap<Reconciliation, string>;
}

/** If the database rejects the record because of a long text, it is written without the texts that do not fit. */
const writeFitting = async (
  deps: RuleDeps,
  scope: Scope,
  table: SyncedTable,
  reconciliation: Reconciliation,
  leaveOut: LeaveOut,
): Promise<{ written: Written; attempt: Reconciliation } | Rejected> => {
  const outcome = await writeInSavepoint(deps, scope, table, [reconciliation]);
  if (!("reason" in outcome)) return { written: outcome, attempt: reconciliation };
  for (const attempt of outcome.isTooLong ? withoutLongTexts(table, reconciliation, leaveOut) : []) {
    const written = await writeInSavepoint(deps, scope, table, [attempt]);
    if (!("reason" in written)) return { written, attempt };
    // There is another reason too, which leaving out more texts does not remove.
    if (!written.isTooLong) return written;
  }
  return outcome;
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
  if (!("reason" in outcome)) return { ...outcome, reconciliations, rejections };
  let changed = 0;
  const updated: UpdatedRow[] = [];
  const settled: Reconciliation[] = [];
  for (const reconciliation of reconciliations) {
    const one = await writeFitting(deps, scope, table, reconciliation, leaveOut);
    settled.push("reason" in one ? reconciliation : one.attempt);
    if ("reason" in one) {
      rejections.set(reconciliation, one.reason);
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
