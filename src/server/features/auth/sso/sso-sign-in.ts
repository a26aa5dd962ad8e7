import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type Visitor } from "#platform/sessions.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { addressKey, decideSignIn, tooManyAttempts, waitBeforeAttempt } from "../auth.policy.ts";
import { type Account, findAccount, findAccountByName, insertFailure } from "../auth.queries.ts";
import { type OpenedSession, openUserSession } from "../sign-in.ts";
import {
  findStoredConnection,
  hasDomain,
  insertPending,
  insertSsoUser,
  markConnectionUsed,
  type StoredConnection,
  takePending,
} from "./sso.queries.ts";
import { redirectUriOf, ssoSecretContext } from "./sso.service.ts";

type SsoSignInDeps = Pick<Platform, "database" | "secrets" | "outbound" | "clock" | "config" | "events" | "log">;

const PENDING_MS = 10 * 60_000;
/** Refused sign-ins of SSO count for the IP address alone: there is no password to guess. */
const NO_ACCOUNT = "";
const REFUSED_SSO = "sso";

/** Every request of the library goes through the guarded client: a company configures the address. */
const guardedFetch =
  (outbound: Outbound): CustomFetch =>
  async (url, { method, headers, body }) => {
    const { status, text, ...response } = await outbound.request({
      url,
      method: method as "GET" | "POST",
      headers,
      ...(body === undefined || body === null
        ? {}
        : { body: body instanceof URLSearchParams ? body.toString() : (body as string) }),
    });
    const type = response.headers["content-type"] ?? "application/json";
    return new Response(text, { status, headers: { "content-type": type } });
  };

/** In the body where the issuer supports that, otherwise by HTTP Basic, which every issuer supports. */
const authenticateClient =
  (secret: string): ClientAuth =>
  (issuer, client, body, headers) => {
    const inBody = issuer.token_endpoint_auth_methods_supported?.includes("client_secret_post");
    const authenticate = inBody ? ClientSecretPost(secret) : ClientSecretBasic(secret);
    return authenticate(issuer, client, body, headers);
  };

const openConnection = ({ outbound, secrets }: SsoSignInDeps, stored: StoredConnection): Promise<Configuration> =>
  discovery(
    new URL(stored.issuer),
    stored.clientId,
    undefined,
    authenticateClient(secrets.decrypt(stored.clientSecretEncrypted, ssoSecretContext(stored.id))),
    {
      [customFetch]: guardedFetch(outbound),
      // The guarded client allows http on loopback only, and never in production.
      execute: stored.issuer.startsWith("http:") ? [allowInsecureRequests] : [],
    },
  );

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const unreachable = () =>
  new AppError(
    "upstream_failed",
    "De inlogdienst van je organisatie antwoordt niet zoals verwacht. Probeer het later.",
  );

export const startSso = async (deps: SsoSignInDeps, email: string): Promise<{ url: string; browserToken: string }> => {
  const scope = { db: deps.database.platform };
  const stored = await findStoredConnection(scope, { domain: domainOf(email) });
  if (!stored) throw new AppError("not_found", "Voor dit e-mailadres is inloggen via SSO niet ingesteld.");
  const connection = await openConnection(deps, stored).catch((error: unknown) => {
    deps.log.warn({ err: error, companyId: stored.companyId }, "the issuer of a company cannot be used");
    throw unreachable();
  });
  const [state, nonce, codeVerifier, browserToken] = [
    randomState(),
    randomNonce(),
    randomPKCECodeVerifier(),
    newToken(),
  ];
  const now = deps.clock.now();
  await insertPending(
    scope,
    {
      stateHash: hashToken(state),
      browserHash: hashToken(browserToken),
      companyId: stored.companyId,
      nonce,
      codeVerifier,
      expiresAt: new Date(now.getTime() + PENDING_MS),
    },
    now,
  );
  const url = buildAuthorizationUrl(connection, {
    redirect_uri: redirectUriOf(deps),
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    login_hint: email,
  });
  return { url: url.href, browserToken };
};

const isTrue = z.union([z.literal(true), z.literal("true"), z.literal(1), z.literal("1")]);

const identity = z.object({
  email: z.email().toLowerCase(),
  email_verified: z.unknown().optional(),
  /** Microsoft Entra's claim for a verified domain. */
  xms_edov: z.unknown().optional(),
  given_name: z.string().trim().max(100).optional(),
  family_name: z.string().trim().max(100).optional(),
});
type Identity = z.infer<typeof identity>;

const refused = () => new AppError("invalid_credentials", "Inloggen via SSO is niet gelukt. Probeer het opnieuw.");

/** Exchanges the code. The library checks issuer, signature, audience, nonce, state and times. */
const readIdentity = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  query: URLSearchParams,
  browserToken: string,
): Promise<{ stored: StoredConnection; person: Identity }> => {
  const state = query.get("state") ?? "";
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browserToken) };
  const pending = await takePending(scope, hashes, deps.clock.now());
  const stored = pending && (await findStoredConnection(scope, { companyId: pending.companyId }));
  if (!pending || !stored) throw new AppError("expired", "Deze aanmelding is verlopen. Log opnieuw in.");
  const { nonce: expectedNonce, codeVerifier: pkceCodeVerifier } = pending;
  try {
    const tokens = await authorizationCodeGrant(
      await openConnection(deps, stored),
      new URL(`?${query.toString()}`, redirectUriOf(deps)),
      { expectedState: state, expectedNonce, pkceCodeVerifier, idTokenExpected: true },
    );
    return { stored, person: identity.parse(tokens.claims()) };
  } catch (error) {
    deps.log.warn({ err: error, companyId: stored.companyId }, "a sign-in through the issuer of a company was refused");
    throw refused();
  }
};

const createAccount = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  { companyId, createsUsers }: StoredConnection,
  { email, ...person }: Identity,
): Promise<Account | undefined> => {
  if (!createsUsers) return undefined;
  const [firstName, lastName] = [person.given_name ?? null, person.family_name ?? null];
  const now = deps.clock.now();
  // Nobody knows this password. A password for the account is set by a reset link, where the company allows passwords.
  const passwordHash = await hashPassword(newToken());
  const id = await insertSsoUser(scope, { email, firstName, lastName, companyId, passwordHash }, now);
  await recordAudit(scope, {
    companyId,
    at: now,
    actor: { id: null, name: "SSO" },
    action: "user.created",
    subject: { type: "user", id, name: [firstName, lastName].filter(Boolean).join(" ") || email },
    after: { email, role: "user" },
  });
  await deps.events.publish(scope.db, companyId, { topic: "users", id });
  return findAccount(scope, id);
};

/** The account of the address in this company. An account elsewhere, or of a platform admin, is never opened. */
const findOwnAccount = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  stored: StoredConnection,
  person: Identity,
): Promise<Account> => {
  const { companyId } = stored;
  if (!isTrue.safeParse(person.email_verified).success && !isTrue.safeParse(person.xms_edov).success)
    throw new AppError("forbidden", "Je organisatie heeft je e-mailadres niet bevestigd. Vraag je beheerder om hulp.");
  if (!(await hasDomain(scope, companyId, domainOf(person.email)))) throw refused();
  const known = await findAccountByName(scope, person.email);
  if (known && (known.companyId !== companyId || known.email?.toLowerCase() !== person.email)) throw refused();
  const account = known ?? (await createAccount(deps, scope, stored, person));
  if (!account)
    throw new AppError(
      "forbidden",
      "Er is nog geen account voor je e-mailadres. Vraag je beheerder om je toe te voegen.",
    );
  if (account.role === "super_admin")
    throw new AppError("forbidden", "Een platformbeheerder logt in met wachtwoord en tweede stap.");
  if (decideSignIn(account, "main") !== "yes")
    throw new AppError("inactive_account", "Dit account is niet actief. Neem contact op met je beheerder.");
  return account;
};

export const finishSso = async (
  deps: SsoSignInDeps,
  { query, browserToken }: { query: string; browserToken: string },
  visitor: Visitor,
): Promise<OpenedSession> => {
  const scope = { db: deps.database.platform };
  const now = deps.clock.now();
  const address = addressKey(visitor.address);
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, address, now);
  if (wait > 0) throw tooManyAttempts(wait);
  try {
    const { stored, person } = await readIdentity(deps, scope, new URLSearchParams(query), browserToken);
    return await transaction(scope, async (scope) => {
      const account = await findOwnAccount(deps, scope, stored, person);
      await markConnectionUsed(scope, stored.companyId, now);
      return openUserSession(scope, "main", account, visitor, now);
    });
  } catch (error) {
    if (error instanceof AppError) await insertFailure(scope, REFUSED_SSO, address, now);
    throw error;
  }
};
