import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { AppError } from "#platform/app-error.ts";
import { isUniqueViolation } from "#platform/database/db.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { hashOfUnknownPassword } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import { hashToken, newToken, type Visitor } from "#platform/sessions.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { lockAddress } from "../address-locks.queries.ts";
import { addressKey, decideSignIn, tooManyAttempts, usernameOf, waitBeforeAttempt } from "../auth.policy.ts";
import { type Account, acceptInvitation, findAccount, findAccountByName, findInvitedAccount } from "../auth.queries.ts";
import { type OpenedSession, openUserSession } from "../open-session.ts";
import { insertFailure } from "../sign-in.queries.ts";
import { discoverIssuer } from "./issuer-client.ts";
import { hasVerifiedAddress, type Identity, identity, isPrivateAccount } from "./sso.policy.ts";
import {
  countPending,
  findLinkedUser,
  findStoredConnection,
  hasDomain,
  insertPending,
  insertSsoUser,
  linkIdentity,
  lockPending,
  markConnectionUsed,
  type PendingSignIn,
  type StoredConnection,
  takePending,
} from "./sso.queries.ts";
import { hostOf, redirectUriOf, ssoSecretContext } from "./sso.service.ts";

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

const requireFewPending = async (scope: PlatformScope, address: string, now: Date): Promise<void> => {
  if ((await countPending(scope, address, now)) >= PENDING_PER_ADDRESS) throw tooManyAttempts(PENDING_MS);
};

const storePending = (scope: PlatformScope, pending: PendingSignIn, now: Date): Promise<number> =>
  transaction(scope, async (scope) => {
    await lockPending(scope, pending.address);
    await requireFewPending(scope, pending.address, now);
    return insertPending(scope, pending, now);
  });

export const startSso = async (
  deps: SsoSignInDeps,
  email: string,
  visitor: Visitor,
): Promise<{ url: string; browserToken: string }> => {
  const scope = { db: deps.database.platform };
  const now = deps.clock.now();
  const address = addressKey(visitor.ipAddress);
  // Before the domain is looked up, so that refused requests cost little.
  await requireFewPending(scope, address, now);
  const stored = await findStoredConnection(scope, { domain: domainOf(email) });
  if (!stored) throw new AppError("not_found", "Voor dit e-mailadres is inloggen via SSO niet ingesteld.");
  const [state, nonce, codeVerifier, browserToken] = [
    randomState(),
    randomNonce(),
    randomPKCECodeVerifier(),
    newToken(),
  ];
  // Counted before the issuer is asked, so that nobody can have us ask one that fails or is slow without end.
  await storePending(
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
  const connection = await openConnection(deps, stored).catch((error: unknown) => {
    deps.log.warn({ err: error, companyId: stored.companyId }, "the issuer of a company cannot be used");
    throw unreachable();
  });
  const url = buildAuthorizationUrl(connection, {
    redirect_uri: redirectUriOf(deps, stored.companyId),
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    login_hint: email,
  });
  return { url: url.href, browserToken };
};

const signInRefused = () =>
  new AppError("invalid_credentials", "Inloggen via SSO is niet gelukt. Probeer het opnieuw.");

/** What the browser brought back from an issuer. */
interface IssuerResponse {
  browserToken: string;
  /** Of the address that the issuer sent it to. */
  path: string;
}

interface StartedSignIn extends Pick<PendingSignIn, "nonce" | "codeVerifier"> {
  stored: StoredConnection;
}

const takeStarted = async (
  deps: SsoSignInDeps,
  scope: PlatformScope,
  { path, browserToken, query }: IssuerResponse & { query: URLSearchParams },
  now: Date,
): Promise<StartedSignIn> => {
  const hashes = { stateHash: hashToken(query.get("state") ?? ""), browserHash: hashToken(browserToken) };
  const pending = await takePending(scope, hashes, now);
  const stored = pending && (await findStoredConnection(scope, { companyId: pending.companyId }));
  if (!pending || !stored) throw new AppError("expired", "Deze aanmelding is verlopen. Log opnieuw in.");
  // The response of another company's issuer.
  if (new URL(redirectUriOf(deps, stored.companyId)).pathname !== path) throw signInRefused();
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
      new URL(`?${query.toString()}`, redirectUriOf(deps, stored.companyId)),
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
  // A password for the account is set by a reset link, where the company allows passwords.
  const passwordHash = await hashOfUnknownPassword();
  const username = usernameOf(email);
  await lockAddress(scope, email);
  // Invited a moment ago: the next attempt opens the account of the invitation.
  if (await findInvitedAccount(scope, email, companyId)) throw signInRefused();
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
  if (!hasVerifiedAddress(person))
    throw new AppError("forbidden", "Je organisatie heeft je e-mailadres niet bevestigd. Vraag je beheerder om hulp.");
  if (isPrivateAccount(stored.issuer, person))
    throw new AppError("forbidden", "Log in met het Google-account van je organisatie, niet met een privé-account.");
  if (!(await hasDomain(scope, companyId, domainOf(person.email)))) throw signInRefused();
  const linkedUser = await findLinkedUser(scope, stored, person.sub);
  const known = linkedUser
    ? await findAccount(scope, linkedUser)
    : ((await findAccountByName(scope, person.email)) ?? (await findInvitedAccount(scope, person.email, companyId)));
  const isSameAddress = known?.email?.toLowerCase() === person.email;
  if (known && (known.companyId !== companyId || !(linkedUser || isSameAddress))) throw signInRefused();
  const account = known ?? (await createAccount(deps, scope, stored, person));
  if (!account)
    throw new AppError(
      "forbidden",
      "Er is nog geen account voor je e-mailadres. Vraag je beheerder om je toe te voegen.",
    );
  requireOpenable(account);
  await acceptInvitation(scope, account.id);
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
    subject: { type: "sso", id: companyId, name: hostOf(issuer) },
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
      const method = { signInMethod: "sso", issuer: hostOf(stored.issuer) } as const;
      return openUserSession(scope, "main", account, { visitor, now, method });
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
  form: IssuerResponse & { query: string },
  visitor: Visitor,
): Promise<OpenedSession> => {
  const scope = { db: deps.database.platform };
  const now = deps.clock.now();
  const address = addressKey(visitor.ipAddress);
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, address, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const query = new URLSearchParams(form.query);
  try {
    const started = await takeStarted(deps, scope, { ...form, query }, now);
    return await openAccount(deps, scope, { query, started, visitor, now });
  } catch (error) {
    if (error instanceof AppError) await insertFailure(scope, REFUSED_SSO, address, now);
    throw error;
  }
};
