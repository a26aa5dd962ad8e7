import { randomUUID } from "node:crypto";
import type { SsoSettings } from "#contract/integration-forms.ts";
import type { SsoConnection } from "#contract/sso.ts";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, type Scope, transaction } from "#platform/database/scope.ts";
import { requireCallableUrl } from "#platform/outbound/require-callable-url.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { DAY_MS } from "#platform/time.ts";
import { type AuditActor, changedFields, recordChange, SECRET_CHANGED } from "#server/features/audit/audit.service.ts";
import { lockDomains } from "../address-locks.queries.ts";
import { mailSsoChangedJob } from "../auth.jobs.ts";
import { discoverIssuer } from "./issuer-client.ts";
import { DOMAIN_CHANGES_PER_DAY, DOMAIN_TEXTS, isPublicDomain } from "./sso.policy.ts";
import {
  countDomainChanges,
  deleteConnection,
  endPasswordAccess,
  findAdmins,
  findConnection,
  findStoredConnection,
  findTakenDomains,
  findUnprovenDomains,
  lockConnection,
  replaceDomains,
  upsertConnection,
} from "./sso.queries.ts";

type SsoDeps = Pick<Platform, "database" | "secrets" | "outbound" | "events" | "clock" | "config" | "jobs">;

export const hostOf = (issuer: string): string => URL.parse(issuer)?.host ?? "";

/** With the path: at one host every organisation may have an issuer of its own. */
const providerOf = (issuer: string): string => issuer.replace(/^https?:\/\//, "").replace(/\/$/, "");

export const ssoSecretContext = (connectionId: string): string => `sso:${connectionId}:client-secret`;

export const ssoSecretColumn: EncryptedColumn = {
  table: "sso_connections",
  column: "client_secret_encrypted",
  contextOf: ssoSecretContext,
};

/**
 * The page of the web that the identity provider sends the browser back to. Each company has its own, so that a code of one
 * provider is not sent to that of another company, which has sent the browser there (mix-up, RFC 9700 section 4.4): providers
 * such as Microsoft and Google do not name themselves in their response.
 */
export const redirectUriOf = ({ config }: Pick<Platform, "config">, companyId: string): string =>
  new URL(`/login/sso/${companyId}`, config.publicUrl).href;

export const readConnection = async (deps: SsoDeps, companyId: string): Promise<SsoConnection> => ({
  connection: (await findConnection({ db: deps.database.platform }, companyId)) ?? null,
  redirectUri: redirectUriOf(deps, companyId),
});

const fieldError = (code: "invalid" | "conflict", path: string, message: string): AppError =>
  new AppError(code, message, { details: [{ path, message }] });

const newDomainsOf = (stored: SsoConnection["connection"] | undefined, domains: readonly string[]): string[] =>
  domains.filter((domain) => !stored?.domains.includes(domain));

/**
 * Refuses a new domain that is public, and a new issuer that the server does not call or that does not answer as an OpenID Connect
 * service. What is stored is not checked again: nothing may keep a company from allowing passwords while its issuer fails.
 */
const requireUsable = async (
  { database, outbound }: SsoDeps,
  companyId: string,
  { issuer, domains }: SsoSettings,
): Promise<void> => {
  const stored = await findConnection({ db: database.platform }, companyId);
  const publicDomain = newDomainsOf(stored, domains).find(isPublicDomain);
  if (publicDomain) throw fieldError("invalid", "domains", DOMAIN_TEXTS.public(publicDomain));
  if (stored?.issuer === issuer) return;
  await requireCallableUrl(outbound, "issuer", issuer);
  await discoverIssuer(outbound, { issuer, clientId: "-", clientSecret: "-" }).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw fieldError("invalid", "issuer", "Dit adres antwoordt niet als een OpenID Connect-dienst. Controleer het.");
  });
};

/** Under the lock of the connection, so that concurrent requests do not exceed the limit together. */
const requireDomainChangeLeft = async ({ clock }: SsoDeps, scope: PlatformScope, companyId: string): Promise<void> => {
  const since = new Date(clock.now().getTime() - DAY_MS);
  if ((await countDomainChanges(scope, companyId, since)) < DOMAIN_CHANGES_PER_DAY) return;
  throw new AppError("too_many_requests", DOMAIN_TEXTS.tooMany);
};

/**
 * Whether a domain is in use elsewhere is told only to a company that has an account in it. Returned and not thrown, so that the
 * entry in the log, which counts towards the limit, is committed.
 */
const refuseDomains = async (
  deps: SsoDeps,
  scope: PlatformScope,
  actor: AuditActor,
  { companyId, domains }: { companyId: string; domains: readonly string[] },
): Promise<AppError | undefined> => {
  const [unproven] = await findUnprovenDomains(scope, companyId, domains);
  const [taken] = await findTakenDomains(scope, companyId, domains);
  const refused = unproven ?? taken;
  if (!refused) return undefined;
  const reason = unproven ? DOMAIN_TEXTS.unproven(unproven) : DOMAIN_TEXTS.taken(refused);
  const subject = { type: "sso", id: companyId, name: refused };
  const change = { companyId, action: "sso.domain_refused", subject, after: { reason } };
  await recordChange(deps, scope, actor, change, "integrations");
  return fieldError("conflict", "domains", reason);
};

/** Every company admin gets a mail: whoever steals the session of one admin could set their own issuer and sign in as any user. */
const tellAdmins = async (
  { jobs, clock }: SsoDeps,
  scope: PlatformScope,
  actor: AuditActor,
  change: { companyId: string; issuer: string; issuerBefore: string | undefined; isRemoved: boolean },
): Promise<void> => {
  const { companyId, issuer, issuerBefore, isRemoved } = change;
  const replaced = issuerBefore && issuerBefore !== issuer ? providerOf(issuerBefore) : undefined;
  const notice = {
    actor: actor.name,
    at: clock.now().toISOString(),
    provider: providerOf(issuer),
    replaced,
    isRemoved,
  };
  for (const { email, name } of await findAdmins(scope, companyId))
    await jobs.enqueue(scope.db, mailSsoChangedJob, { ...notice, email, name });
};

/** Their order is no change. */
const withSortedDomains = <T extends { domains: readonly string[] }>(values: T | undefined) =>
  values && { ...values, domains: values.domains.toSorted() };

const storeConnection = (
  deps: SsoDeps,
  companyId: string,
  actor: AuditActor,
  { clientSecret, ...settings }: SsoSettings,
): Promise<AppError | undefined> =>
  transaction({ db: deps.database.platform }, async (scope) => {
    // The secret is encrypted for the id of the connection: two first saves must not choose two ids.
    await lockConnection(scope, companyId);
    const before = await findConnection(scope, companyId);
    const id = (await findStoredConnection(scope, { companyId }))?.id ?? randomUUID();
    // The stored secret belongs to the stored issuer: whoever can change the issuer must not get it.
    if (before?.issuer !== settings.issuer && !clientSecret)
      throw fieldError("invalid", "clientSecret", "Vul het geheim van de client in.");
    const isProven = before?.lastSignInAt && before.issuer === settings.issuer && before.clientId === settings.clientId;
    if (settings.ssoOnly && !isProven)
      throw fieldError("conflict", "ssoOnly", "Log eerst een keer via SSO in, zodat zeker is dat het werkt.");
    const domains = newDomainsOf(before, settings.domains);
    if (domains.length > 0) await requireDomainChangeLeft(deps, scope, companyId);
    await lockDomains(scope, domains);
    const refusal = await refuseDomains(deps, scope, actor, { companyId, domains });
    if (refusal) return refusal;
    const clientSecretEncrypted = clientSecret ? deps.secrets.encrypt(clientSecret, ssoSecretContext(id)) : undefined;
    await upsertConnection(scope, companyId, { ...settings, id, clientSecretEncrypted });
    await replaceDomains(scope, companyId, settings.domains);
    // A session that was opened with a password would outlive the password.
    if (settings.ssoOnly && !before?.ssoOnly) await endPasswordAccess(scope, companyId, actor.sessionId);
    const changed = changedFields(withSortedDomains(before) ?? {}, {
      ...withSortedDomains(settings),
      ...(clientSecret ? { clientSecret: SECRET_CHANGED } : {}),
    });
    if (!changed) return undefined;
    const issuers = { issuer: settings.issuer, issuerBefore: before?.issuer };
    await tellAdmins(deps, scope, actor, { companyId, ...issuers, isRemoved: false });
    const subject = { type: "sso", id: companyId, name: hostOf(settings.issuer) };
    await recordChange(deps, scope, actor, { companyId, action: "sso.updated", subject, ...changed }, "integrations");
    return undefined;
  });

export const saveConnection = async (
  deps: SsoDeps,
  { companyId }: Scope,
  actor: AuditActor,
  settings: SsoSettings,
): Promise<SsoConnection> => {
  await requireUsable(deps, companyId, settings);
  const store = () => storeConnection(deps, companyId, actor, settings);
  // Another company has just stored the same domain: the second attempt sees that and says so.
  const refusal = await store().catch((error: unknown) => {
    if (isUniqueViolation(error)) return store();
    throw error;
  });
  if (refusal) throw refusal;
  return readConnection(deps, companyId);
};

export const removeConnection = async (
  deps: SsoDeps,
  { companyId }: Scope,
  actor: AuditActor,
): Promise<SsoConnection> => {
  await transaction({ db: deps.database.platform }, async (scope) => {
    await lockConnection(scope, companyId);
    const before = await findConnection(scope, companyId);
    if (!before) return;
    await deleteConnection(scope, companyId);
    await tellAdmins(deps, scope, actor, {
      companyId,
      issuer: before.issuer,
      issuerBefore: undefined,
      isRemoved: true,
    });
    const subject = { type: "sso", id: companyId, name: hostOf(before.issuer) };
    await recordChange(deps, scope, actor, { companyId, action: "sso.deleted", subject }, "integrations");
  });
  return readConnection(deps, companyId);
};
