import { randomUUID } from "node:crypto";
import type { SsoSettings } from "#contract/integration-forms.ts";
import type { SsoConnection } from "#contract/sso.ts";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { requireCallableUrl } from "#platform/outbound/require-callable-url.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { type Author, changedFields, recordChange, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import { discoverIssuer } from "./issuer-client.ts";
import {
  deleteConnection,
  endPasswordAccess,
  findConnection,
  findStoredConnection,
  findTakenDomains,
  replaceDomains,
  upsertConnection,
} from "./sso.queries.ts";

type SsoDeps = Pick<Platform, "database" | "secrets" | "outbound" | "events" | "clock" | "config">;

export const ssoSecretContext = (connectionId: string): string => `sso:${connectionId}:client-secret`;

export const ssoSecretColumn: EncryptedColumn = {
  table: "sso_connections",
  column: "client_secret_encrypted",
  contextOf: ssoSecretContext,
};

/** The page of the web that the identity provider sends the browser back to. */
export const redirectUriOf = ({ config }: Pick<Platform, "config">): string =>
  new URL("/login/sso", config.publicUrl).href;

export const readConnection = async (deps: SsoDeps, companyId: string): Promise<SsoConnection> => ({
  connection: (await findConnection({ db: deps.database.platform }, companyId)) ?? null,
  redirectUri: redirectUriOf(deps),
});

/** Anybody can have an address there, so no company can claim it. */
const PUBLIC_DOMAINS = new Set([
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "hotmail.nl",
  "icloud.com",
  "live.com",
  "live.nl",
  "me.com",
  "msn.com",
  "outlook.com",
  "proton.me",
  "yahoo.com",
  "ziggo.nl",
  "kpnmail.nl",
  "planet.nl",
  "xs4all.nl",
]);

const fieldError = (code: "invalid" | "conflict", path: string, message: string): AppError =>
  new AppError(code, message, { details: [{ path, message }] });

/** Not for an unchanged one: while an issuer fails, its company must be able to allow passwords. */
const requireIssuer = async ({ database, outbound }: SsoDeps, companyId: string, issuer: string): Promise<void> => {
  const stored = await findConnection({ db: database.platform }, companyId);
  if (stored?.issuer === issuer) return;
  await discoverIssuer(outbound, { issuer, clientId: "-", clientSecret: "-" }).catch(() => {
    throw fieldError("invalid", "issuer", "Dit adres antwoordt niet als een OpenID Connect-dienst. Controleer het.");
  });
};

const storeConnection = (
  deps: SsoDeps,
  companyId: string,
  author: Author,
  { clientSecret, ...settings }: SsoSettings,
): Promise<void> =>
  transaction({ db: deps.database.platform }, async (scope) => {
    const before = await findConnection(scope, companyId);
    const id = (await findStoredConnection(scope, { companyId }))?.id ?? randomUUID();
    // The stored secret belongs to the stored issuer: whoever can change the issuer must not get it.
    if (before?.issuer !== settings.issuer && !clientSecret)
      throw fieldError("invalid", "clientSecret", "Vul het geheim van de client in.");
    const isProven = before?.lastSignInAt && before.issuer === settings.issuer && before.clientId === settings.clientId;
    if (settings.ssoOnly && !isProven)
      throw fieldError("conflict", "ssoOnly", "Log eerst een keer via SSO in, zodat zeker is dat het werkt.");
    const [taken] = await findTakenDomains(scope, companyId, settings.domains);
    if (taken) throw fieldError("conflict", "domains", `${taken} is bij een ander bedrijf in gebruik.`);
    const clientSecretEncrypted = clientSecret ? deps.secrets.encrypt(clientSecret, ssoSecretContext(id)) : undefined;
    await upsertConnection(scope, companyId, { ...settings, id, clientSecretEncrypted });
    await replaceDomains(scope, companyId, settings.domains);
    // A session that was opened with a password would outlive the password.
    if (settings.ssoOnly && !before?.ssoOnly) await endPasswordAccess(scope, companyId, author.sessionId);
    const after = { ...settings, ...(clientSecret ? { clientSecret: SECRET_CHANGED } : {}) };
    await recordChange(
      deps,
      scope,
      author,
      {
        companyId,
        action: "sso.updated",
        subject: { type: "sso", id: companyId, name: URL.parse(settings.issuer)?.host ?? "" },
        ...changedFields(before ?? {}, after),
      },
      "integrations",
    );
  });

export const saveConnection = async (
  deps: SsoDeps,
  { companyId }: Scope,
  author: Author,
  settings: SsoSettings,
): Promise<SsoConnection> => {
  await requireCallableUrl(deps.outbound, "issuer", settings.issuer);
  const publicDomain = settings.domains.find((domain) => PUBLIC_DOMAINS.has(domain));
  if (publicDomain) throw fieldError("invalid", "domains", `${publicDomain} is van een openbare maildienst.`);
  await requireIssuer(deps, companyId, settings.issuer);
  const store = () => storeConnection(deps, companyId, author, settings);
  // Another company has just stored the same domain: the second attempt sees that and says so.
  await store().catch((error: unknown) => {
    if (isUniqueViolation(error)) return store();
    throw error;
  });
  return readConnection(deps, companyId);
};

export const removeConnection = async (deps: SsoDeps, { companyId }: Scope, author: Author): Promise<SsoConnection> => {
  await transaction({ db: deps.database.platform }, async (scope) => {
    const before = await findConnection(scope, companyId);
    if (!before) return;
    await deleteConnection(scope, companyId);
    const subject = { type: "sso", id: companyId, name: URL.parse(before.issuer)?.host ?? "" };
    await recordChange(deps, scope, author, { companyId, action: "sso.deleted", subject }, "integrations");
  });
  return readConnection(deps, companyId);
};
