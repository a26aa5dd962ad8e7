import { SYNCED_TABLES, type SyncedTable } from "#contract/airtable.ts";
import type { Platform } from "#platform/platform.ts";
import { AirtableProblem } from "../client/airtable-problem.ts";
import { baseSchema, findBaseLayout, type KnownIds, NO_KNOWN_IDS } from "../mapping/base-layout.ts";
import { findBaseId, findKnownIds } from "../runs/sync-turn.queries.ts";
import { AIRTABLE_ACTOR } from "../runs/sync-turn.ts";

interface BaseCheck {
  tables: number;
  /** Names of the missing tables. */
  missing: string[];
  /** Problems of the existing tables, as texts for users. */
  problems: string[];
}

const NO_TABLES_KNOWN = Object.fromEntries(SYNCED_TABLES.map((table) => [table, NO_KNOWN_IDS])) as Record<
  SyncedTable,
  KnownIds
>;

/** Ids from earlier runs, with which a renamed table is still found. */
const findKnownTables = async (
  { database }: Pick<Platform, "database">,
  baseId: string,
  companyId: string | undefined,
) => {
  if (!companyId) return NO_TABLES_KNOWN;
  const scope = { db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  return (await findBaseId(scope)) === baseId ? findKnownIds(scope) : NO_TABLES_KNOWN;
};

/** Checks an Airtable schema response. Undefined when it is not a schema. */
export const checkBase = async (
  deps: Pick<Platform, "database">,
  { baseId, companyId, description }: { baseId: string; companyId: string | undefined; description: unknown },
): Promise<BaseCheck | undefined> => {
  const schema = baseSchema.safeParse(description);
  if (!schema.success) return undefined;
  const layouts = findBaseLayout(schema.data, await findKnownTables(deps, baseId, companyId));
  const found = Object.values(layouts).filter((layout) => layout instanceof AirtableProblem);
  return {
    tables: schema.data.tables.length,
    missing: found.flatMap(({ kind, detail }) => (kind === "table_missing" ? [detail.table ?? ""] : [])),
    problems: found.flatMap(({ kind, message }) => (kind === "table_missing" ? [] : [message])),
  };
};
