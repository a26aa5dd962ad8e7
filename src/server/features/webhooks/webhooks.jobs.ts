import { z } from "zod";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob, defineJob } from "#platform/jobs/jobs.ts";
import { sendOrGiveUp } from "#platform/mail.ts";
import type { Platform } from "#platform/platform.ts";
import { fullNameOf } from "#platform/sessions.ts";
import { webhookFailureEmail } from "#server/emails/webhook-emails.ts";
import { deliverEvents } from "./deliver-events.ts";
import {
  deleteOldEvents,
  findCompaniesWithDueDeliveries,
  findCompanyAdmins,
  findFailedAttempts,
  findNextDue,
  findWebhooks,
} from "./webhooks.queries.ts";
import { deliverEventsJob, mailWebhookFailureJob } from "./webhooks.service.ts";

export const findDueEventsJob = defineJob({
  name: "webhooks.find-due",
  payload: z.object({}),
  schedule: { cron: "* * * * *" },
  singleton: true,
  retryLimit: 0,
});

export const deleteOldEventsJob = defineJob({
  name: "webhooks.delete-old",
  payload: z.object({}),
  schedule: { cron: "53 2 * * *" },
});

const systemScope = ({ database }: Platform, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: "Systeem", role: "user" },
});

const SOON_MS = 60_000;

/** What becomes due within a minute, such as an event at the end of its undo period, does not wait for the minutely job. */
const deliverAndReschedule = async (platform: Platform, companyId: string, signal: AbortSignal): Promise<void> => {
  await deliverEvents(platform, companyId, signal);
  const next = await findNextDue(systemScope(platform, companyId));
  const now = platform.clock.now().getTime();
  if (!next || next.getTime() <= now || next.getTime() > now + SOON_MS) return;
  await platform.jobs.enqueue(platform.database.platform, deliverEventsJob, { companyId }, { startAfter: next });
};

/**
 * One turn of a company at a time in this process, so that its events cannot occupy every worker. An event that arrives
 * meanwhile gets one more turn.
 */
const takeTurns = (turn: (companyId: string, signal: AbortSignal) => Promise<void>) => {
  const hasMore = new Map<string, boolean>();
  return async (companyId: string, signal: AbortSignal): Promise<void> => {
    if (hasMore.has(companyId)) return void hasMore.set(companyId, true);
    hasMore.set(companyId, false);
    try {
      await turn(companyId, signal);
      if (hasMore.get(companyId)) await turn(companyId, signal);
    } finally {
      hasMore.delete(companyId);
    }
  };
};

/** A job per mail: one that cannot be delivered is tried again without the others. */
const enqueueFailureMails = async (platform: Platform, companyId: string, webhookId: string): Promise<void> => {
  const admins = await findCompanyAdmins({ db: platform.database.platform }, companyId);
  await transaction(systemScope(platform, companyId), async ({ db }) => {
    for (const { id } of admins)
      await platform.jobs.enqueue(db, mailWebhookFailureJob, { companyId, webhookId, adminId: id });
  });
};

/** Somebody may have removed the webhook meanwhile, or the admin. */
const mailFailure = async (
  platform: Platform,
  companyId: string,
  { webhookId, adminId }: { webhookId: string; adminId: string },
): Promise<void> => {
  const scope = systemScope(platform, companyId);
  const webhook = (await findWebhooks(scope)).find(({ id }) => id === webhookId);
  const [last, ...earlier] = await findFailedAttempts(scope, webhookId);
  const admins = await findCompanyAdmins({ db: platform.database.platform }, companyId);
  const admin = admins.find(({ id }) => id === adminId);
  if (!webhook || !last || !admin) return;
  const link = new URL("/company-admin", platform.config.publicUrl).href;
  const host = URL.parse(webhook.url)?.host ?? "";
  const problem = webhook.problem ?? last.problem ?? "";
  const recipientName = fullNameOf(admin);
  const failure = { recipientName, host, problem, isOff: !webhook.isActive, attempts: [last, ...earlier], link };
  await sendOrGiveUp(platform.mailer, { to: admin.email, ...webhookFailureEmail(failure) });
};

export const webhooksJobs = (platform: Platform): BoundJob[] => {
  const scope = { db: platform.database.platform };
  const deliverInTurns = takeTurns((companyId, signal) => deliverAndReschedule(platform, companyId, signal));
  return [
    bindJob(deliverEventsJob, ({ companyId }, signal) => deliverInTurns(companyId, signal)),
    bindJob(findDueEventsJob, async () => {
      for (const companyId of await findCompaniesWithDueDeliveries(scope, platform.clock.now()))
        await platform.jobs.enqueue(scope.db, deliverEventsJob, { companyId });
    }),
    bindJob(mailWebhookFailureJob, ({ companyId, webhookId, adminId }) =>
      adminId
        ? mailFailure(platform, companyId, { webhookId, adminId })
        : enqueueFailureMails(platform, companyId, webhookId),
    ),
    bindJob(deleteOldEventsJob, () => deleteOldEvents(scope)),
  ];
};
