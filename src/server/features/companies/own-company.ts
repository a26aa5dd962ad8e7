import type { Company } from "#contract/companies.ts";
import type { OwnCompanyChange } from "#contract/company-form.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { Author } from "#server/features/audit/audit.service.ts";
import { findOwnCompany } from "./companies.queries.ts";
import { storeChange } from "./company-change.ts";

export const readOwnCompany = async (scope: Scope, id: string): Promise<Company> => {
  const company = await findOwnCompany(scope, id);
  if (!company) throw notFound();
  return company;
};

/**
 * Written over the platform's connection, for the session's own company and nothing else. The tenant role can read its
 * company but not change it: the row also holds what only the platform sets, and the secrets.
 */
export const changeOwnCompany = async (
  platform: Platform,
  scope: Scope,
  author: Author,
  id: string,
  change: OwnCompanyChange,
): Promise<Company> => {
  const own = await readOwnCompany(scope, id);
  const found = await transaction({ db: platform.database.platform }, ({ db }) =>
    storeChange(platform, { db }, author, own.id, change),
  );
  if (!found) throw notFound();
  return readOwnCompany(scope, id);
};
