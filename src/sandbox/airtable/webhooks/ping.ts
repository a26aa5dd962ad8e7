import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#sandbox/clock.ts";
import type { Base } from "../model/base.ts";
import type { Webhook } from "../model/webhook.ts";

const COALESCE_MS = 50;
const RETRIES_MS = [200, 1_000, 5_000];
const TIMEOUT_MS = 5_000;

/** Notifies webhook URLs of new payloads, with three retries. Changes within 50 ms share a notification. */
export type WebhookPinger = { schedulePing(base: Base, hook: Webhook): void; stop(): void };

export function createWebhookPinger(clock: Clock): WebhookPinger {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  const pauseFor = (ms: number) => sleep(ms, undefined, { signal: stopping.signal, ref: false });

  const ping = async (base: Base, hook: Webhook) => {
    await pauseFor(COALESCE_MS);
    waiting.delete(hook.id);
    for (const [retryNumber, pause] of [...RETRIES_MS, null].entries()) {
      const result = await attempt(base, hook, clock, retryNumber);
      hook.lastNotificationResult = { ...result, willBeRetried: !result.success && pause !== null };
      if (result.success) hook.lastSuccessfulNotificationTime = result.completionTimestamp;
      if (result.success || pause === null) return;
      await pauseFor(pause);
    }
  };

  return {
    schedulePing: (base, hook) => {
      if (hook.notificationUrl === null || !hook.areNotificationsEnabled || waiting.has(hook.id)) return;
      waiting.add(hook.id);
      ping(base, hook).catch(() => {});
    },
    stop: () => stopping.abort(),
  };
}

async function attempt(base: Base, hook: Webhook, clock: Clock, retryNumber: number) {
  const startedAt = performance.now();
  const failure = await send(base, hook, clock.now());
  return {
    success: failure === null,
    completionTimestamp: clock.now().toISOString(),
    durationMs: Math.round(performance.now() - startedAt),
    retryNumber,
    ...(failure === null ? {} : { error: { message: failure } }),
  };
}

async function send(base: Base, hook: Webhook, now: Date): Promise<string | null> {
  const body = JSON.stringify({ base: { id: base.id }, webhook: { id: hook.id }, timestamp: now.toISOString() });
  const mac = createHmac("sha256", Buffer.from(hook.secret, "base64")).update(body).digest("hex");
  try {
    const response = await fetch(hook.notificationUrl ?? "", {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { "content-type": "application/json", "x-airtable-content-mac": `hmac-sha256=${mac}` },
      body,
    });
    await response.arrayBuffer();
    return response.ok ? null : `The notification was answered with ${response.status}`;
  } catch (error) {
    return String(error);
  }
}
