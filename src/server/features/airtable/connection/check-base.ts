import { SYNCED_TABLES, type SyncedTable } from "#contract/synced-tables.ts";
import type { Platform } from "#platform/platform.ts";
import { AirtableProblem, isProblem } from "../client/airtable-problem.ts";
import { findBaseLayout, type KnownTable, type TableLayout, UNKNOWN_TABLE } from "../mapping/base-layout.ts";
import type { BaseSchema } from "../mapping/base-schema.ts";
import { isWritten } from "../mapping/conversions.ts";
import { findMappingRules } from "../mapping/mapping.queries.ts";
import { mappedFields } from "../mapping/mapping.ts";
import { findBaseId } from "../runs/base-change.queries.ts";
import { findKnownTables } from "../runs/sync-turn.queries.ts";
import { AIRTABLE_ACTOR } from "../runs/sync-turn.ts";

interface BaseCheck {
  /** Names of the missing tables. */
  missing: string[];
  /** Why existing tables cannot be synchronised, as texts for users. */
  problems: string[];
  /** Why fields are left out, as texts for users. */
  remarks: string[];
  /** The tables with a field that the sync must be able to write. */
  writableTables: { id: string; name: string }[];
}

const NO_TABLES_KNOWN = Object.fromEntries(SYNCED_TABLES.map((table) => [table, UNKNOWN_TABLE])) as Record<
  SyncedTable,
  KnownTable
>;

/** Ids from earlier runs, with which a renamed table is still found, and the company's mapping. */
const findKnownBase = async (
  { database }: Pick<Platform, "database">,
  baseId: string,
  companyId: string | undefined,
) => {
  if (!companyId) return { known: NO_TABLES_KNOWN, rules: {} };
  const scope = { db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  const isCurrentBase = (await findBaseId(scope)) === baseId;
  return {
    known: isCurrentBase ? await findKnownTables(scope) : NO_TABLES_KNOWN,
    rules: await findMappingRules(scope, baseId),
  };
};

const isWrittenTable = ({ table }: TableLayout): boolean => mappedFields(table).some(([, map]) => isWritten(map));

/** Compares the tables and fields of a base with those that the sync needs. */
export const checkBase = async (
  deps: Pick<Platform, "database">,
  { baseId, companyId, schema }: { baseId: string; companyId: string | undefined; schema: BaseSchema },
): Promise<BaseCheck> => {
  const { known, rules } = await findKnownBase(deps, baseId, companyId);
  const layouts = Object.values(findBaseLayout(schema, known, rules));
  const found = layouts.filter((layout) => !(layout instanceof AirtableProblem)) as TableLayout[];
  const unusable = layouts.filter(
    (layout) => layout instanceof AirtableProblem && !isProblem(layout, "table_left_out"),
  ) as AirtableProblem[];
  return {
    missing: unusable.flatMap(({ kind, detail }) => (kind === "table_missing" ? [detail.table ?? ""] : [])),
    problems: unusable.flatMap(({ kind, detail, message }) =>
      kind === "table_missing" ? [] : (detail.problems ?? [message]),
    ),
    remarks: found.flatMap((layout) => layout.problems.map(({ message }) => message)),
    writableTables: found.filter(isWrittenTable).map(({ tableId, name }) => ({ id: tableId, name })),
  };
};
