import type { DeliveryChange } from "#contract/company-forms.ts";
import type { LinkedInSettings } from "#contract/linkedin.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { changeCompany } from "#server/features/companies/companies.service.ts";
import { findLinkedInAccess } from "#server/features/companies/connections.service.ts";
import { GatewayError } from "../gateway/gateway.ts";
import { gatewayText } from "../linkedin.policy.ts";
import { findSettings } from "./accounts.queries.ts";
import type { ListAccounts } from "./shared-account-lists.ts";

export const readSettings = async ({ database }: Platform, { companyId }: Scope): Promise<LinkedInSettings> => {
  const settings = await findSettings({ db: database.platform }, companyId);
  if (!settings) throw notFound();
  return settings;
};

const fieldError = (path: string, message: string): AppError =>
  new AppError("invalid", message, { details: [{ path, message }] });

interface Entered {
  unipileUrl?: string | null | undefined;
  unipileApiKey?: string | undefined;
}

/** Blank fields are taken from the stored settings. The stored key only goes to the stored address. */
const accessFor = async (platform: Platform, { companyId }: Scope, stored: LinkedInSettings, entered: Entered) => {
  const url = entered.unipileUrl || stored.unipileUrl;
  if (!url) throw fieldError("unipileUrl", "Vul het adres van Unipile in.");
  const storedKey = url === stored.unipileUrl ? (await findLinkedInAccess(platform, companyId))?.apiKey : undefined;
  const apiKey = entered.unipileApiKey || storedKey;
  if (!apiKey) throw fieldError("unipileApiKey", "Vul de sleutel van Unipile in.");
  return { url, apiKey };
};

/** How many LinkedIn accounts the gateway has, or why it cannot be asked. */
export const testGateway = async (
  platform: Platform,
  listAccounts: ListAccounts,
  scope: Scope,
  entered: Entered,
): Promise<{ ok: boolean; message: string }> => {
  try {
    const access = await accessFor(platform, scope, await readSettings(platform, scope), entered);
    const accounts = await listAccounts(scope.companyId, access);
    const count = accounts.filter(({ isLinkedIn }) => isLinkedIn).length;
    return {
      ok: true,
      message: `Verbinding gelukt: ${count} ${count === 1 ? "LinkedIn-account" : "LinkedIn-accounts"} bij Unipile.`,
    };
  } catch (error) {
    if (error instanceof GatewayError) return { ok: false, message: gatewayText(error.problem) };
    if (error instanceof AppError) return { ok: false, message: error.message };
    throw error;
  }
};

const CONFIRM = "Bevestig eerst dat je de risico's van versturen via LinkedIn kent.";

/** LinkedIn is switched on only after a confirmation and a successful test. */
export const changeSettings = async (
  platform: Platform,
  listAccounts: ListAccounts,
  scope: Scope,
  actor: AuditActor,
  { confirmed, ...change }: DeliveryChange,
): Promise<LinkedInSettings> => {
  const stored = await readSettings(platform, scope);
  const isOn = (change.deliveryChannel ?? stored.deliveryChannel) === "linkedin";
  if (isOn && stored.deliveryChannel !== "linkedin" && !confirmed) throw fieldError("confirmed", CONFIRM);
  if (isOn) {
    const access = await accessFor(platform, scope, stored, change);
    await listAccounts(scope.companyId, access).catch((error: unknown) => {
      if (!(error instanceof GatewayError)) throw error;
      throw fieldError(error.problem === "key" ? "unipileApiKey" : "unipileUrl", gatewayText(error.problem));
    });
  }
  await changeCompany(platform, actor, scope.companyId, change);
  return readSettings(platform, scope);
};
