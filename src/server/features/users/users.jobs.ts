import { z } from "zod";
import type { UserInAdminPanel } from "#contract/users.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf } from "#platform/sessions.ts";
import { addressTakenEmail, invitationEmail, ssoInvitationEmail } from "#server/emails/account-emails.ts";
import { deliverLink, makePasswordLink, signsInBySsoOnly } from "#server/features/auth/auth.service.ts";
import { findUser, isAddressTaken } from "./users.queries.ts";

export const mailInvitationJob = defineJob({
  name: "users.invited",
  payload: z.object({ userId: z.string(), inviter: z.string() }),
});

const WEEK_MS = 7 * 24 * 3_600_000;

/** There is no password to choose: the link leads to the sign-in of the organisation. */
const mailSsoInvitation = async (
  { mailer, config }: Pick<Platform, "mailer" | "config">,
  user: UserInAdminPanel,
  inviter: string,
): Promise<void> => {
  if (!user.email || !user.isActive) return;
  const link = new URL("/login/sso", config.publicUrl).href;
  const { companyName } = user;
  await mailer.send({
    to: user.email,
    ...ssoInvitationEmail({ name: fullNameOf(user), companyName, inviter, link }),
  });
};

/** Only the owner of the address learns that it has an account. For the inviter it looks like any other invitation. */
const mailAddressTaken = async (
  { mailer, config }: Pick<Platform, "mailer" | "config">,
  user: UserInAdminPanel,
  inviter: string,
): Promise<void> => {
  if (!user.email || !user.isActive) return;
  const link = new URL("/login", config.publicUrl).href;
  const { companyName } = user;
  await mailer.send({
    to: user.email,
    ...addressTakenEmail({ name: fullNameOf(user), companyName, inviter, link }),
  });
};

/** A user who was deleted or deactivated meanwhile gets no mail. */
const mailInvitation = async (platform: Platform, userId: string, inviter: string): Promise<void> => {
  const user = await findUser({ db: platform.database.platform }, userId);
  if (!user) return;
  if (await isAddressTaken({ db: platform.database.platform }, userId))
    return mailAddressTaken(platform, user, inviter);
  if (await signsInBySsoOnly(platform, user)) return mailSsoInvitation(platform, user, inviter);
  const sessionKind = user.role === "super_admin" ? "admin" : "main";
  const passwordLink = await makePasswordLink(platform, {
    userId,
    sessionKind,
    lifetimeMs: WEEK_MS,
    invitedBy: inviter,
  });
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
  bindJob(mailInvitationJob, ({ userId, inviter }) => mailInvitation(platform, userId, inviter)),
];
