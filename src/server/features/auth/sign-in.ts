import type { SecondStep } from "#contract/auth.ts";
import type { Credentials } from "#contract/auth-forms.ts";
import { AppError } from "#platform/app-error.ts";
import { type PlatformScope, transaction } from "#platform/database/scope.ts";
import { verifyPassword, withHashingPlace } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { Side, Visitor } from "#platform/sessions.ts";
import { beginAttempt } from "./attempts.ts";
import { mayEnter } from "./auth.policy.ts";
import { findAccountByName, insertFailure } from "./auth.queries.ts";
import { type Opened, open } from "./opening.ts";
import { askSecondStep } from "./two-step/second-step.ts";

const REFUSED: Record<Side, string> = {
  main: "Ongeldige gebruikersnaam of wachtwoord",
  admin: "Invalid username or password",
};

type Needs = Pick<Platform, "database" | "clock" | "secrets">;

// A failure must be kept, so it leaves the transaction as a value and is thrown outside it.
type Outcome = Opened | SecondStep | AppError;

const refuse = async (scope: PlatformScope, side: Side, account: string, address: string, now: Date) => {
  await insertFailure(scope, account, address, now);
  return new AppError("invalid_credentials", REFUSED[side]);
};

const attempt = async (
  { secrets }: Needs,
  scope: PlatformScope,
  side: Side,
  { username, password }: Credentials,
  visitor: Visitor,
  now: Date,
): Promise<Outcome> => {
  const account = await findAccountByName(scope, username);
  const key = account?.id ?? username.toLowerCase();
  const blocked = await beginAttempt(scope, key, visitor.address, now);
  if (blocked) return blocked;
  const right = await verifyPassword(account?.passwordHash, password);
  if (!account || !right) return refuse(scope, side, key, visitor.address, now);
  switch (mayEnter(account, side)) {
    case "no":
      return refuse(scope, side, key, visitor.address, now);
    case "inactive":
      return new AppError("inactive_account", "Dit account is niet actief. Neem contact op met je beheerder.");
    case "yes":
      return (await askSecondStep(secrets, scope, side, account, now)) ?? open(scope, side, account, visitor, now);
  }
};

export const signIn = async (
  platform: Needs,
  side: Side,
  credentials: Credentials,
  visitor: Visitor,
): Promise<Opened | SecondStep> => {
  const { database, clock } = platform;
  const outcome = await withHashingPlace(() =>
    transaction({ db: database.platform }, (scope) =>
      attempt(platform, scope, side, credentials, visitor, clock.now()),
    ),
  );
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};
