import type { SyncedTable } from "#contract/synced-tables.ts";
import { AirtableProblem, isProblem, type ProblemKind, REQUIRED_SCOPES } from "../client/airtable-problem.ts";
import type { TableLayout } from "../mapping/base-layout.ts";
import { tableMapping } from "../mapping/mapping.ts";
import { layoutOf, type SyncTurn, turnTransaction } from "./sync-turn.ts";
import { findUnreadTables, recordReadFailure } from "./unread-tables.queries.ts";

/** The table stays unreadable until somebody does something about it. */
const LASTING_PROBLEMS: readonly ProblemKind[] = ["no_permission", "read_refused", "too_large"];
/** Tried again: they may be transient, or the schema has changed since it was read, and the next turn reads it again. */
const TRANSIENT_PROBLEMS: readonly ProblemKind[] = ["unexpected", "too_slow", "field_missing", "base_gone"];
/** Fewer than the attempts after which a run fails (MAX_ATTEMPTS in failures.ts). */
const MAX_TRANSIENT_FAILURES = 3;

const isAboutTable = (error: unknown): error is AirtableProblem =>
  isProblem(error, ...LASTING_PROBLEMS, ...TRANSIENT_PROBLEMS) &&
  (error.kind !== "no_permission" || error.detail.scope === REQUIRED_SCOPES.read);

/**
 * Reads from a table unless it could not be read before: then it is "unread". What is left to read stays stored: a scan, a list of
 * changes and reported records continue where they stopped. False when the table cannot be read; the other tables continue.
 */
export const readUnlessFailing = async (
  turn: SyncTurn,
  { table }: TableLayout,
  read: () => Promise<unknown>,
): Promise<boolean> => {
  if (turn.unreadTables.has(table)) return false;
  try {
    await read();
    return true;
  } catch (error) {
    if (!isAboutTable(error)) throw error;
    const { kind, detail } = error;
    const maxFailures = LASTING_PROBLEMS.includes(kind) ? 1 : MAX_TRANSIENT_FAILURES;
    // Left out: the run goes on without the table. In the mapping it means that the company did not map the table.
    const isLeftOut = await turnTransaction(turn, (scope) =>
      recordReadFailure(scope, { table, runId: turn.runId, maxFailures }, { kind, detail }),
    );
    turn.unreadTables.set(table, { problem: error, mustRetry: !isLeftOut });
    turn.platform.log.info({ companyId: turn.scope.companyId, table, problem: kind }, "airtable table not read");
    return false;
  }
};

/** So that a table that answers slowly, or not at all, is not tried in each turn of a run. */
export const loadUnreadTables = async (turn: SyncTurn): Promise<void> => {
  for (const { table, problem } of await findUnreadTables(turn.scope, turn.runId))
    turn.unreadTables.set(table, { problem: new AirtableProblem(problem.kind, problem.detail), mustRetry: false });
};

/** Throws the problem of a table that has to be tried again, or the problem because of which no table of the run could be read. */
export const requireTablesRead = (turn: SyncTurn, tables: readonly SyncedTable[]): void => {
  for (const { problem, mustRetry } of turn.unreadTables.values()) if (mustRetry) throw problem;
  const results = tables.flatMap((table) => (layoutOf(turn, table) ? [turn.unreadTables.get(table)] : []));
  const [first] = results;
  if (first && results.every((unread) => unread !== undefined)) throw first.problem;
};

const nameOf = (turn: SyncTurn, table: SyncedTable): string =>
  layoutOf(turn, table)?.name ?? tableMapping(table).airtableName;

export const namesOfUnread = (turn: SyncTurn): string[] =>
  [...turn.unreadTables.keys()].map((table) => nameOf(turn, table));

/** The tables that could not be read, as texts for users. */
export const describeUnread = (turn: SyncTurn): string[] =>
  [...turn.unreadTables].map(
    ([table, { problem }]) =>
      `niet alles gelezen in de tabel ${nameOf(turn, table)}: ${problem.message.replace(/\.$/, "")}`,
  );
