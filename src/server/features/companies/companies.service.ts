import { randomUUID } from "node:crypto";
import { type AdminCompany, RESTORE_DAYS } from "#contract/companies.ts";
import type { CompanyChange, NewCompany } from "#contract/company-form.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Clock } from "#platform/clock.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOfCompany } from "#platform/sessions.ts";
import { type Author, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import { hasPlatformAdminOutside } from "#server/features/users/users.service.ts";
import {
  findCompany,
  findDeleted,
  insertCompany,
  lockCompany,
  markDeleted,
  markRestored,
  updateCompany,
} from "./companies.queries.ts";
import { loggedValues, mergeCompany, secretMarks, storeChange } from "./company-change.ts";

const DAY = 86_400_000;

/** What was deleted after this moment can be brought back. */
export const restoreLimit = (clock: Clock): Date => new Date(clock.now().getTime() - RESTORE_DAYS * DAY);

const requireCompany = async (scope: PlatformScope, id: string): Promise<AdminCompany> => {
  const company = await findCompany(scope, id);
  if (!company) throw notFound();
  return company;
};

const record = (
  platform: Platform,
  scope: PlatformScope,
  author: Author,
  what: "created" | "deleted" | "restored",
  { id, name }: { id: string; name: string },
  after?: Record<string, unknown>,
): Promise<void> => {
  const subject = { type: "company", id, name };
  const change = { companyId: id, action: `company.${what}`, subject, ...(after ? { after } : {}) };
  return recordChange(platform, scope, author, change, "company");
};

export const createCompany = async (platform: Platform, author: Author, form: NewCompany): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  const id = randomUUID();
  await transaction(scope, async (scope) => {
    const at = platform.clock.now();
    await insertCompany(scope, id, form.name, at);
    const empty = await lockCompany(scope, id);
    if (!empty) throw notFound();
    const company = mergeCompany(platform, id, empty, form);
    await updateCompany(scope, id, company, at);
    const after = { ...filledFields(loggedValues(company)), ...secretMarks(empty, company) };
    await record(platform, scope, author, "created", { id, name: company.name }, after);
  });
  return requireCompany(scope, id);
};

export const changeCompany = async (
  platform: Platform,
  author: Author,
  id: string,
  change: CompanyChange,
): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  const found = await transaction(scope, (scope) => storeChange(platform, scope, author, id, change));
  if (!found) throw notFound();
  return requireCompany(scope, id);
};

const LAST_ADMIN = "De laatste actieve platformbeheerder hoort bij dit bedrijf. Het kan daarom niet worden verwijderd.";
const OWN_COMPANY = "Je hoort zelf bij dit bedrijf. Een andere platformbeheerder kan het verwijderen.";

/** Hides a company and ends its sessions. Nobody removes the ground they stand on, nor that of the last platform admin. */
export const removeCompany = (platform: Platform, author: Author, id: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    const company = await lockCompany(scope, id);
    if (!company) throw notFound();
    if (!(await hasPlatformAdminOutside(scope, id))) throw new AppError("conflict", LAST_ADMIN);
    if (author.companyId === id) throw new AppError("conflict", OWN_COMPANY);
    await markDeleted(scope, id, platform.clock.now());
    await endSessionsOfCompany(scope, id);
    await record(platform, scope, author, "deleted", { id, name: company.name });
  });

export const listDeleted = ({ database, clock }: Pick<Platform, "database" | "clock">) =>
  findDeleted({ db: database.platform }, restoreLimit(clock), RESTORE_DAYS);

const whyNotRestored = async (scope: PlatformScope, id: string): Promise<AppError> =>
  (await findCompany(scope, id)) ? new AppError("conflict", "Dit bedrijf is niet verwijderd.") : notFound();

export const restoreCompany = async (platform: Platform, author: Author, id: string): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  await transaction(scope, async (scope) => {
    const { clock } = platform;
    const company = await markRestored(scope, id, restoreLimit(clock), clock.now());
    if (!company) throw await whyNotRestored(scope, id);
    await record(platform, scope, author, "restored", { id, name: company.name });
  });
  return requireCompany(scope, id);
};
