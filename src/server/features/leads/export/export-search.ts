import { BuiltJson, NO_ITEMS } from "#platform/built-json.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findLeadsById, findMatchIds } from "../lead-lists.queries.ts";
import { isTooShort } from "../lead-search.ts";
import { EXPORT_PAGE } from "./export-list.ts";

/** Every match, not only those on the screen, in the same order; the place in them is the cursor. */
export const createMatchReader = (scope: Scope, term: string) => {
  let ids: readonly string[] | undefined;
  return async (cursor: string | undefined): Promise<BuiltJson> => {
    if (isTooShort(term)) return BuiltJson.page(NO_ITEMS, null);
    ids ??= await findMatchIds(scope, term);
    const from = Number(cursor ?? 0);
    const next = from + EXPORT_PAGE;
    const items = await findLeadsById(scope, ids.slice(from, next));
    return BuiltJson.page(items, next < ids.length ? String(next) : null);
  };
};
