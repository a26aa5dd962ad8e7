import { randomBytes, randomUUID } from "node:crypto";
import { z } from "zod";
import type { NewWebhook, WebhookChange } from "#contract/integration-forms.ts";
import type { Webhook } from "#contract/webhooks.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { requireCallableUrl } from "#platform/outbound/require-callable-url.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { DecryptionError, type SecretBox } from "#platform/secrets.ts";
import { HOUR_MS } from "#platform/time.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  countTestEvents,
  countWebhooks,
  deleteWebhook,
  insertTestEvent,
  insertWebhook,
  lockWebhook,
  lockWebhooks,
  recordResend,
  restartDelivery,
  updateWebhook,
} from "./webhooks.queries.ts";

type WebhookDeps = Pick<Platform, "clock" | "events" | "outbound" | "secrets" | "jobs">;

/** Delivers a company's due events. Several may run at once: each claims what it delivers. */
export const deliverEventsJob = defineJob({
  name: "webhooks.deliver",
  payload: z.object({ companyId: z.uuid() }),
  wakeOn: "webhook_events",
  retryLimit: 3,
  concurrency: 4,
});

/** Tells the company's admins that deliveries to a webhook fail: with `adminId` one of them, without it a job for each. */
export const mailWebhookFailureJob = defineJob({
  name: "webhooks.mail-failure",
  payload: z.object({ companyId: z.uuid(), webhookId: z.uuid(), adminId: z.uuid().optional() }),
});

const MAX_WEBHOOKS = 20;

const contextOf = (id: string): string => `webhook:${id}:secret`;

export const webhookSecretColumn: EncryptedColumn = { table: "webhooks", column: "secret_encrypted", contextOf };

/** Undefined when it cannot be decrypted. */
export const decryptWebhookSecret = (secrets: SecretBox, id: string, encrypted: string): string | undefined => {
  try {
    return secrets.decrypt(encrypted, contextOf(id));
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
};

/** The log keeps the host only: a path or query may contain a secret of the receiving program. */
const loggedValues = ({ url, events, isActive }: Webhook) => ({ host: URL.parse(url)?.host ?? "", events, isActive });

const recordWebhookChange = (
  deps: WebhookDeps,
  scope: Scope,
  actor: AuditActor,
  action: "webhook.created" | "webhook.updated" | "webhook.deleted",
  { id, url }: Webhook,
  values: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> =>
  recordChange(
    deps,
    scope,
    actor,
    {
      companyId: scope.companyId,
      action,
      subject: { type: "webhook", id, name: URL.parse(url)?.host ?? "" },
      ...values,
    },
    "integrations",
  );

/** The secret is returned here only. */
export const createWebhook = async (
  deps: WebhookDeps,
  scope: Scope,
  actor: AuditActor,
  { url, events }: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> => {
  await requireCallableUrl(deps.outbound, "url", url);
  const id = randomUUID();
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const secretEncrypted = deps.secrets.encrypt(secret, contextOf(id));
  return transaction(scope, async (scope) => {
    await lockWebhooks(scope);
    if ((await countWebhooks(scope)) >= MAX_WEBHOOKS)
      throw new AppError("conflict", `Er zijn al ${MAX_WEBHOOKS} webhooks. Verwijder er eerst een.`);
    const webhook = await insertWebhook(scope, { id, url, events, secretEncrypted, createdAt: deps.clock.now() });
    await recordWebhookChange(deps, scope, actor, "webhook.created", webhook, { after: loggedValues(webhook) });
    return { webhook, secret };
  });
};

const TEST_EVENTS_PER_HOUR = 20;
const RESENDS_PER_HOUR = 20;

const requireWebhook = async (scope: Scope, id: string): Promise<Webhook> => {
  const webhook = await lockWebhook(scope, id);
  if (!webhook) throw notFound();
  return webhook;
};

export const changeWebhook = async (
  deps: WebhookDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: WebhookChange,
): Promise<Webhook> => {
  if (change.url !== undefined) await requireCallableUrl(deps.outbound, "url", change.url);
  return transaction(scope, async (scope) => {
    const before = await requireWebhook(scope, id);
    const after = { ...before, ...change, problem: change.isActive ? null : before.problem };
    const changed = changedFields(loggedValues(before), loggedValues(after));
    const webhook = (await updateWebhook(scope, after)) ?? after;
    if (changed) await recordWebhookChange(deps, scope, actor, "webhook.updated", webhook, changed);
    await deps.jobs.enqueue(scope.db, deliverEventsJob, { companyId: scope.companyId });
    return webhook;
  });
};

export const removeWebhook = (deps: WebhookDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const webhook = await requireWebhook(scope, id);
    await deleteWebhook(scope, id);
    await recordWebhookChange(deps, scope, actor, "webhook.deleted", webhook, { before: loggedValues(webhook) });
  });

const requireActiveWebhook = async (scope: Scope, id: string): Promise<void> => {
  const { isActive } = await requireWebhook(scope, id);
  if (!isActive) throw new AppError("conflict", "Deze webhook staat uit.");
};

export const sendTestEvent = (deps: WebhookDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    await requireActiveWebhook(scope, id);
    const now = deps.clock.now();
    // A receiver can be anybody's server: without a limit we would send it as many requests as an admin can click.
    if ((await countTestEvents(scope, id, new Date(now.getTime() - HOUR_MS))) >= TEST_EVENTS_PER_HOUR)
      throw new AppError("too_many_requests", `Je kunt ${TEST_EVENTS_PER_HOUR} testgebeurtenissen per uur versturen.`);
    await insertTestEvent(scope, id, now);
    await deps.jobs.enqueue(scope.db, deliverEventsJob, { companyId: scope.companyId });
  });

export const resendDelivery = (deps: WebhookDeps, scope: Scope, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const at = deps.clock.now();
    const webhookId = await restartDelivery(scope, id, at);
    if (!webhookId) throw notFound();
    await requireActiveWebhook(scope, webhookId);
    const since = new Date(at.getTime() - HOUR_MS);
    if ((await recordResend(scope, webhookId, { since, at, max: RESENDS_PER_HOUR })) === 0)
      throw new AppError("too_many_requests", `Je kunt ${RESENDS_PER_HOUR} gebeurtenissen per uur opnieuw versturen.`);
    await deps.jobs.enqueue(scope.db, deliverEventsJob, { companyId: scope.companyId });
  });
