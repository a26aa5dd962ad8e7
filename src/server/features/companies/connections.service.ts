import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { DecryptionError, type SecretBox } from "#platform/secrets.ts";
import {
  findAirtableSettings,
  findDeliverySettings,
  findLinkedInSettings,
  findModelSettings,
  findWorkflowSettings,
} from "./companies.queries.ts";

export { saveBaseName } from "./companies.queries.ts";

/** The secrets of a company: field name in the form, purpose in the encryption context, property and column. */
const SECRETS = {
  airtableApiKey: { purpose: "airtable", property: "airtableTokenEncrypted", column: "airtable_token_encrypted" },
  deliverySecret: { purpose: "delivery", property: "deliverySecretEncrypted", column: "delivery_secret_encrypted" },
  aiApiKey: { purpose: "ai", property: "aiKeyEncrypted", column: "ai_key_encrypted" },
  unipileApiKey: { purpose: "unipile", property: "unipileKeyEncrypted", column: "unipile_key_encrypted" },
} as const;

export type SecretName = keyof typeof SECRETS;
type EncryptedName = (typeof SECRETS)[SecretName]["property"];

const names = Object.keys(SECRETS) as SecretName[];

/** Encryption context: a secret that is copied to the row of another company cannot be decrypted. */
const contextOf = (companyId: string, name: SecretName): string => `company:${companyId}:${SECRETS[name].purpose}`;

export const companySecretColumns: EncryptedColumn[] = names.map((name) => ({
  table: "companies",
  column: SECRETS[name].column,
  contextOf: (id) => contextOf(id, name),
}));

/** Encrypts the new secrets. A blank field means no change: the form cannot show what is stored. */
export const encryptSecrets = (
  secrets: SecretBox,
  companyId: string,
  plainSecrets: Partial<Record<SecretName, string | undefined>>,
): Partial<Record<EncryptedName, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const plain = plainSecrets[name];
      return plain ? [[SECRETS[name].property, secrets.encrypt(plain, contextOf(companyId, name))]] : [];
    }),
  );

export const decryptSecret = (secrets: SecretBox, companyId: string, name: SecretName, encrypted: string): string =>
  secrets.decrypt(encrypted, contextOf(companyId, name));

export const changedSecrets = (
  before: Record<EncryptedName, string | null>,
  after: Record<EncryptedName, string | null>,
): SecretName[] => names.filter((name) => before[SECRETS[name].property] !== after[SECRETS[name].property]);

export interface AirtableAccess {
  baseId: string;
  /** Null when the stored token cannot be decrypted. */
  token: string | null;
}

const decryptAirtableToken = (secrets: SecretBox, companyId: string, encrypted: string): string | null => {
  try {
    return decryptSecret(secrets, companyId, "airtableApiKey", encrypted);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
};

/** The Airtable base of a company and its token; undefined when one is missing or the company is inactive. */
export const findAccess = async (
  { database, secrets }: Pick<Platform, "database" | "secrets">,
  companyId: string,
): Promise<AirtableAccess | undefined> => {
  const found = await findAirtableSettings({ db: database.platform }, companyId);
  if (!found?.baseId || !found.tokenEncrypted || !found.isActive) return undefined;
  return { baseId: found.baseId, token: decryptAirtableToken(secrets, companyId, found.tokenEncrypted) };
};

/** The base and token of a company, also when it is inactive. Reading a token that cannot be decrypted throws. */
export const findStoredAirtable = async (
  { database, secrets }: Pick<Platform, "database" | "secrets">,
  companyId: string,
): Promise<{ baseId: string | null; baseName: string | null; readToken(): string | null } | undefined> => {
  const found = await findAirtableSettings({ db: database.platform }, companyId);
  if (!found) return undefined;
  const { baseId, baseName, tokenEncrypted } = found;
  const readToken = () => tokenEncrypted && decryptSecret(secrets, companyId, "airtableApiKey", tokenEncrypted);
  return { baseId, baseName, readToken };
};

/** Encrypts a token for this company. */
export const encryptAirtableToken = (secrets: SecretBox, companyId: string, token: string): string =>
  encryptSecrets(secrets, companyId, { airtableApiKey: token }).airtableTokenEncrypted ?? "";

/** Whether a base and a token are stored: also true for an inactive company, and for a token that cannot be decrypted. */
export const isConnected = async (scope: PlatformScope, companyId: string): Promise<boolean> => {
  const found = await findAirtableSettings(scope, companyId);
  return Boolean(found?.baseId && found.tokenEncrypted);
};

/** Undefined when it cannot be decrypted, which is logged. */
const decryptDeliverySecret = (
  { secrets, log }: Pick<Platform, "secrets" | "log">,
  companyId: string,
  encrypted: string,
): string | undefined => {
  try {
    return decryptSecret(secrets, companyId, "deliverySecret", encrypted);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, companyId }, "the delivery secret of a company cannot be decrypted");
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
 * Where a company's messages are delivered. Undefined when we cannot send for it: it is inactive or deleted, its
 * settings are incomplete, or its secret cannot be decrypted (messages are then not sent unsigned).
 */
export const findDeliveryAccess = async (
  deps: DeliveryAccessDeps,
  companyId: string,
): Promise<DeliveryAccess | undefined> => {
  const found = await findDeliverySettings({ db: deps.database.platform }, companyId);
  if (!found?.url) return undefined;
  if (!found.secretEncrypted) return { url: found.url, secret: undefined };
  const secret = decryptDeliverySecret(deps, companyId, found.secretEncrypted);
  return secret ? { url: found.url, secret } : undefined;
};

/** Encrypts a delivery secret for this company. */
export const encryptDeliverySecret = (secrets: SecretBox, companyId: string, secret: string): string =>
  encryptSecrets(secrets, companyId, { deliverySecret: secret }).deliverySecretEncrypted ?? "";

export interface WorkflowAccess {
  url: string;
  /** "unreadable": set but cannot be decrypted, so the workflow must not be called (not even unsigned). */
  secret: { plain: string } | "none" | "unreadable";
}

/** Where a workflow of a company is started; undefined when it is not set up. Calls are signed with the delivery secret. */
export const findWorkflowAccess = async (
  deps: Pick<Platform, "database" | "secrets" | "log">,
  companyId: string,
  id: WorkflowId,
): Promise<WorkflowAccess | undefined> => {
  const found = await findWorkflowSettings({ db: deps.database.platform }, companyId);
  const url = found?.urls[id];
  if (!url) return undefined;
  if (!found.secretEncrypted) return { url, secret: "none" };
  const plain = decryptDeliverySecret(deps, companyId, found.secretEncrypted);
  return { url, secret: plain ? { plain } : "unreadable" };
};

export interface LanguageModelAccess {
  baseUrl: string;
  model: string;
  apiKey: string | undefined;
  /** Null: not found out yet. */
  structuredOutput: "schema" | "json_object" | "text" | null;
}

/** The language model of a company that uses our writer; undefined when it does not, or its settings are incomplete. */
export const findModelAccess = async (
  deps: ModelAccessDeps,
  companyId: string,
): Promise<LanguageModelAccess | undefined> => {
  const found = await findModelSettings({ db: deps.database.platform }, companyId);
  if (!found?.isOn || !found.baseUrl || !found.model) return undefined;
  const { baseUrl, model, structuredOutput, keyEncrypted } = found;
  return { baseUrl, model, structuredOutput, apiKey: decryptAiKey(deps, companyId, keyEncrypted) };
};

/** Whether an active company uses our writer without saying which model. */
export const isModelMissing = async ({ database }: Pick<Platform, "database">, companyId: string): Promise<boolean> => {
  const found = await findModelSettings({ db: database.platform }, companyId);
  return found?.isOn === true && !(found.baseUrl && found.model);
};

type ModelAccessDeps = Pick<Platform, "database" | "secrets" | "log">;

/** Undefined when there is none, or when it cannot be decrypted, which is logged. */
const decryptAiKey = (
  { secrets, log }: Pick<Platform, "secrets" | "log">,
  companyId: string,
  encrypted: string | null,
): string | undefined => {
  try {
    return encrypted ? decryptSecret(secrets, companyId, "aiApiKey", encrypted) : undefined;
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, companyId }, "the key of a company's language model cannot be decrypted");
    return undefined;
  }
};

export const findAiKey = async (deps: ModelAccessDeps, companyId: string): Promise<string | undefined> => {
  const found = await findModelSettings({ db: deps.database.platform }, companyId);
  return decryptAiKey(deps, companyId, found?.keyEncrypted ?? null);
};

/** Encrypts the key of a language model for this company. */
export const encryptAiKey = (secrets: Platform["secrets"], companyId: string, key: string): string =>
  encryptSecrets(secrets, companyId, { aiApiKey: key }).aiKeyEncrypted ?? "";

/** Encrypts the key of the LinkedIn gateway for this company. */
export const encryptUnipileKey = (secrets: SecretBox, companyId: string, key: string): string =>
  encryptSecrets(secrets, companyId, { unipileApiKey: key }).unipileKeyEncrypted ?? "";

/** The LinkedIn gateway of a company; undefined when it is not set up, or its key cannot be decrypted, which is logged. */
export const findLinkedInAccess = async (
  { database, secrets, log }: ModelAccessDeps,
  companyId: string,
  which: "active" | "any" = "active",
): Promise<{ url: string; apiKey: string } | undefined> => {
  const found = await findLinkedInSettings({ db: database.platform }, companyId);
  if (!found?.url || !found.keyEncrypted || (which === "active" && !found.isActive)) return undefined;
  try {
    return { url: found.url, apiKey: decryptSecret(secrets, companyId, "unipileApiKey", found.keyEncrypted) };
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    log.error({ err: error, companyId }, "the key of a company's LinkedIn gateway cannot be decrypted");
    return undefined;
  }
};
