import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { applyDeliveryOutcome } from "#server/features/messages/messages.service.ts";
import {
  type ClaimedPart,
  claimNextPart,
  type Delivery,
  findStaleClaims,
  recentAttempts,
  settleClaim,
} from "#server/features/queue/sending.service.ts";
import { findChannel, findCompaniesWithWork, markDueAsStale } from "./automation.queries.ts";
import { openChannel } from "./webhook-channel.ts";

const MINUTE_MS = 60_000;
/** No attempt takes this long: a claim this old belongs to a process that is gone. */
const STALE_MS = 2 * MINUTE_MS;
const MAX_PAUSE_MINUTES = 15;
const RECENT_ATTEMPTS = 10;
const MAX_SETTLE_ATTEMPTS = 8;
const SYSTEM_ACTOR = { id: null, name: "Systeem" };

const OUTCOME_UNKNOWN =
  "Tijdens het verzenden is iets misgegaan; het is niet zeker of dit bericht is aangekomen. Kijk het na en verstuur het zo nodig opnieuw, of annuleer het.";

export const staleLimit = ({ clock }: Pick<Platform, "clock">): Date => new Date(clock.now().getTime() - STALE_MS);

/** The worker inside one company. */
const workerScope = ({ database }: Pick<Platform, "database">, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: SYSTEM_ACTOR.name, role: "user" },
});

const recordDelivery = (platform: Platform, scope: Scope, part: ClaimedPart, delivery: Delivery): Promise<unknown> =>
  recordAudit(scope, {
    companyId: scope.companyId,
    at: platform.clock.now(),
    actor: SYSTEM_ACTOR,
    action: delivery.outcome === "accepted" ? "queue.sent" : "queue.failed",
    subject: { type: "queued_message", id: part.id, name: `${part.name} aan ${part.fullName}` },
    ...(delivery.problem ? { after: { problem: delivery.problem } } : {}),
  });

/** What became of a part and everything that follows from it: kept together or not at all. */
const settleDelivery = (platform: Platform, scope: Scope, part: ClaimedPart, delivery: Delivery): Promise<void> =>
  transaction(scope, async (scope) => {
    const counts = await settleClaim(platform, scope, part, delivery);
    if (!counts || delivery.outcome === "not_sent") return;
    if (part.messageId) await applyDeliveryOutcome(platform, scope, part.messageId, delivery.outcome);
    await recordDelivery(platform, scope, part, delivery);
  });

/** The message has gone out, so this has to be written down, also when the database is away for a moment. */
const settleWithRetry = async (
  platform: Platform,
  scope: Scope,
  part: ClaimedPart,
  delivery: Delivery,
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await settleDelivery(platform, scope, part, delivery);
    } catch (error) {
      const mayPass = error instanceof AppError && error.code === "unavailable";
      if (!mayPass || tries === MAX_SETTLE_ATTEMPTS) throw error;
      platform.log.warn({ err: error, queueItemId: part.id }, "the outcome of a delivery could not be stored yet");
      await sleep(250 * 2 ** tries);
    }
  }
};

/** Parks what a dead process left half-way: it may have gone out, so only a person can say what to do. */
const parkStale = async (platform: Platform, scope: Scope): Promise<void> => {
  for (const part of await findStaleClaims(scope, staleLimit(platform))) {
    await settleDelivery(platform, scope, part, { outcome: "unknown", problem: OUTCOME_UNKNOWN });
  }
};

/** An address that does not answer is left alone for a while, ever longer, instead of failing message after message. */
const isBackingOff = async ({ clock }: Platform, scope: Scope): Promise<boolean> => {
  const attempts = await recentAttempts(scope, RECENT_ATTEMPTS);
  const answered = attempts.findIndex(({ outcome }) => outcome === "accepted" || outcome === "refused");
  const failures = answered === -1 ? attempts.length : answered;
  const [latest] = attempts;
  if (!latest || failures === 0) return false;
  const minutes = Math.min(2 ** (failures - 1), MAX_PAUSE_MINUTES);
  return clock.now().getTime() < latest.finishedAt.getTime() + minutes * MINUTE_MS;
};

/** Sends one part; whether there may be another to send now. */
const deliverNext = async (platform: Platform, scope: Scope): Promise<boolean> => {
  // Asked anew for every message: a company that is switched off sends nothing more, at once.
  const channel = await openChannel(platform, scope.companyId);
  if (!channel) return false;
  const claim = await claimNextPart(platform, scope, channel.name);
  if (claim === "none") return false;
  if (claim === "withdrawn" || claim === "lost") return true;
  const delivery = await channel.send(claim);
  await settleWithRetry(platform, scope, claim, delivery);
  return delivery.outcome === "accepted" || delivery.outcome === "refused";
};

/** Sends what is due in a company, one message at a time, as long as the other side answers. */
export const deliverDue = async (
  platform: Platform,
  companyId: string,
  signal = new AbortController().signal,
): Promise<void> => {
  const scope = workerScope(platform, companyId);
  await parkStale(platform, scope);
  if (await isBackingOff(platform, scope)) return;
  while (!signal.aborted && (await deliverNext(platform, scope)));
};

const DAY_MS = 86_400_000;

/**
 * After an older state was put back: what is due may have gone out since. It is parked for a person, like everything of
 * which nobody knows whether it arrived, instead of going out a second time. Returns how many.
 */
export const parkUnknownOutcomes = async (platform: Pick<Platform, "database" | "clock">): Promise<number> => {
  const now = platform.clock.now();
  let doubted = 0;
  for (const companyId of await findCompaniesWithWork({ db: platform.database.platform }, now, staleLimit(platform))) {
    const scope = workerScope(platform, companyId);
    if ((await findChannel(scope)) === "airtable") continue;
    doubted += await markDueAsStale(scope, now, new Date(now.getTime() - DAY_MS));
  }
  return doubted;
};
