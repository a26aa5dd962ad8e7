import { randomBytes } from "node:crypto";
import type { SessionUser } from "#contract/auth.ts";
import { ADMIN_PANEL_ROLE } from "#contract/roles.ts";
import { AppError } from "#platform/app-error.ts";
import type { PlatformScope } from "#platform/database/scope.ts";
import type { SessionKind } from "#platform/sessions.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/time.ts";
import type { Account } from "./auth.queries.ts";
import { countResetRequests } from "./emailed-links.queries.ts";
import { countFailures, countFailuresOf, type FailureCounts, lockAttempts } from "./sign-in.queries.ts";
import { isDomainOfAnother, isSsoOnly } from "./sso/sso.queries.ts";

const MAX_USERNAME = 100;

/**
 * People sign in with their address, which is their username too. An address that a username cannot have gets a random end:
 * without it, the username could be somebody else's address.
 */
export const usernameOf = (email: string): string => {
  const username = email.replaceAll(/[^\p{L}\p{M}\p{N}._@-]/gu, "-").slice(0, MAX_USERNAME);
  const end = `-${randomBytes(4).toString("hex")}`;
  return username === email ? username : username.slice(0, MAX_USERNAME - end.length) + end;
};

/**
 * Whether a user with the right password may sign in. "no" is shown as a wrong password. A platform admin whose own
 * company is inactive can still use the admin panel: companies are activated there.
 */
export const decideSignIn = (account: Account, sessionKind: SessionKind): "yes" | "no" | "inactive" => {
  if (account.companyIsDeleted) return "no";
  if (sessionKind === "admin") {
    if (account.role !== ADMIN_PANEL_ROLE) return "no";
    return account.isActive ? "yes" : "inactive";
  }
  return account.isActive && account.companyIsActive !== false ? "yes" : "inactive";
};

/** Whether the company of a user has chosen "Alleen via SSO". Platform admins always have a password. */
export const refusesPassword = async (
  scope: PlatformScope,
  { role, companyId }: Pick<Account, "role" | "companyId">,
): Promise<boolean> => role !== "super_admin" && (await isSsoOnly(scope, companyId));

/**
 * Refuses an e-mail address in a domain with which another company signs in by SSO: an address belongs to one user, so the person
 * who has it could no longer sign in at that company. Platform admins do not sign in by SSO.
 */
export const refuseSsoDomainOfOtherCompany = async (
  scope: PlatformScope,
  { email, role, companyId }: Pick<Account, "email" | "role" | "companyId">,
): Promise<void> => {
  const domain = email?.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!domain || role === "super_admin" || !(await isDomainOfAnother(scope, domain, companyId))) return;
  const message = `Adressen op ${domain} zijn van een ander bedrijf, dat via SSO inlogt.`;
  throw new AppError("conflict", message, { details: [{ path: "email", message }] });
};

export const toSessionUser = ({
  id,
  username,
  email,
  firstName,
  lastName,
  role,
  companyId,
  profileImageUrl,
}: SessionUser): SessionUser => ({ id, username, email, firstName, lastName, role, companyId, profileImageUrl });

/**
 * Failures are counted per typed name, known or not: otherwise a block would reveal whether the account exists. Without accents,
 * so that every spelling that some database compares as equal, such as I and İ, counts as one name.
 */
export const nameKey = (typed: string): string => typed.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/**
 * What rate limits count as one address: of IPv6 the first 64 bits, because every customer of a provider has that many
 * addresses. IPv4 in an IPv6 notation is IPv4.
 */
export const addressKey = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || !address.includes(":")) return mapped ?? address;
  const [head = "", tail = ""] = address.split("%", 1)[0]?.split("::") ?? [];
  const [before, after] = [head, tail].map((part) => (part ? part.split(":") : []));
  const zeros = Array<string>(Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0))).fill("0");
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])].map((group) =>
    Number.parseInt(group, 16).toString(16),
  );
  return `${groups.slice(0, 4).join(":")}::/64`;
};

export const ATTEMPT_WINDOW_MS = 15 * MINUTE_MS;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/**
 * The end of the block, or undefined without one. Failures are counted per IP address, so that an attacker elsewhere
 * cannot lock a user out.
 */
const findBlockEnd = (counts: FailureCounts): number | undefined => {
  const ends = [
    counts.byAccount >= FAILURES_PER_ACCOUNT ? counts.accountSince : null,
    counts.byAddress >= FAILURES_PER_ADDRESS ? counts.addressSince : null,
  ].flatMap((since) => (since ? [since.getTime() + ATTEMPT_WINDOW_MS] : []));
  return ends.length ? Math.max(...ends) : undefined;
};

export const tooManyAttempts = (waitMs: number): AppError => {
  const minutes = Math.max(1, Math.ceil(waitMs / MINUTE_MS));
  const unit = minutes === 1 ? "minuut" : "minuten";
  return new AppError("too_many_attempts", `Te veel pogingen. Probeer het over ${minutes} ${unit} opnieuw.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
};

/** Milliseconds until the next attempt on this account from this address is allowed; zero when it is allowed now. */
export const waitBeforeAttempt = async (
  scope: PlatformScope,
  account: string,
  address: string,
  now: Date,
): Promise<number> => {
  const counts = await countFailures(scope, account, address, new Date(now.getTime() - ATTEMPT_WINDOW_MS));
  const until = findBlockEnd(counts);
  return until === undefined ? 0 : Math.max(1, until - now.getTime());
};

const CODES_PER_HOUR = 20;

/** The error when too many codes of an account were wrong in the last hour, from whatever address. */
export const refuseFurtherCodes = async (
  scope: PlatformScope,
  userId: string,
  now: Date,
): Promise<AppError | undefined> => {
  const { count, oldest } = await countFailuresOf(scope, userId, new Date(now.getTime() - HOUR_MS));
  if (count < CODES_PER_HOUR) return undefined;
  return tooManyAttempts((oldest ?? now).getTime() + HOUR_MS - now.getTime());
};

const RESET_REQUESTS_PER_HOUR = 20;

/** Throws when the address has requested too many password resets. Refused requests are not stored, so that refusing stays cheap. */
export const refuseTooManyResets = async (scope: PlatformScope, address: string, now: Date): Promise<void> => {
  const { count, oldest } = await countResetRequests(scope, addressKey(address), new Date(now.getTime() - HOUR_MS));
  if (count >= RESET_REQUESTS_PER_HOUR) throw tooManyAttempts((oldest ?? now).getTime() + HOUR_MS - now.getTime());
};

/** Call it before every check of a password or a code. Returns the error when too many attempts have failed. */
export const refuseBlockedAttempt = async (
  scope: PlatformScope,
  account: string,
  address: string,
  now: Date,
): Promise<AppError | undefined> => {
  await lockAttempts(scope, account, address);
  const wait = await waitBeforeAttempt(scope, account, address, now);
  return wait > 0 ? tooManyAttempts(wait) : undefined;
};
