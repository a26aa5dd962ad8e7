import { DEFAULT_STATISTICS_PERSON } from "#contract/companies.ts";
import type { CompanyChange } from "#contract/company-form.ts";
import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, changedFields, recordChange, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import { type CompanyValues, lockCompany, updateCompany } from "./companies.queries.ts";
import { changedSecrets, sealSecrets } from "./company-secrets.ts";

type Needs = Pick<Platform, "events" | "clock" | "secrets">;
type WorkflowUrls = CompanyValues["workflowUrls"];

/** Each address is set or removed by itself: what the change does not name stays. */
const mergeWorkflows = (stored: WorkflowUrls, change: Partial<Record<WorkflowId, string | null>>): WorkflowUrls => {
  const merged = Object.entries({ ...stored, ...change }).filter(([, address]) => address !== null);
  return Object.fromEntries(merged);
};

/** The company as it will be. What the change does not name stays. */
export const mergeCompany = (
  { secrets }: Pick<Platform, "secrets">,
  companyId: string,
  stored: CompanyValues,
  change: CompanyChange,
): CompanyValues => {
  const { workflowUrls, statisticsPerson, airtableApiKey, deliverySecret, aiApiKey, ...plain } = change;
  return {
    ...stored,
    ...plain,
    ...(statisticsPerson === undefined ? {} : { statisticsPerson: statisticsPerson ?? DEFAULT_STATISTICS_PERSON }),
    workflowUrls: mergeWorkflows(stored.workflowUrls, workflowUrls ?? {}),
    ...sealSecrets(secrets, companyId, { airtableApiKey, deliverySecret, aiApiKey }),
  };
};

/** What the log keeps of a company: never a secret, not even sealed. */
export const loggedValues = ({
  airtableTokenSealed: _token,
  deliverySecretSealed: _secret,
  aiKeySealed: _key,
  ...rest
}: CompanyValues) => rest;

export const secretMarks = (before: CompanyValues, after: CompanyValues): Record<string, string> =>
  Object.fromEntries(changedSecrets(before, after).map((name) => [name, SECRET_CHANGED]));

/** Changes a company in one transaction with the line in its log. False: there is no such company. */
export const storeChange = async (
  needs: Needs,
  scope: PlatformScope,
  author: Author,
  id: string,
  change: CompanyChange,
): Promise<boolean> => {
  const before = await lockCompany(scope, id);
  if (!before) return false;
  const after = mergeCompany(needs, id, before, change);
  const changed = changedFields(loggedValues(before), { ...loggedValues(after), ...secretMarks(before, after) });
  if (!changed) return true;
  await updateCompany(scope, id, after, needs.clock.now());
  const subject = { type: "company", id, name: after.name };
  await recordChange(
    needs,
    scope,
    author,
    { companyId: id, action: "company.updated", subject, ...changed },
    "company",
  );
  return true;
};
