import { SEARCH_LIMIT, SEARCH_MINIMUM } from "#contract/leads.ts";
import { BuiltJson, NO_ITEMS } from "#platform/built-json.ts";
import { cleanReports } from "#platform/built-list.ts";
import type { Scope } from "#platform/database/scope.ts";
import { searchLeads } from "./lead-lists.queries.ts";

interface Asked {
  q: string;
  include?: "htmlReport" | undefined;
}

/** Too short a text finds nothing. */
export const isTooShort = (q: string): boolean => q.trim().length < SEARCH_MINIMUM;

export const findMatches = async (scope: Scope, { q, include }: Asked): Promise<{ list: BuiltJson; total: number }> => {
  const term = q.trim();
  if (isTooShort(term)) return { list: BuiltJson.list(NO_ITEMS), total: 0 };
  const found = await searchLeads(scope, term, SEARCH_LIMIT, include);
  const { items, total } = include ? await cleanReports(found, include) : found;
  return { list: BuiltJson.list(items), total };
};
