import { changedFields, filledFields, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import type { CompanyValues } from "./companies.queries.ts";
import { changedSecrets } from "./connections.service.ts";

type Fields = Record<string, unknown>;

/** Never a secret, not even an encrypted one. */
const withoutSecrets = ({
  airtableTokenEncrypted: _token,
  deliverySecretEncrypted: _secret,
  aiKeyEncrypted: _key,
  unipileKeyEncrypted: _gatewayKey,
  ...rest
}: CompanyValues) => rest;

const markChangedSecrets = (before: CompanyValues, after: CompanyValues): Record<string, string> =>
  Object.fromEntries(changedSecrets(before, after).map((name) => [name, SECRET_CHANGED]));

/** Addresses at which a program of the company listens: whoever knows the path can call it. */
const CALLED_ADDRESSES = ["deliveryWebhookUrl", "workflowUrls"];

const hostOf = (address: unknown): string | undefined =>
  typeof address === "string" ? (URL.parse(address)?.host ?? "") : undefined;

/** The host of an address, or of each address in a record, and whether the rest of it was changed. */
const toHosts = (value: unknown, old: unknown): unknown => {
  if (typeof value === "object" && value !== null) {
    const stored = (old ?? {}) as Fields;
    return Object.fromEntries(Object.entries(value).map(([name, address]) => [name, toHosts(address, stored[name])]));
  }
  const host = hostOf(value);
  if (host === undefined) return value;
  return value !== old && host === hostOf(old) ? `${host} (${SECRET_CHANGED})` : host;
};

const hidePaths = (fields: Fields, old: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      CALLED_ADDRESSES.includes(name) ? toHosts(value, old[name]) : value,
    ]),
  );

/** What the audit log says about a new company. */
export const describeNewCompany = (inserted: CompanyValues, company: CompanyValues): Fields => ({
  ...hidePaths(filledFields(withoutSecrets(company))),
  ...markChangedSecrets(inserted, company),
});

/** What the audit log says about a change; undefined when nothing was changed. */
export const describeCompanyChange = (before: CompanyValues, after: CompanyValues) => {
  const changed = changedFields(withoutSecrets(before), {
    ...withoutSecrets(after),
    ...markChangedSecrets(before, after),
  });
  return changed && { before: hidePaths(changed.before), after: hidePaths(changed.after, changed.before) };
};
