import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Platform } from "#platform/platform.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { baseSchema, findBaseLayout, type KnownIds, NO_KNOWN_IDS } from "../mapping/base-layout.ts";
import { findBaseId, findKnownIds } from "../runs/sync-turn.queries.ts";
import { AIRTABLE_ACTOR } from "../runs/sync-turn.ts";

interface BaseCheck {
  tables: number;
  /** The names of tables that are not there. */
  missing: string[];
  /** What is wrong with the tables that are there, in words for people. */
  problems: string[];
}

const NO_TABLES_KNOWN = Object.fromEntries(SYNCED_TABLES.map((table) => [table, NO_KNOWN_IDS])) as Record<
  SyncedTable,
  KnownIds
>;

/** A table that was renamed after a run has found it is still found. */
const findKnownTables = async (
  { database }: Pick<Platform, "database">,
  baseId: string,
  companyId: string | undefined,
) => {
  if (!companyId) return NO_TABLES_KNOWN;
  const scope = { db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  return (await findBaseId(scope)) === baseId ? findKnownIds(scope) : NO_TABLES_KNOWN;
};

/** Whether a base, as Airtable describes it, can be synchronised; undefined when it is no description of a base. */
export const checkBase = async (
  needs: Pick<Platform, "database">,
  { baseId, companyId, description }: { baseId: string; companyId: string | undefined; description: unknown },
): Promise<BaseCheck | undefined> => {
  const schema = baseSchema.safeParse(description);
  if (!schema.success) return undefined;
  const layouts = findBaseLayout(schema.data, await findKnownTables(needs, baseId, companyId));
  const found = Object.values(layouts).filter((layout) => layout instanceof AirtableProblem);
  return {
    tables: schema.data.tables.length,
    missing: found.flatMap(({ kind, detail }) => (kind === "table_missing" ? [detail.table ?? ""] : [])),
    problems: found.flatMap(({ kind, message }) => (kind === "table_missing" ? [] : [message])),
  };
};
