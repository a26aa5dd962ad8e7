import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { SealedColumn } from "#platform/reseal.ts";
import { SealedSecretError, type SecretBox } from "#platform/secrets.ts";
import { findAirtableAccess, findDeliverySettings, findWorkflowSettings } from "./companies.queries.ts";

/** The secrets of a company: field name in the form, purpose in the encryption context, property and column. */
const SECRETS = {
  airtableApiKey: { purpose: "airtable", property: "airtableTokenSealed", column: "airtable_token_sealed" },
  deliverySecret: { purpose: "delivery", property: "deliverySecretSealed", column: "delivery_secret_sealed" },
  aiApiKey: { purpose: "ai", property: "aiKeySealed", column: "ai_key_sealed" },
} as const;

export type SecretName = keyof typeof SECRETS;
type SealedName = (typeof SECRETS)[SecretName]["property"];

const names = Object.keys(SECRETS) as SecretName[];

/** Encryption context: a secret that is copied to the row of another company cannot be decrypted. */
const contextOf = (companyId: string, name: SecretName): string => `company:${companyId}:${SECRETS[name].purpose}`;

export const companySecretColumns: SealedColumn[] = names.map((name) => ({
  table: "companies",
  column: SECRETS[name].column,
  contextOf: (id) => contextOf(id, name),
}));

/** Encrypts the new secrets. A blank field means no change: the form cannot show what is stored. */
export const sealSecrets = (
  box: SecretBox,
  companyId: string,
  plainSecrets: Partial<Record<SecretName, string | undefined>>,
): Partial<Record<SealedName, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const plain = plainSecrets[name];
      return plain ? [[SECRETS[name].property, box.seal(plain, contextOf(companyId, name))]] : [];
    }),
  );

export const openSecret = (box: SecretBox, companyId: string, name: SecretName, sealed: string): string =>
  box.open(sealed, contextOf(companyId, name));

export const changedSecrets = (
  before: Record<SealedName, string | null>,
  after: Record<SealedName, string | null>,
): SecretName[] => names.filter((name) => before[SECRETS[name].property] !== after[SECRETS[name].property]);

interface AirtableAccess {
  baseId: string;
  /** Null when the stored token cannot be decrypted. */
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

/** The base of a company and its token; undefined when one is missing or the company is inactive. */
export const findAccess = async (
  { database, secrets }: Pick<Platform, "database" | "secrets">,
  companyId: string,
): Promise<AirtableAccess | undefined> => {
  const found = await findAirtableAccess({ db: database.platform }, companyId);
  if (!found?.baseId || !found.tokenSealed || !found.isActive) return undefined;
  return { baseId: found.baseId, token: openToken(secrets, companyId, found.tokenSealed) };
};

/** Encrypts a token for this company. */
export const sealAirtableToken = (secrets: Platform["secrets"], companyId: string, token: string): string =>
  sealSecrets(secrets, companyId, { airtableApiKey: token }).airtableTokenSealed ?? "";

/** Whether a base and a token are set, without decrypting anything. */
export const isConnected = async (scope: PlatformScope, companyId: string): Promise<boolean> => {
  const found = await findAirtableAccess(scope, companyId);
  return Boolean(found?.baseId && found.tokenSealed);
};

/** Undefined when it cannot be decrypted, which is logged. */
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
  /** Undefined when none is set. */
  secret: string | undefined;
}

type DeliveryAccessDeps = Pick<Platform, "database" | "secrets" | "log">;

/**
 * Where a company's messages are delivered. Undefined when we do not send for it: it is inactive or deleted, uses its
 * own automation, its settings are incomplete, or its secret cannot be decrypted (messages are then not sent unsigned).
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

/** Encrypts a delivery secret for this company. */
export const sealDeliverySecret = (secrets: Platform["secrets"], companyId: string, secret: string): string =>
  sealSecrets(secrets, companyId, { deliverySecret: secret }).deliverySecretSealed ?? "";

export interface WorkflowAccess {
  url: string;
  /** "sealed": set but cannot be decrypted, so the workflow must not be called (not even unsigned). */
  secret: { plain: string } | "none" | "sealed";
}

/** Where a workflow of a company is started; undefined when it is not set up. */
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
