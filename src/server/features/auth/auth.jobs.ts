import { type BoundJob, bindJob } from "#platform/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { personName, type Side } from "#platform/sessions.ts";
import { passwordChanged } from "#server/emails/password-changed.ts";
import { passwordReset } from "#server/emails/password-reset.ts";
import { WINDOW_MS } from "./attempts.ts";
import { deleteExpired, findAccount } from "./auth.queries.ts";
import { passwordChangedJob, resetRequestedJob, sweepJob } from "./job-definitions.ts";
import { deliverLink } from "./password-link.ts";
import { makeResetLink } from "./recovery.ts";

const HOUR = 3_600_000;

const mailResetLink = async (platform: Platform, side: Side, email: string): Promise<void> => {
  const made = await makeResetLink(platform, side, email);
  if (!made) return;
  const { account } = made;
  await deliverLink(platform, made, (link) =>
    platform.mailer.send({ to: account.email, ...passwordReset({ name: personName(account), link, side }) }),
  );
};

const mailPasswordChanged = async ({ database, mailer, config }: Platform, userId: string): Promise<void> => {
  const account = await findAccount({ db: database.platform }, userId);
  if (!account?.email) return;
  const link = new URL("/forgot-password", config.publicUrl).href;
  await mailer.send({ to: account.email, ...passwordChanged({ name: personName(account), link }) });
};

export const authJobs = (platform: Platform): BoundJob[] => [
  bindJob(resetRequestedJob, ({ side, email }) => mailResetLink(platform, side, email)),
  bindJob(passwordChangedJob, ({ userId }) => mailPasswordChanged(platform, userId)),
  bindJob(sweepJob, () => {
    const now = platform.clock.now();
    return deleteExpired({ db: platform.database.platform }, now, new Date(now.getTime() - HOUR - WINDOW_MS));
  }),
];
