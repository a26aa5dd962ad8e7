import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf, type SessionKind } from "#platform/sessions.ts";
import { passwordChangedEmail, passwordResetEmail } from "#server/emails/account-emails.ts";
import { ATTEMPT_WINDOW_MS } from "./auth.policy.ts";
import { deleteExpiredSignInData, findAccount } from "./auth.queries.ts";
import { mailConfirmation, mailOldAddress } from "./email-change.ts";
import { deliverLink, makeResetLink } from "./password-link.ts";

const sessionKind = z.enum(["main", "admin"]);

export const mailResetLinkJob = defineJob({
  name: "auth.reset-requested",
  payload: z.object({ sessionKind, email: z.string() }),
});

export const mailPasswordChangedJob = defineJob({
  name: "auth.password-changed",
  payload: z.object({ userId: z.string() }),
});

export const mailEmailConfirmationJob = defineJob({
  name: "auth.email-change-requested",
  payload: z.object({ userId: z.string(), email: z.string() }),
});

/** The old address is part of the job: the account may have the new one by the time it runs. */
export const mailEmailChangeNoticeJob = defineJob({
  name: "auth.email-change-notice",
  payload: z.object({ to: z.string(), name: z.string(), email: z.string() }),
});

export const deleteExpiredSignInDataJob = defineJob({
  name: "auth.delete-expired",
  payload: z.object({}),
  schedule: { cron: "17 * * * *" },
});

const HOUR = 3_600_000;

const mailResetLink = async (platform: Platform, sessionKind: SessionKind, email: string): Promise<void> => {
  const resetLink = await makeResetLink(platform, sessionKind, email);
  if (!resetLink) return;
  const { account } = resetLink;
  await deliverLink(platform, resetLink, (link) =>
    platform.mailer.send({
      to: account.email,
      ...passwordResetEmail({ name: fullNameOf(account), link, sessionKind }),
    }),
  );
};

const mailPasswordChanged = async ({ database, mailer, config }: Platform, userId: string): Promise<void> => {
  const account = await findAccount({ db: database.platform }, userId);
  if (!account?.email) return;
  const link = new URL("/forgot-password", config.publicUrl).href;
  await mailer.send({ to: account.email, ...passwordChangedEmail({ name: fullNameOf(account), link }) });
};

export const authJobs = (platform: Platform): BoundJob[] => [
  bindJob(mailResetLinkJob, ({ sessionKind, email }) => mailResetLink(platform, sessionKind, email)),
  bindJob(mailPasswordChangedJob, ({ userId }) => mailPasswordChanged(platform, userId)),
  bindJob(mailEmailConfirmationJob, ({ userId, email }) => mailConfirmation(platform, userId, email)),
  bindJob(mailEmailChangeNoticeJob, (notice) => mailOldAddress(platform, notice)),
  bindJob(deleteExpiredSignInDataJob, () => {
    const now = platform.clock.now();
    return deleteExpiredSignInData(
      { db: platform.database.platform },
      now,
      new Date(now.getTime() - HOUR - ATTEMPT_WINDOW_MS),
    );
  }),
];
