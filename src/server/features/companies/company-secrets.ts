import type { SealedColumn } from "#platform/reseal.ts";
import type { SecretBox } from "#platform/secrets.ts";

/** The secrets of a company: as a form calls them, what they are sealed for, and where they are kept. */
const SECRETS = {
  airtableApiKey: { purpose: "airtable", kept: "airtableTokenSealed", column: "airtable_token_sealed" },
  deliverySecret: { purpose: "delivery", kept: "deliverySecretSealed", column: "delivery_secret_sealed" },
  aiApiKey: { purpose: "ai", kept: "aiKeySealed", column: "ai_key_sealed" },
} as const;

export type SecretName = keyof typeof SECRETS;
export type SealedName = (typeof SECRETS)[SecretName]["kept"];

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
