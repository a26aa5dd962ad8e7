import { AppError, notFound } from "#platform/app-error.ts";
import { transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { endSessionsOf, personName } from "#platform/sessions.ts";
import { type Author, recordChange } from "#server/features/audit/audit.service.ts";
import { findAccount, lockUser } from "../auth.queries.ts";
import { turnOff } from "./two-step.queries.ts";

/** For who lost device and codes. The password is all they need next time, so whoever is signed in as them is out. */
export const resetTwoStep = (
  platform: Pick<Platform, "database" | "clock" | "events">,
  author: Author,
  userId: string,
): Promise<void> =>
  transaction({ db: platform.database.platform }, async (scope) => {
    await lockUser(scope, userId);
    const account = await findAccount(scope, userId);
    if (!account || account.companyIsDeleted) throw notFound();
    // Whoever finds a session of an admin open must not get rid of the second step with it.
    if (author.id === userId)
      throw new AppError("conflict", "Je eigen inloggen in twee stappen zet je uit met je wachtwoord.");
    if (!(await turnOff(scope, userId, platform.clock.now())))
      throw new AppError("conflict", "Deze gebruiker heeft inloggen in twee stappen niet aan.");
    await endSessionsOf(scope, userId);
    const { companyId } = account;
    const subject = { type: "user", id: userId, name: personName(account) };
    await recordChange(platform, scope, author, { companyId, action: "two_step.reset", subject }, "users");
  });
