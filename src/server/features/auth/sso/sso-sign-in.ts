import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type Visitor } from "#platform/sessions.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { addressKey, decideSignIn, tooManyAttempts, usernameOf, waitBeforeAttempt } from "../auth.policy.ts";
import { type Account, findAccount, findAccountByName, insertFailure } from "../auth.queries.ts";
import { type OpenedSession, openUserSession } from "../open-session.ts";
import { discoverIssuer } from "./issuer-client.ts";
import {
  countPending,
  findLinkedUser,
  findStoredConnection,
  hasDomain,
  insertPending,
  insertSsoUser,
  linkIdentity,
  markConnectionUsed,
  type PendingSignIn,
  type StoredConnection,
  takePending,
} from "./sso.queries.ts";
import { redirectUriOf, ssoSecretContext } from "./sso.service.ts";

type SsoSignInDeps = Pick<Platform, "database" | "secrets" | "outbound" | "clock" | "config" | "events" | "log">;

const PENDING_MS = 10 * 60_000;
/** Each one is a request to an issuer. Those that are finished do not count, so that an office is not held up. */
const PENDING_PER_ADDRESS = 100;
/** Refused sign-ins of SSO count for the IP address alone: there is no password to guess. */
const NO_ACCOUNT = "";
const REFUSED_SSO = "sso";

const openConnection = async ({ outbound, secrets }: SsoSignInDeps, stored: StoredConnection): Promise<Configuration> =>
  discoverIssuer(outbound, {
    ...stored,
    clientSecret: secrets.decrypt(stored.clientSecretEncrypted, ssoSecretContext(stored.id)),
  });

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

const unreachable = () =>
  new AppError(
    "upstream_failed",
    "De inlogdienst van je organisatie antwoordt niet zoals verwacht. Probeer het later.",
  );

export const startSso = async (
  deps: SsoSignInDeps,
  email: string,
  visitor: Visitor,
): Promise<{ url: string; browserToken: string }> => {
  const scope = { db: deps.database.platform };
  const now = deps.clock.now();
  const address = addressKey(visitor.ipAddress);
  if ((await countPending(scope, address, now)) >= PENDING_PER_ADDRESS) throw tooManyAttempts(PENDING_MS);
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
  await insertPending(
    scope,
    {
      stateHash: hashToken(state),
      browserHash: hashToken(browserToken),
      companyId: stored.companyId,
      address,
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
  sub: z.string().min(1).max(255),
  email: z.email().toLowerCase(),
  email_verified: z.unknown().optional(),
  /** Microsoft Entra's claim for a verified domain. */
  xms_edov: z.unknown().optional(),
  given_name: z.string().trim().max(100).optional(),
  family_name: z.string().trim().max(100).optional(),
});
type Identity = z.infer<typeof identity>;

const signInRefused = () =>
  new AppError("invalid_credentials", "Inloggen via SSO is niet gelukt. Probeer het opnieuw.");

interface StartedSignIn extends Pick<PendingSignIn, "nonce" | "codeVerifier"> {
  stored: StoredConnection;
}

const takeStarted = async (
  scope: PlatformScope,
  query: URLSearchParams,
  browserToken: string,
  now: Date,
): Promise<StartedSignIn> => {
  const hashes = { stateHash: hashToken(query.get("state") ?? ""), browserHash: hashToken(browserToken) };
  const pending = await takePending(scope, hashes, now);
  const stored = pending && (await findStoredConnection(scope, { companyId: pending.companyId }));
  if (!pending || !stored) throw new AppError("expired", "Deze aanmelding is verlopen. Log opnieuw in.");
  return { ...pending, stored };
};

/** Exchanges the code. The library checks issuer, signature, audience, nonce, state and times. */
const readIdentity = async (
  deps: SsoSignInDeps,
  query: URLSearchParams,
  { stored, nonce: expectedNonce, codeVerifier: pkceCodeVerifier }: StartedSignIn,
): Promise<Identity> => {
  try {
    const tokens = await authorizationCodeGrant(
      await openConnection(deps, stored),
      new URL(`?${query.toString()}`, redirectUriOf(deps)),
      { expectedState: query.get("state") ?? "", expectedNonce, pkceCodeVerifier, idTokenExpected: true },
    );
    return identity.parse(tokens.claims());
  } catch (error) {
    deps.log.warn({ err: error, companyId: stored.companyId }, "a sign-in through the issuer of a company was refused");
    throw signInRefused();
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
  const username = usernameOf(email);
  const id = await insertSsoUser(scope, { username, email, firstName, lastName, companyId, passwordHash }, now);
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

/** An account elsewhere, or of a platform admin, is never opened. */
const requireOpenable = (account: Account): void => {
  if (account.role === "super_admin")
    throw new AppError("forbidden", "Een platformbeheerder logt in met wachtwoord en tweede stap.");
  if (decideSignIn(account, "main") !== "yes")
    throw new AppError("inactive_account", "Dit account is niet actief. Neem contact op met je beheerder.");
};

/** The user whom this person signed in as before; at the first sign-in, the user with the same address. */
const findOwnAccount = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  stored: StoredConnection,
  person: Identity,
): Promise<Account> => {
  const { companyId } = stored;
  if (!isTrue.safeParse(person.email_verified).success && !isTrue.safeParse(person.xms_edov).success)
    throw new AppError("forbidden", "Je organisatie heeft je e-mailadres niet bevestigd. Vraag je beheerder om hulp.");
  if (!(await hasDomain(scope, companyId, domainOf(person.email)))) throw signInRefused();
  const linkedUser = await findLinkedUser(scope, stored, person.sub);
  const known = linkedUser ? await findAccount(scope, linkedUser) : await findAccountByName(scope, person.email);
  const isSameAddress = known?.email?.toLowerCase() === person.email;
  if (known && (known.companyId !== companyId || !(linkedUser || isSameAddress))) throw signInRefused();
  const account = known ?? (await createAccount(deps, scope, stored, person));
  if (!account)
    throw new AppError(
      "forbidden",
      "Er is nog geen account voor je e-mailadres. Vraag je beheerder om je toe te voegen.",
    );
  requireOpenable(account);
  if (!linkedUser && !(await linkIdentity(scope, stored, person.sub, account.id)))
    throw new AppError(
      "forbidden",
      "Dit account hoort bij iemand anders van je organisatie. Vraag je beheerder om hulp.",
    );
  return account;
};

/** Company admins see in the log why colleagues cannot sign in. */
const recordRefusal = (
  scope: PlatformScope,
  { companyId, issuer }: StoredConnection,
  { visitor, now, reason }: { visitor: Visitor; now: Date; reason: string },
) =>
  recordAudit(scope, {
    companyId,
    at: now,
    actor: { id: null, name: "SSO" },
    action: "sso.refused",
    subject: { type: "sso", id: companyId, name: URL.parse(issuer)?.host ?? "" },
    after: { reason },
    ipAddress: visitor.ipAddress,
  });

const openAccount = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  { query, started, visitor, now }: { query: URLSearchParams; started: StartedSignIn; visitor: Visitor; now: Date },
): Promise<OpenedSession> => {
  const { stored } = started;
  try {
    const person = await readIdentity(deps, query, started);
    return await transaction(scope, async (scope) => {
      const account = await findOwnAccount(deps, scope, stored, person);
      await markConnectionUsed(scope, stored.companyId, now);
      return openUserSession(scope, "main", account, visitor, now);
    });
  } catch (error) {
    // Another request has created the account at the same moment.
    const refusal = isUniqueViolation(error) ? signInRefused() : error;
    if (refusal instanceof AppError) await recordRefusal(scope, stored, { visitor, now, reason: refusal.message });
    throw refusal;
  }
};

export const finishSso = async (
  deps: SsoSignInDeps,
  form: { query: string; browserToken: string },
  visitor: Visitor,
): Promise<OpenedSession> => {
  const scope = { db: deps.database.platform };
  const now = deps.clock.now();
  const address = addressKey(visitor.ipAddress);
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, address, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const query = new URLSearchParams(form.query);
  try {
    const started = await takeStarted(scope, query, form.browserToken, now);
    return await openAccount(deps, scope, { query, started, visitor, now });
  } catch (error) {
    if (error instanceof AppError) await insertFailure(scope, REFUSED_SSO, address, now);
    throw error;
  }
};
