import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { SealedColumn } from "#platform/reseal.ts";
import { SealedSecretError, type SecretBox } from "#platform/secrets.ts";
import { findAirtableAccess, findDeliverySettings, findWorkflowSettings } from "./companies.queries.ts";

/** The secrets of a company: as a form calls them, what they are sealed for, and where they are kept. */
const SECRETS = {
  airtableApiKey: { purpose: "airtable", kept: "airtableTokenSealed", column: "airtable_token_sealed" },
  deliverySecret: { purpose: "delivery", kept: "deliverySecretSealed", column: "delivery_secret_sealed" },
  aiApiKey: { purpose: "ai", kept: "aiKeySealed", column: "ai_key_sealed" },
} as const;

export type SecretName = keyof typeof SECRETS;
type SealedName = (typeof SECRETS)[SecretName]["kept"];

const names = Object.keys(SECRETS) as SecretName[];

/** Sealed for one company: moved to another's row it does not open. */
const contextOf = (companyId: string, name: SecretName): string => `company:${companyId}:${SECRETS[name].purpose}`;

export const companySecretColumns: SealedColumn[] = names.map((name) => ({
  table: "companies",
  column: SECRETS[name].column,
  contextOf: (id) => contextOf(id, name),
}));

/** The new ones, sealed. Blank is none: the form cannot show what is stored, so it sends nothing for "leave it". */
export const sealSecrets = (
  box: SecretBox,
  companyId: string,
  given: Partial<Record<SecretName, string | undefined>>,
): Partial<Record<SealedName, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const plain = given[name];
      return plain ? [[SECRETS[name].kept, box.seal(plain, contextOf(companyId, name))]] : [];
    }),
  );

export const openSecret = (box: SecretBox, companyId: string, name: SecretName, sealed: string): string =>
  box.open(sealed, contextOf(companyId, name));

/** The names of the secrets that differ between two states of a company. */
export const changedSecrets = (
  before: Record<SealedName, string | null>,
  after: Record<SealedName, string | null>,
): SecretName[] => names.filter((name) => before[SECRETS[name].kept] !== after[SECRETS[name].kept]);

interface AirtableAccess {
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

/** Nothing when it cannot be opened, which the log then says. */
const openDeliverySecret = (
  { secrets, log }: Pick<Platform, "secrets" | "log">,
  companyId: string,
  sealed: string,
): string | undefined => {
  try {
    return openSecret(secrets, companyId, "deliverySecret", sealed);
  } catch (error) {
    if (!(error instanceof SealedSecretError)) throw error;
    log.error({ err: error, companyId }, "the delivery secret of a company cannot be opened");
    return undefined;
  }
};

export interface DeliveryAccess {
  url: string;
  /** Absent when none is set. */
  secret: string | undefined;
}

type DeliveryAccessDeps = Pick<Platform, "database" | "secrets" | "log">;

/**
 * Where a company's messages are delivered. Nothing when we do not send for it: it is inactive or deleted, has its own
 * automation, or its settings are not complete. An unsigned message in place of a signed one is never sent.
 */
export const findDeliveryAccess = async (
  deps: DeliveryAccessDeps,
  companyId: string,
): Promise<DeliveryAccess | undefined> => {
  const found = await findDeliverySettings({ db: deps.database.platform }, companyId);
  if (!found?.url) return undefined;
  if (!found.secretSealed) return { url: found.url, secret: undefined };
  const secret = openDeliverySecret(deps, companyId, found.secretSealed);
  return secret ? { url: found.url, secret } : undefined;
};

/** A secret as it is kept for this company. */
export const sealDeliverySecret = (secrets: Platform["secrets"], companyId: string, secret: string): string =>
  sealSecrets(secrets, companyId, { deliverySecret: secret }).deliverySecretSealed ?? "";

export interface WorkflowAccess {
  url: string;
  /** "none" when none is set. What is set and cannot be opened is no reason to call unsigned. */
  secret: { plain: string } | "none" | "sealed";
}

/** Where a workflow of a company is started, or nothing when that is not set up. */
export const findWorkflowAccess = async (
  deps: Pick<Platform, "database" | "secrets" | "log">,
  companyId: string,
  id: WorkflowId,
): Promise<WorkflowAccess | undefined> => {
  const found = await findWorkflowSettings({ db: deps.database.platform }, companyId);
  const url = found?.urls[id];
  if (!url) return undefined;
  if (!found.secretSealed) return { url, secret: "none" };
  const plain = openDeliverySecret(deps, companyId, found.secretSealed);
  return { url, secret: plain ? { plain } : "sealed" };
};
