import { randomUUID } from "node:crypto";
import { type AdminCompany, type Company, RESTORE_DAYS } from "#contract/companies.ts";
import type { CompanyChange, NewCompany, OwnCompanyChange } from "#contract/company-forms.ts";
import type { WorkflowId } from "#contract/workflows.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOfCompany } from "#platform/sessions.ts";
import { type Clock, DAY_MS } from "#platform/time.ts";
import { type AuditActor, recordChange } from "#server/features/audit/audit.service.ts";
import { invalidatePlans } from "#server/features/senders/senders.service.ts";
import { hasPlatformAdminInOtherCompany } from "#server/features/users/users.service.ts";
import { resumeWriter, wakeWriter } from "#server/features/writer/writer.service.ts";
import {
  requireCallableUrls,
  requireOwnLogo,
  requireWebhookAddress,
  requireWriterConfirmation,
  sendsDataElsewhere,
} from "./companies.policy.ts";
import {
  type CompanyValues,
  findCompany,
  findDeleted,
  findOwnCompany,
  insertCompany,
  lockCompany,
  markDeleted,
  markRestored,
  storeWriterConfirmation,
  updateCompany,
} from "./companies.queries.ts";
import { describeCompanyChange, describeNewCompany } from "./company-log.ts";
import { encryptSecrets } from "./connections.service.ts";

export { requireWriterConfirmation } from "./companies.policy.ts";

type CompanyChangeDeps = Pick<Platform, "config" | "events" | "clock" | "secrets">;
type WorkflowUrls = CompanyValues["workflowUrls"];

/** A URL in the change replaces or removes the stored one; the others stay. */
const mergeWorkflows = (stored: WorkflowUrls, change: Partial<Record<WorkflowId, string | null>>): WorkflowUrls => {
  const merged = Object.entries({ ...stored, ...change }).filter(([, address]) => address !== null);
  return Object.fromEntries(merged);
};

const isOtherAddress = (before: string | null, after: string | null): boolean =>
  before !== null && URL.parse(before)?.origin !== URL.parse(after ?? "")?.origin;

/** A stored key goes to the address that it was entered for: whoever can change the address must not get the key. */
const dropKeys = (stored: CompanyValues, { aiBaseUrl, unipileUrl }: CompanyChange): Partial<CompanyValues> => ({
  ...(aiBaseUrl !== undefined && isOtherAddress(stored.aiBaseUrl, aiBaseUrl) ? { aiKeyEncrypted: null } : {}),
  ...(unipileUrl !== undefined && isOtherAddress(stored.unipileUrl, unipileUrl) ? { unipileKeyEncrypted: null } : {}),
});

/** The company after the change. Fields that the change does not name stay. */
const mergeCompany = (
  { secrets }: Pick<Platform, "secrets">,
  companyId: string,
  stored: CompanyValues,
  change: CompanyChange,
): CompanyValues => {
  const {
    workflowUrls,
    airtableApiKey,
    deliverySecret,
    aiApiKey,
    unipileApiKey,
    writerConfirmed: _confirmed,
    ...plain
  } = change;
  return {
    ...stored,
    ...plain,
    workflowUrls: mergeWorkflows(stored.workflowUrls, workflowUrls ?? {}),
    ...dropKeys(stored, change),
    ...encryptSecrets(secrets, companyId, { airtableApiKey, deliverySecret, aiApiKey, unipileApiKey }),
  };
};

const confirmationIn = ({ writerConfirmed }: CompanyChange) => ({
  isConfirmed: writerConfirmed,
  path: "writerConfirmed",
});

/** Stores a change with its log entry. False: there is no such company. */
const storeCompanyChange = async (
  deps: CompanyChangeDeps,
  scope: PlatformScope,
  actor: AuditActor,
  id: string,
  change: CompanyChange,
): Promise<boolean> => {
  const before = await lockCompany(scope, id);
  if (!before) return false;
  // A form that sends the stored logo again changes nothing.
  if (change.logoUrl !== before.logoUrl) requireOwnLogo(id, change.logoUrl, deps.config.publicUrl);
  const after = mergeCompany(deps, id, before, change);
  requireWebhookAddress(change, after);
  requireWriterConfirmation(before, after, confirmationIn(change));
  const changed = describeCompanyChange(before, after);
  if (!changed) return true;
  await updateCompany(scope, id, after, deps.clock.now());
  if (sendsDataElsewhere(before, after)) await storeWriterConfirmation(scope, id, actor.name, deps.clock.now());
  const subject = { type: "company", id, name: after.name };
  await recordChange(deps, scope, actor, { companyId: id, action: "company.updated", subject, ...changed }, "company");
  return true;
};

export const restorableSince = (clock: Clock): Date => new Date(clock.now().getTime() - RESTORE_DAYS * DAY_MS);

/** The company with its connections. */
export const requireCompany = async (scope: PlatformScope, id: string): Promise<AdminCompany> => {
  const company = await findCompany(scope, id);
  if (!company) throw notFound();
  return company;
};

const recordCompanyChange = (
  platform: Platform,
  scope: PlatformScope,
  actor: AuditActor,
  event: "created" | "deleted" | "restored",
  { id, name }: { id: string; name: string },
  after?: Record<string, unknown>,
): Promise<void> => {
  const subject = { type: "company", id, name };
  const change = { companyId: id, action: `company.${event}`, subject, ...(after ? { after } : {}) };
  return recordChange(platform, scope, actor, change, "company");
};

export const createCompany = async (platform: Platform, actor: AuditActor, form: NewCompany): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  const id = randomUUID();
  requireOwnLogo(id, form.logoUrl, platform.config.publicUrl);
  await requireCallableUrls(platform, form);
  await transaction(scope, async (scope) => {
    const at = platform.clock.now();
    await insertCompany(scope, id, form.name, at);
    const inserted = await lockCompany(scope, id);
    if (!inserted) throw notFound();
    const company = mergeCompany(platform, id, inserted, form);
    requireWebhookAddress(form, company);
    requireWriterConfirmation(inserted, company, confirmationIn(form));
    await updateCompany(scope, id, company, at);
    if (sendsDataElsewhere(inserted, company)) await storeWriterConfirmation(scope, id, actor.name, at);
    const after = describeNewCompany(inserted, company);
    await recordCompanyChange(platform, scope, actor, "created", { id, name: company.name }, after);
  });
  return requireCompany(scope, id);
};

const WRITER_SETTINGS = ["aiBaseUrl", "aiModel", "aiApiKey", "aiDailyTokens"] as const;

export const changeCompany = async (
  platform: Platform,
  actor: AuditActor,
  id: string,
  change: CompanyChange,
): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  await requireCallableUrls(platform, change);
  const found = await transaction(scope, (scope) => storeCompanyChange(platform, scope, actor, id, change));
  if (!found) throw notFound();
  const tenant = { db: platform.database.tenant(id), companyId: id };
  // Both settings decide which parts wait: without an address those for the webhook do, without a base none waits for Airtable.
  if (change.deliveryWebhookUrl !== undefined || change.airtableBaseId !== undefined) await invalidatePlans(tenant);
  if (WRITER_SETTINGS.some((name) => change[name] !== undefined)) await resumeWriter(platform, tenant);
  // Where it was switched off, it ends the texts that were requested.
  if (change.writer === "airtable") await wakeWriter(platform, tenant);
  return requireCompany(scope, id);
};

const LAST_ADMIN = "De laatste actieve platformbeheerder hoort bij dit bedrijf. Het kan daarom niet worden verwijderd.";
const OWN_COMPANY = "Je hoort zelf bij dit bedrijf. Een andere platformbeheerder kan het verwijderen.";

/**
 * Hides a company and ends its sessions. Admins cannot delete their own company, nor that of the last platform admin.
 */
export const removeCompany = (platform: Platform, actor: AuditActor, id: string): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    const company = await lockCompany(scope, id);
    if (!company) throw notFound();
    if (!(await hasPlatformAdminInOtherCompany(scope, id))) throw new AppError("conflict", LAST_ADMIN);
    if (actor.companyId === id) throw new AppError("conflict", OWN_COMPANY);
    await markDeleted(scope, id, platform.clock.now());
    await endSessionsOfCompany(scope, id);
    await recordCompanyChange(platform, scope, actor, "deleted", { id, name: company.name });
  });

export const listDeleted = ({ database, clock }: Pick<Platform, "database" | "clock">) =>
  findDeleted({ db: database.platform }, restorableSince(clock), RESTORE_DAYS);

const restoreError = async (scope: PlatformScope, id: string): Promise<AppError> =>
  (await findCompany(scope, id)) ? new AppError("conflict", "Dit bedrijf is niet verwijderd.") : notFound();

export const restoreCompany = async (platform: Platform, actor: AuditActor, id: string): Promise<AdminCompany> => {
  const scope = { db: platform.database.platform };
  await transaction(scope, async (scope) => {
    const { clock } = platform;
    const company = await markRestored(scope, id, restorableSince(clock), clock.now());
    if (!company) throw await restoreError(scope, id);
    await recordCompanyChange(platform, scope, actor, "restored", { id, name: company.name });
  });
  return requireCompany(scope, id);
};

export const readOwnCompany = async (scope: Scope, id: string): Promise<Company> => {
  const company = await findOwnCompany(scope, id);
  if (!company) throw notFound();
  return company;
};

/**
 * Uses the platform's connection, for the session's own company only. The tenant role can read its company but not
 * change it: the row also contains secrets and settings that only the platform may change.
 */
export const changeOwnCompany = async (
  platform: Platform,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: OwnCompanyChange,
): Promise<Company> => {
  const own = await readOwnCompany(scope, id);
  const found = await transaction({ db: platform.database.platform }, ({ db }) =>
    storeCompanyChange(platform, { db }, actor, own.id, change),
  );
  if (!found) throw notFound();
  return readOwnCompany(scope, id);
};
