import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { personName } from "#platform/sessions.ts";
import { invitationEmail } from "#server/emails/account-emails.ts";
import { deliverLink, makePasswordLink } from "#server/features/auth/auth.service.ts";
import { findUser } from "./users.queries.ts";

export const invitedJob = defineJob({
  name: "users.invited",
  payload: z.object({ userId: z.string(), inviter: z.string() }),
});

const WEEK_MS = 7 * 24 * 3_600_000;

/** Somebody who is gone or switched off by now gets no mail. */
const mailInvitation = async (platform: Platform, userId: string, inviter: string): Promise<void> => {
  const user = await findUser({ db: platform.database.platform }, userId);
  if (!user) return;
  const side = user.role === "super_admin" ? "admin" : "main";
  const made = await makePasswordLink(platform, { userId, side, lifetimeMs: WEEK_MS });
  if (!made) return;
  const { username, companyName } = user;
  await deliverLink(platform, made, (link) =>
    platform.mailer.send({
      to: made.account.email,
      ...invitationEmail({ name: personName(user), username, companyName, inviter, link, validUntil: made.expiresAt }),
    }),
  );
};

export const usersJobs = (platform: Platform): BoundJob[] => [
  bindJob(invitedJob, ({ userId, inviter }) => mailInvitation(platform, userId, inviter)),
];
