import { setTimeout as sleep } from "node:timers/promises";
import type { Channel } from "#contract/queue.ts";
import { AppError } from "#platform/app-error.ts";
import type { Db } from "#platform/database/db.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { DAY_MS, MINUTE_MS } from "#platform/time.ts";
import { readBeforeSending } from "#server/features/airtable/read-before-sending.service.ts";
import { findDeliveryAccess } from "#server/features/companies/connections.service.ts";
import {
  openLinkedInChannel,
  prepareLinkedIn,
  scheduleCheckAfterCrash,
} from "#server/features/linkedin/sending/linkedin-channel.service.ts";
import {
  type ClaimedPart,
  claimNextPart,
  type Delivery,
  type DeliveryChannel,
  findStaleClaims,
  hasSendablePart,
  recentAttempts,
  withdrawPartsWithoutLead,
} from "#server/features/queue/sending.service.ts";
import { markUnsentAsStale } from "./automation.queries.ts";
import { finishChannelSwitch } from "./channel-switch.ts";
import { delayedDeliveryJob } from "./job-definitions.ts";
import { settleDelivery } from "./settle-delivery.service.ts";
import { webhookChannel } from "./webhook-channel.ts";

/** No attempt takes this long: an older claim belongs to a process that died. */
const STALE_MS = 2 * MINUTE_MS;
const MAX_PAUSE_MINUTES = 15;
const RECENT_ATTEMPTS = 10;
const MAX_SETTLE_ATTEMPTS = 8;

/** Every channel through which the company can send, not only the chosen one: after a switch, parts may remain in the old one. */
const openChannels = async (platform: Platform, scope: Scope): Promise<DeliveryChannel[]> => {
  const webhook = await findDeliveryAccess(platform, scope.companyId);
  const linkedIn = await openLinkedInChannel(platform, scope);
  return [...(webhook ? [webhookChannel(platform, scope.companyId, webhook)] : []), ...(linkedIn ? [linkedIn] : [])];
};

const OUTCOME_UNKNOWN =
  "Tijdens het versturen is iets misgegaan; het is niet zeker of dit bericht is aangekomen. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

export const staleClaimsBefore = ({ clock }: Pick<Platform, "clock">): Date =>
  new Date(clock.now().getTime() - STALE_MS);

const workerScope = ({ database }: Pick<Platform, "database">, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: "Systeem", role: "user" },
});

/** The message has been sent, so its outcome must be stored even if the database is briefly unavailable. */
const settleWithRetry = async (
  platform: Platform,
  scope: Scope,
  part: ClaimedPart,
  delivery: Delivery,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await settleDelivery(platform, scope, part, delivery);
      return;
    } catch (error) {
      const isTransient = error instanceof AppError && error.code === "unavailable";
      if (!isTransient || attempt === MAX_SETTLE_ATTEMPTS) throw error;
      platform.log.warn({ err: error, queueItemId: part.id }, "the outcome of a delivery could not be stored yet");
      await sleep(250 * 2 ** attempt);
    }
  }
};

/** Parks claims of a process that died: the message may have been sent, so only a person can decide. */
const parkStale = async (platform: Platform, scope: Scope): Promise<void> => {
  for (const part of await findStaleClaims(scope, staleClaimsBefore(platform))) {
    await settleDelivery(platform, scope, part, {
      outcome: "unknown",
      problem: OUTCOME_UNKNOWN,
      alsoStore: (scope) => scheduleCheckAfterCrash(scope, part, platform.clock.now()),
    });
  }
};

/**
 * Exponential backoff: while the webhook does not respond, the other messages wait instead of failing one by one. On LinkedIn
 * each account has a hold of its own.
 */
const isBackingOff = async ({ clock }: Platform, scope: Scope, channel: Channel): Promise<boolean> => {
  if (channel === "linkedin") return false;
  const attempts = await recentAttempts(scope, channel, RECENT_ATTEMPTS);
  const lastResponse = attempts.findIndex(({ outcome }) => outcome === "accepted" || outcome === "refused");
  const failures = lastResponse === -1 ? attempts.length : lastResponse;
  const [latest] = attempts;
  if (!latest || failures === 0) return false;
  const minutes = Math.min(2 ** (failures - 1), MAX_PAUSE_MINUTES);
  return clock.now().getTime() < latest.finishedAt.getTime() + minutes * MINUTE_MS;
};

/** Wakes the delivery at the next moment if that is within a minute: the job that runs every minute would be late. */
const wakeSoon = async ({ jobs, clock }: Platform, { db, companyId }: Scope, at: Date | null): Promise<void> => {
  const now = clock.now().getTime();
  if (at && at.getTime() - now < MINUTE_MS)
    await jobs.enqueue(db, delayedDeliveryJob, { companyId }, { startAfter: at });
};

/** A read of Airtable counts for the parts that are sent within this time. */
const READ_VALID_MS = 15_000;

/** Before a part is sent, Airtable is read. Parts that wait for their turn cost no request. */
const createFreshnessCheck = (platform: Platform, scope: Scope, waiting: Set<string>, signal: AbortSignal) => {
  let readAt: number | undefined;
  return async (channel: Channel): Promise<boolean> => {
    if (readAt !== undefined && performance.now() - readAt < READ_VALID_MS) return true;
    if (!(await hasSendablePart(platform, scope, channel, waiting))) return true;
    readAt = performance.now();
    return readBeforeSending(platform, scope.companyId, signal);
  };
};

/** False when no further message can be sent now. */
const deliverNext = async (
  platform: Platform,
  scope: Scope,
  name: Channel,
  { waiting, isUpToDate }: { waiting: Set<string>; isUpToDate: (channel: Channel) => Promise<boolean> },
): Promise<boolean> => {
  // Opened again for every message, so that deactivating a company takes effect at once.
  const channel = (await openChannels(platform, scope)).find((open) => open.name === name);
  if (!channel) return false;
  if (!(await isUpToDate(channel.name))) return false;
  const claim = await claimNextPart(platform, scope, channel.name, waiting);
  if (claim === "withdrawn") return true;
  if ("waiting" in claim) {
    await wakeSoon(platform, scope, claim.until);
    return false;
  }
  const delivery = await channel.send(claim);
  await settleWithRetry(platform, scope, claim, delivery);
  return delivery.outcome === "accepted" || delivery.outcome === "refused";
};

/** Sends a company's due messages one by one until the webhook stops responding. */
export const deliverDue = async (
  platform: Platform,
  companyId: string,
  signal = new AbortController().signal,
): Promise<void> => {
  const scope = workerScope(platform, companyId);
  await parkStale(platform, scope);
  await finishChannelSwitch(platform, scope);
  await withdrawPartsWithoutLead(platform, scope, staleClaimsBefore(platform));
  const readLeads = (leadIds: readonly string[]) => readBeforeSending(platform, companyId, signal, leadIds);
  for (const { name } of await openChannels(platform, scope)) {
    if (await isBackingOff(platform, scope, name)) continue;
    if (name === "linkedin") await prepareLinkedIn(platform, scope, readLeads);
    const waiting = new Set<string>();
    const isUpToDate = createFreshnessCheck(platform, scope, waiting, signal);
    while (!signal.aborted && (await deliverNext(platform, scope, name, { waiting, isUpToDate })));
  }
};

/** In the transaction of a restore: a company's messages that may have been sent since the backup wait for a person. Returns their number. */
export const parkUnknownOutcomes = (company: { db: Pick<Db, "run">; companyId: string }, now: Date): Promise<number> =>
  markUnsentAsStale(company, now, new Date(now.getTime() - DAY_MS));
