import { AppError } from "#platform/app-error.ts";
import { transaction } from "#platform/database/scope.ts";
import { verifyPassword, withHashingPlace } from "#platform/passwords.ts";
import type { Platform } from "#platform/platform.ts";
import type { SessionPerson, Visitor } from "#platform/sessions.ts";
import { beginAttempt } from "./attempts.ts";
import { findAccount, insertFailure } from "./auth.queries.ts";

export const wrongPassword = (text: string) =>
  new AppError("invalid", text, { details: [{ path: "currentPassword", message: text }] });

/** The person at the keyboard must be the owner of the session; guessing is limited as at sign-in. */
export const confirmPassword = async (
  { database, clock }: Pick<Platform, "database" | "clock">,
  user: SessionPerson,
  password: string,
  visitor: Visitor,
): Promise<void> => {
  const refusal = await withHashingPlace(() =>
    transaction({ db: database.platform }, async (scope) => {
      const now = clock.now();
      const blocked = await beginAttempt(scope, user.id, visitor.address, now);
      if (blocked) return blocked;
      const account = await findAccount(scope, user.id);
      if (await verifyPassword(account?.passwordHash, password)) return undefined;
      await insertFailure(scope, user.id, visitor.address, now);
      return wrongPassword("Je huidige wachtwoord klopt niet.");
    }),
  );
  if (refusal) throw refusal;
};
