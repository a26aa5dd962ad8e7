import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import { sendOrGiveUp } from "#platform/mail.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf, type SessionKind } from "#platform/sessions.ts";
import { HOUR_MS } from "#platform/time.ts";
import {
  invitationEmail,
  passwordChangedEmail,
  passwordResetEmail,
  ssoChangedEmail,
  twoStepOffEmail,
} from "#server/emails/account-emails.ts";
import type { ResetRequest } from "#server/features/audit/audit.service.ts";
import { ATTEMPT_WINDOW_MS } from "./auth.policy.ts";
import { findAccount } from "./auth.queries.ts";
import { mailConfirmation, mailOldAddress } from "./email-change.ts";
import { deliverLink, makeResetLink } from "./password-link.ts";
import { deleteExpiredSignInData } from "./sign-in.queries.ts";

const sessionKind = z.enum(["main", "admin"]);

export const mailResetLinkJob = defineJob({
  name: "auth.reset-requested",
  /** `request`: of the visitor who asked for the link; absent when a sign-in caused it. */
  payload: z.object({
    sessionKind,
    email: z.string(),
    request: z.object({ ipAddress: z.string(), at: z.iso.datetime() }).optional(),
  }),
});

export const mailPasswordChangedJob = defineJob({
  name: "auth.password-changed",
  payload: z.object({ userId: z.string() }),
});

export const mailTwoStepOffJob = defineJob({
  name: "auth.two-step-off",
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

/** For one company admin, so that a retry mails nobody else again. */
export const mailSsoChangedJob = defineJob({
  name: "auth.sso-changed",
  payload: z.object({
    email: z.string(),
    name: z.string(),
    actor: z.string(),
    at: z.iso.datetime(),
    provider: z.string(),
    replaced: z.string().optional(),
    isRemoved: z.boolean(),
  }),
});

export const deleteExpiredSignInDataJob = defineJob({
  name: "auth.delete-expired",
  payload: z.object({}),
  schedule: { cron: "17 * * * *" },
});

const mailResetLink = async (
  platform: Platform,
  sessionKind: SessionKind,
  email: string,
  request: ResetRequest | undefined,
): Promise<void> => {
  const resetLink = await makeResetLink(platform, sessionKind, email, request);
  if (!resetLink) return;
  const { account, invitedBy, expiresAt } = resetLink;
  const name = fullNameOf(account);
  const write = (link: string) =>
    invitedBy
      ? invitationEmail({ ...account, name, inviter: invitedBy, link, validUntil: expiresAt })
      : passwordResetEmail({ name, link, sessionKind });
  await deliverLink(platform, resetLink, (link) => platform.mailer.send({ to: account.email, ...write(link) }));
};

/** The owner is told what happened to the account, so that they notice when it was somebody else. */
const mailOwner = async (
  { database, mailer, config }: Platform,
  userId: string,
  write: typeof passwordChangedEmail,
): Promise<void> => {
  const account = await findAccount({ db: database.platform }, userId);
  if (!account?.email) return;
  const link = new URL("/forgot-password", config.publicUrl).href;
  await mailer.send({ to: account.email, ...write({ name: fullNameOf(account), link }) });
};

export const authJobs = (platform: Platform): BoundJob[] => [
  bindJob(mailResetLinkJob, ({ sessionKind, email, request }) =>
    mailResetLink(platform, sessionKind, email, request && { ...request, at: new Date(request.at) }),
  ),
  bindJob(mailPasswordChangedJob, ({ userId }) => mailOwner(platform, userId, passwordChangedEmail)),
  bindJob(mailTwoStepOffJob, ({ userId }) => mailOwner(platform, userId, twoStepOffEmail)),
  bindJob(mailEmailConfirmationJob, ({ userId, email }) => mailConfirmation(platform, userId, email)),
  bindJob(mailEmailChangeNoticeJob, (notice) => mailOldAddress(platform, notice)),
  bindJob(mailSsoChangedJob, ({ email, at, ...facts }) => {
    const link = new URL("/company-admin", platform.config.publicUrl).href;
    return sendOrGiveUp(platform.mailer, { to: email, ...ssoChangedEmail({ ...facts, at: new Date(at), link }) });
  }),
  bindJob(deleteExpiredSignInDataJob, () => {
    const now = platform.clock.now();
    return deleteExpiredSignInData(
      { db: platform.database.platform },
      now,
      new Date(now.getTime() - HOUR_MS - ATTEMPT_WINDOW_MS),
    );
  }),
];
