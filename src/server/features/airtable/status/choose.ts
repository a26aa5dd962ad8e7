import type { ConflictChoice, SyncedTable } from "#contract/airtable.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import type { Value } from "../mapping/kinds.ts";
import { tableMap } from "../mapping/mapping.ts";
import { choose } from "../merge/merge.ts";
import { noteEdits } from "../push/outbox.queries.ts";
import { rulesFor } from "../rules/rules.ts";
import { changed, type RowChange } from "../rules/table-rules.ts";
import { syncJob } from "../runs/job-definitions.ts";
import { fieldRules, openBooks, type RecordBook } from "../store/books.ts";
import { closeBooks } from "../store/close-books.ts";
import { markGone } from "../store/remove.queries.ts";
import { findTitles, readWholeRows, updateRows } from "../store/rows.queries.ts";
import { type ConflictRow, dropEdits, findConflict, remakeRecord, resolveConflict } from "./status.queries.ts";

type Choice = ConflictChoice["choice"];
type Needs = Pick<Platform, "clock" | "events" | "jobs" | "database">;

const ALREADY = "Dit conflict is al opgelost.";
const MOVED_ON = "De waarde hier is intussen gewijzigd. Bekijk het conflict opnieuw.";

/** Locks the record, so that neither an edit nor a sync comes between looking and choosing. */
const openBook = async (scope: Scope, { table, recordId }: ConflictRow): Promise<RecordBook> => {
  const book = (await openBooks(scope, table, [recordId])).get(recordId);
  if (!book?.stored) throw notFound();
  return book;
};

/** Puts a value of theirs into our row, with all that follows from it. */
const takeTheirs = async (
  needs: Needs,
  scope: Scope,
  { table, recordId, field }: ConflictRow,
  value: Value,
): Promise<void> => {
  const now = needs.clock.now();
  const [row] = await readWholeRows(scope, table, [recordId]);
  if (!row) return;
  const change: RowChange = { before: row, after: { ...row, [field]: value }, at: now.toISOString() };
  if (!changed(change, field)) return;
  const { columns = {}, derive, follow } = rulesFor(table);
  const after = { ...change.after, ...derive?.(change) };
  await updateRows(scope, table, [after], Object.keys(columns));
  await follow?.(scope, [{ ...change, after }], needs);
};

const keepBook = ({ clock }: Needs, scope: Scope, table: SyncedTable, book: RecordBook, fields: RecordBook["fields"]) =>
  closeBooks(
    scope,
    table,
    [{ book, fields, recordId: book.stored?.recordId ?? null, problem: book.stored?.problem ?? null }],
    clock.now(),
  );

/** Both changed the field: the one that was chosen is what both will have. */
const settleChanged = async (
  needs: Needs,
  scope: Scope,
  conflict: ConflictRow,
  book: RecordBook,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, ours, theirs } = conflict;
  const own = book.fields[field];
  const chosen = own && choose(own, choice, 0, fieldRules(table, field, null));
  if (!chosen) throw new AppError("conflict", MOVED_ON);
  await keepBook(needs, scope, table, book, { ...book.fields, [field]: { ...chosen, edits: [] } });
  if (choice === "theirs") return takeTheirs(needs, scope, conflict, theirs);
  await noteEdits(scope, table, recordId, [{ field, value: ours, basedOn: theirs }]);
};

/** Ours had landed on theirs: both have ours, so only theirs needs doing. */
const settleOverwritten = async (
  needs: Needs,
  scope: Scope,
  conflict: ConflictRow,
  book: RecordBook,
  choice: Choice,
): Promise<void> => {
  const { table, field, recordId, theirs } = conflict;
  const left = await openBook(scope, conflict);
  await keepBook(needs, scope, table, left, left.fields);
  if (choice === "ours") return;
  await takeTheirs(needs, scope, conflict, theirs);
  await noteEdits(scope, table, recordId, [{ field, value: theirs, basedOn: book.fields[field]?.local ?? null }]);
};

/** Gone there, changed here: it is made there again, or goes here too. */
const settleDeleted = async (
  needs: Needs,
  scope: Scope,
  conflict: ConflictRow,
  _book: RecordBook,
  choice: Choice,
): Promise<void> => {
  const { table, recordId } = conflict;
  if (choice === "ours") {
    await remakeRecord(scope, table, recordId);
    return;
  }
  await dropEdits(scope, table, recordId);
  await rulesFor(table).remove(scope, [recordId], needs.clock.now(), needs);
  await markGone(scope, table, [recordId]);
};

const SETTLE = { changed: settleChanged, overwritten: settleOverwritten, deleted: settleDeleted };

const record = async (
  needs: Needs,
  scope: Scope,
  author: Author,
  conflict: ConflictRow,
  choice: Choice,
): Promise<void> => {
  const { table, recordId, field, ours, theirs } = conflict;
  const name = (await findTitles(scope, table, [recordId])).get(recordId) ?? "";
  const label = tableMap(table).fields[field]?.theirs ?? tableMap(table).theirs;
  const change = {
    companyId: scope.companyId,
    action: "sync.conflict_resolved",
    subject: { type: table, id: recordId, name },
    before: { veld: label, hier: ours, airtable: theirs },
    after: { gekozen: choice === "ours" ? "hier" : "airtable" },
  };
  await recordChange(needs, scope, author, change, "sync");
  await needs.events.publish(scope.db, scope.companyId, { topic: tableMap(table).topic, id: recordId });
};

const requireConflict = async (scope: Scope, id: string): Promise<ConflictRow & { isOpen: boolean }> => {
  const conflict = await findConflict(scope, id);
  if (!conflict) throw notFound();
  return conflict;
};

/** Ends a conflict the way somebody chose. Both values stay in the log. */
export const chooseSide = (
  needs: Needs,
  scope: Scope,
  author: Author,
  id: string,
  { choice, version }: ConflictChoice,
): Promise<void> =>
  transaction(scope, async (scope) => {
    const now = needs.clock.now();
    const book = await openBook(scope, await requireConflict(scope, id));
    const conflict = await requireConflict(scope, id);
    if (!(await resolveConflict(scope, id, choice, now))) throw new AppError("conflict", ALREADY);
    if (version && version !== conflict.version) throw new AppError("conflict", MOVED_ON);
    await SETTLE[conflict.kind](needs, scope, conflict, book, choice);
    await record(needs, scope, author, conflict, choice);
    await needs.jobs.enqueue(scope.db, syncJob, { companyId: scope.companyId });
  });
