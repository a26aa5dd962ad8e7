import type { ColleagueChange } from "#contract/user-form.ts";
import type { Colleague } from "#contract/users.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { type Asked, readNamedList } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { storeChange, valuesOf } from "./user-change.ts";
import { countColleagues, findColleague, findColleagues, lockUser, sortKey } from "./users.queries.ts";

/** Those of one's own company; another's is as unknown as one that does not exist. */
export const listColleagues = (scope: Scope, { companyId, ...asked }: Asked & { companyId?: string | undefined }) => {
  if (companyId !== undefined && companyId.toLowerCase() !== scope.companyId) throw notFound();
  return readNamedList(asked, {
    keyOf: sortKey,
    find: (after, most) => findColleagues(scope, after, most),
    count: () => countColleagues(scope),
  });
};

/**
 * Written over the platform's connection, for people of the session's company only. The tenant role stays without any
 * right to change people: no query of the workspace, however wrong, can ever hand out a role.
 */
export const changeColleague = async (
  platform: Platform,
  scope: Scope,
  author: Author,
  id: string,
  change: ColleagueChange,
): Promise<Colleague> => {
  await transaction({ db: platform.database.platform }, async ({ db }) => {
    const before = await lockUser({ db }, id);
    if (!before || before.companyId !== scope.companyId) throw notFound();
    const after = { ...valuesOf(before), ...change };
    await storeChange(platform, { db }, author, { before, after, companyName: before.companyName });
  });
  const changed = await findColleague(scope, id);
  if (!changed) throw notFound();
  return changed;
};
