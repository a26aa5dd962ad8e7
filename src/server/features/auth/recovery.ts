import { AppError } from "#platform/app-error.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database/database.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import type { Jobs } from "#platform/jobs.ts";
import { hashPassword } from "#platform/passwords.ts";
import { endSessionsOf, hashToken, type Side, type Visitor } from "#platform/sessions.ts";
import { tooManyAttempts, waitBeforeAttempt } from "./attempts.ts";
import { mayEnter } from "./auth.policy.ts";
import {
  type Account,
  countResets,
  endResetsOf,
  findAccount,
  findAccountByName,
  insertFailure,
  lockUser,
  takeReset,
  updatePassword,
} from "./auth.queries.ts";
import { passwordChangedJob, resetRequestedJob } from "./job-definitions.ts";
import { recordOwn } from "./own-audit.ts";
import { issueLink, type PasswordLink } from "./password-link.ts";

const HOUR = 3_600_000;
const MAILS_PER_HOUR = 3;
// A guess at a reset link is a guess at no account in particular: it counts for the address alone.
const NO_ACCOUNT = "";
const GUESSED_LINK = "reset-link";

interface Recovery {
  database: Database;
  clock: Clock;
  jobs: Jobs;
}

/** Known or not, the request only leaves a note for the worker: neither the answer nor its time tells them apart. */
export const requestReset = ({ database, jobs }: Recovery, side: Side, email: string): Promise<void> =>
  // In a transaction, whose failures are told apart: a database that is away is no defect.
  transaction({ db: database.platform }, ({ db }) => jobs.enqueue(db, resetRequestedJob, { side, email }));

/** Makes the one valid link of the account, or nothing where none is due. */
export const makeResetLink = (
  { database, clock }: Recovery,
  side: Side,
  email: string,
): Promise<PasswordLink | undefined> =>
  transaction({ db: database.platform }, async (scope) => {
    const account = await findAccountByName(scope, email);
    if (account?.email?.toLowerCase() !== email.toLowerCase() || mayEnter(account, side) !== "yes") return undefined;
    await lockUser(scope, account.id);
    const now = clock.now();
    if ((await countResets(scope, account.id, new Date(now.getTime() - HOUR))) >= MAILS_PER_HOUR) return undefined;
    return issueLink(scope, { account: { ...account, email: account.email }, side, lifetimeMs: HOUR, now });
  });

const storePassword = async (scope: PlatformScope, account: Account, hash: string, visitor: Visitor, at: Date) => {
  await updatePassword(scope, account.id, hash, at);
  await endSessionsOf(scope, account.id);
  await endResetsOf(scope, account.id, at);
  await recordOwn(scope, account, visitor, at, { action: "password.reset" });
};

export const resetPassword = async (
  { database, clock, jobs }: Recovery,
  side: Side,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<void> => {
  const scope = { db: database.platform };
  const now = clock.now();
  const wait = await waitBeforeAttempt(scope, NO_ACCOUNT, visitor.address, now);
  if (wait > 0) throw tooManyAttempts(wait);
  const hash = await hashPassword(password);
  const done = await transaction(scope, async (scope) => {
    const userId = await takeReset(scope, hashToken(token), side, now);
    const account = userId && (await findAccount(scope, userId));
    if (!account || mayEnter(account, side) !== "yes") return false;
    await storePassword(scope, account, hash, visitor, now);
    await jobs.enqueue(scope.db, passwordChangedJob, { userId: account.id });
    return true;
  });
  if (done) return;
  await insertFailure(scope, GUESSED_LINK, visitor.address, now);
  throw new AppError("invalid", "De reset link is ongeldig of verlopen.");
};
