import { z } from "zod";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf } from "#platform/sessions.ts";
import { invitationEmail } from "#server/emails/account-emails.ts";
import { deliverLink, makePasswordLink } from "#server/features/auth/auth.service.ts";
import { findUser } from "./users.queries.ts";

export const invitedJob = defineJob({
  name: "users.invited",
  payload: z.object({ userId: z.string(), inviter: z.string() }),
});

const WEEK_MS = 7 * 24 * 3_600_000;

/** A user who was deleted or deactivated meanwhile gets no mail. */
const mailInvitation = async (platform: Platform, userId: string, inviter: string): Promise<void> => {
  const user = await findUser({ db: platform.database.platform }, userId);
  if (!user) return;
  const sessionKind = user.role === "super_admin" ? "admin" : "main";
  const passwordLink = await makePasswordLink(platform, { userId, sessionKind, lifetimeMs: WEEK_MS });
  if (!passwordLink) return;
  const { username, companyName } = user;
  await deliverLink(platform, passwordLink, (link) =>
    platform.mailer.send({
      to: passwordLink.account.email,
      ...invitationEmail({
        name: fullNameOf(user),
        username,
        companyName,
        inviter,
        link,
        validUntil: passwordLink.expiresAt,
      }),
    }),
  );
};

export const usersJobs = (platform: Platform): BoundJob[] => [
  bindJob(invitedJob, ({ userId, inviter }) => mailInvitation(platform, userId, inviter)),
];
