import type { Credentials, SessionUser } from "../../../contract/auth.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { type PlatformScope, transaction } from "../../platform/database/scope.ts";
import { verifyPassword, withHashingPlace } from "../../platform/passwords.ts";
import { openSession, personName, type Side, type Visitor } from "../../platform/sessions.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { tooManyAttempts, waitBeforeAttempt } from "./attempts.ts";
import { mayEnter, toSessionUser } from "./auth.policy.ts";
import {
  type Account,
  deleteFailuresOf,
  findAccountByName,
  insertFailure,
  lockAttempts,
  markSignedIn,
} from "./auth.queries.ts";

const REFUSED: Record<Side, string> = {
  main: "Ongeldige gebruikersnaam of wachtwoord",
  admin: "Invalid username or password",
};

export interface Opened {
  user: SessionUser;
  token: string;
  expiresAt: Date;
}

// A failure must be kept, so it leaves the transaction as a value and is thrown outside it.
type Outcome = Opened | AppError;

const refuse = async (scope: PlatformScope, side: Side, account: string, address: string, now: Date) => {
  await insertFailure(scope, account, address, now);
  return new AppError("invalid_credentials", REFUSED[side]);
};

const open = async (
  scope: PlatformScope,
  side: Side,
  account: Account,
  visitor: Visitor,
  now: Date,
): Promise<Opened> => {
  await deleteFailuresOf(scope, account.id, visitor.address);
  await markSignedIn(scope, account.id, now);
  const session = await openSession(scope, side, account.id, visitor, now);
  await recordAudit(scope, {
    companyId: account.companyId,
    at: now,
    actor: { id: account.id, name: personName(account) },
    action: side === "main" ? "session.opened" : "admin_session.opened",
    subject: { type: "user", id: account.id },
    address: visitor.address,
  });
  return { user: toSessionUser(account), ...session };
};

const attempt = async (
  scope: PlatformScope,
  side: Side,
  { username, password }: Credentials,
  visitor: Visitor,
  now: Date,
): Promise<Outcome> => {
  const account = await findAccountByName(scope, username);
  const key = account?.id ?? username.toLowerCase();
  await lockAttempts(scope, key, visitor.address);
  const wait = await waitBeforeAttempt(scope, key, visitor.address, now);
  if (wait > 0) return tooManyAttempts(wait);
  const right = await verifyPassword(account?.passwordHash, password);
  if (!account || !right) return refuse(scope, side, key, visitor.address, now);
  switch (mayEnter(account, side)) {
    case "no":
      return refuse(scope, side, key, visitor.address, now);
    case "inactive":
      return new AppError("inactive_account", "Dit account is niet actief. Neem contact op met je beheerder.");
    case "yes":
      return open(scope, side, account, visitor, now);
  }
};

export const signIn = async (
  { database, clock }: { database: Database; clock: Clock },
  side: Side,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Opened> => {
  const outcome = await withHashingPlace(() =>
    transaction({ db: database.platform }, (scope) => attempt(scope, side, credentials, visitor, clock.now())),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
