import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { SealedSecretError } from "#platform/secrets.ts";
import { findAirtableAccess } from "./companies.queries.ts";
import { openSecret, sealSecrets } from "./company-secrets.ts";

export interface AirtableAccess {
  baseId: string;
  /** Null when what is stored can no longer be opened. */
  token: string | null;
}

const openToken = (secrets: Platform["secrets"], companyId: string, sealed: string): string | null => {
  try {
    return openSecret(secrets, companyId, "airtableApiKey", sealed);
  } catch (error) {
    if (error instanceof SealedSecretError) return null;
    throw error;
  }
};

/** The base of a company and the token for it; nothing when one is missing or the company does not work. */
export const findAccess = async (
  { database, secrets }: Pick<Platform, "database" | "secrets">,
  companyId: string,
): Promise<AirtableAccess | undefined> => {
  const found = await findAirtableAccess({ db: database.platform }, companyId);
  if (!found?.baseId || !found.tokenSealed || !found.isActive) return undefined;
  return { baseId: found.baseId, token: openToken(secrets, companyId, found.tokenSealed) };
};

/** A token as it is kept for this company. */
export const sealAirtableToken = (secrets: Platform["secrets"], companyId: string, token: string): string =>
  sealSecrets(secrets, companyId, { airtableApiKey: token }).airtableTokenSealed ?? "";

/** Whether a base and a token have been set, without opening anything. */
export const isConnected = async (scope: PlatformScope, companyId: string): Promise<boolean> => {
  const found = await findAirtableAccess(scope, companyId);
  return Boolean(found?.baseId && found.tokenSealed);
};
