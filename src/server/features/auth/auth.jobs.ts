import { passwordChanged } from "../../emails/password-changed.ts";
import { passwordReset } from "../../emails/password-reset.ts";
import { type BoundJob, bindJob } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { hashToken, personName, type Side } from "../../platform/sessions.ts";
import { WINDOW_MS } from "./attempts.ts";
import { deleteExpired, deleteReset, findAccount } from "./auth.queries.ts";
import { passwordChangedJob, resetRequestedJob, sweepJob } from "./job-definitions.ts";
import { makeResetLink } from "./recovery.ts";

const RESET_PAGE: Record<Side, string> = { main: "/reset-password", admin: "/admin/reset-password" };
const HOUR = 3_600_000;

/** A link whose mail could not be sent is taken back, so that trying again does not use up the hour's mails. */
const mailResetLink = async (platform: Platform, side: Side, email: string): Promise<void> => {
  const made = await makeResetLink(platform, side, email);
  if (!made) return;
  const link = new URL(RESET_PAGE[side], platform.config.publicUrl);
  link.searchParams.set("token", made.token);
  const content = passwordReset({ name: personName(made.account), link: link.href, side });
  try {
    await platform.mailer.send({ to: made.account.email, ...content });
  } catch (error) {
    await deleteReset({ db: platform.database.platform }, hashToken(made.token));
    throw error;
  }
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
