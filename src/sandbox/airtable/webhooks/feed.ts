import type { Base } from "../model/base.ts";
import type { Commit } from "../model/commit.ts";
import type { Webhook } from "../model/webhook.ts";
import { describeCommit } from "./payload.ts";

export const WEEK_MS = 7 * 86_400_000;
const MAX_PAYLOADS = 50;

/** Writes a transaction into the log of every webhook that watches it, and gives those webhooks. */
export function feedWebhooks(base: Base, commit: Commit): Webhook[] {
  const fed: Webhook[] = [];
  for (const hook of liveHooks(base, commit.at)) {
    const payload = describeCommit(base, hook, commit);
    if (!payload) continue;
    hook.payloads.push(payload);
    forgetOld(hook, commit.at);
    fed.push(hook);
  }
  return fed;
}

/** A webhook that nobody refreshed for a week is gone, and its log with it. */
export function liveHooks(base: Base, now: number): Webhook[] {
  for (const hook of base.hooks.values()) if (hook.expiresAt <= now) base.hooks.delete(hook.id);
  return [...base.hooks.values()];
}

export const nextCursor = (hook: Webhook) => hook.firstCursor + hook.payloads.length;

export function readPayloads(hook: Webhook, cursor: number, limit: number, now: number) {
  forgetOld(hook, now);
  const start = Math.max(cursor - hook.firstCursor, 0);
  const payloads = hook.payloads.slice(start, start + Math.min(limit, MAX_PAYLOADS));
  const next = Math.min(hook.firstCursor + start + payloads.length, nextCursor(hook));
  return { payloads, cursor: next, mightHaveMore: next < nextCursor(hook), payloadFormat: "v0" };
}

function forgetOld(hook: Webhook, now: number): void {
  const limit = new Date(now - WEEK_MS).toISOString();
  const kept = hook.payloads.findIndex(({ timestamp }) => timestamp > limit);
  const forgotten = kept === -1 ? hook.payloads.length : kept;
  hook.firstCursor += forgotten;
  hook.payloads.splice(0, forgotten);
}
