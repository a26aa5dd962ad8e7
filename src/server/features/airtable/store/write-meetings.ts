import type { SyncedTable } from "#contract/airtable.ts";
import type { Scope } from "#platform/database/scope.ts";
import { rulesFor } from "../rules/rules.ts";
import type { RuleNeeds } from "../rules/table-rules.ts";
import type { Meeting } from "./meet-record.ts";
import { forgetSavepoint, setSavepoint, undoToSavepoint } from "./records.queries.ts";
import { insertRows, updateRows } from "./rows.queries.ts";

// Wrong data (22) and broken rules (23): the row is at fault, not the database.
const refusalOf = (error: unknown): { constraint: unknown } | undefined => {
  const isRefusal = error instanceof Error && "code" in error && /^2[23]/.test(String(error.code));
  return isRefusal ? { constraint: "constraint" in error && error.constraint } : undefined;
};

const REASONS: Record<string, string> = {
  queue_items_once: "Dit deel van het bericht staat al in de wachtrij.",
};

const explain = ({ constraint }: { constraint: unknown }): string =>
  REASONS[String(constraint)] ??
  "De gegevens in Airtable passen niet bij wat hier al is. Pas het daar aan; daarna gaat het vanzelf mee.";

const write = async (
  needs: RuleNeeds,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Meeting[],
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
const attempt = async (
  needs: RuleNeeds,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Meeting[],
): Promise<string | undefined> => {
  await setSavepoint(scope);
  try {
    await write(needs, scope, table, meetings);
    await forgetSavepoint(scope);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await undoToSavepoint(scope);
    return explain(refusal);
  }
};

/** Writes the rows of a page. One that the database refuses does not take the others with it. */
export const writeMeetings = async (
  needs: RuleNeeds,
  scope: Scope,
  table: SyncedTable,
  meetings: readonly Meeting[],
): Promise<ReadonlyMap<Meeting, string>> => {
  const refused = new Map<Meeting, string>();
  if ((await attempt(needs, scope, table, meetings)) === undefined) return refused;
  for (const meeting of meetings) {
    const reason = await attempt(needs, scope, table, [meeting]);
    if (reason !== undefined) refused.set(meeting, reason);
  }
  return refused;
};
