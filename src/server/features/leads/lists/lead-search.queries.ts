import { SEARCH_LIMIT, SEARCH_MIN_LENGTH } from "#contract/lead-lists.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, sql } from "#platform/database/sql.ts";
import { type JsonText, jsonArray, sanitizeReports } from "#platform/json-list.ts";
import { leadColumns } from "../leads.queries.ts";

const MAX_EXPORTED_MATCHES = 100_000;

export const findMatchIds = async ({ db }: Scope, term: string): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select lead_id as id from find_leads(${term}, ${MAX_EXPORTED_MATCHES}) order by match_number`);
  return found.map(({ id }) => id);
};

/** In the order of the ids; leads that were deleted meanwhile are left out. */
export const findLeadsById = async ({ db, companyId }: Scope, ids: readonly string[]): Promise<string[]> => {
  const found = await db.rows<{ item: string }>(sql`
    select row_to_json(shown)::text as item
    from unnest(${ids}::uuid[]) with ordinality as requested (id, number)
    join leads l on l.company_id = ${companyId} and l.id = requested.id and l.deleted_at is null
    cross join lateral (select ${leadColumns()}) shown order by requested.number`);
  return found.map(({ item }) => item);
};

/** The best matches, and the total. */
const searchLeads = async (
  { db, companyId }: Scope,
  term: string,
  limit: number,
  include: "htmlReport" | undefined,
): Promise<{ items: string[]; total: number }> => {
  const found = await db.rows<{ total: number; item: string }>(
    prepared(sql`
      select found.total::int, row_to_json(shown)::text as item
      from find_leads(${term}, ${limit}) found
      join leads l on l.company_id = ${companyId} and l.id = found.lead_id
      cross join lateral (select ${leadColumns(include)}) shown order by found.match_number`),
  );
  return { items: found.map(({ item }) => item), total: found[0]?.total ?? 0 };
};

interface SearchQuery {
  q: string;
  include?: "htmlReport" | undefined;
}

export const isTooShort = (q: string): boolean => q.trim().length < SEARCH_MIN_LENGTH;

export const findMatches = async (
  scope: Scope,
  { q, include }: SearchQuery,
): Promise<{ list: JsonText; total: number }> => {
  const term = q.trim();
  if (isTooShort(term)) return { list: jsonArray([]), total: 0 };
  const found = await searchLeads(scope, term, SEARCH_LIMIT, include);
  const { items, total } = include ? await sanitizeReports(found, include) : found;
  return { list: jsonArray(items), total };
};
