import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Platform } from "#platform/platform.ts";
import { AirtableProblem } from "../client/problems.ts";
import { baseSchema, type KnownIds, layOutBase, NOTHING_KNOWN } from "../mapping/layout.ts";
import { findBaseId, findKnownIds } from "../turn/base.queries.ts";
import { AIRTABLE } from "../turn/turn.ts";

interface BaseCheck {
  tables: number;
  /** The names of tables that are not there. */
  missing: string[];
  /** What is wrong with the tables that are there, in words for people. */
  problems: string[];
}

const NEVER_SEEN = Object.fromEntries(SYNCED_TABLES.map((table) => [table, NOTHING_KNOWN])) as Record<
  SyncedTable,
  KnownIds
>;

/** A table that was renamed after a run has found it is still found. */
const recall = async ({ database }: Pick<Platform, "database">, baseId: string, companyId: string | undefined) => {
  if (!companyId) return NEVER_SEEN;
  const scope = { db: database.tenant(companyId), companyId, actor: AIRTABLE };
  return (await findBaseId(scope)) === baseId ? findKnownIds(scope) : NEVER_SEEN;
};

/** Whether a base, as Airtable describes it, can be synchronised; undefined when it is no description of a base. */
export const checkBase = async (
  needs: Pick<Platform, "database">,
  { baseId, companyId, description }: { baseId: string; companyId: string | undefined; description: unknown },
): Promise<BaseCheck | undefined> => {
  const schema = baseSchema.safeParse(description);
  if (!schema.success) return undefined;
  const layouts = layOutBase(schema.data, await recall(needs, baseId, companyId));
  const found = Object.values(layouts).filter((layout) => layout instanceof AirtableProblem);
  return {
    tables: schema.data.tables.length,
    missing: found.flatMap(({ kind, detail }) => (kind === "table_missing" ? [detail.table ?? ""] : [])),
    problems: found.flatMap(({ kind, message }) => (kind === "table_missing" ? [] : [message])),
  };
};
