import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { DecryptionError } from "#platform/secrets.ts";
import {
  findFeedCheckAge,
  findFeedSecret,
  markWatched,
  recordNotification,
  requestFeedCheck,
} from "./feed-checks.queries.ts";
import { syncJob, wakeWorkers } from "./job-definitions.ts";
import { type BudgetUse, findPolledBudget } from "./schedule.queries.ts";
import { AIRTABLE_ACTOR } from "./sync-turn.ts";

/** While somebody has a screen open: with this interval a change is shown within ten seconds (decision 0025). */
const POLL_EVERY_MS = 8_000;
/** When the monthly budget is used faster than the month passes. */
const POLL_SPARINGLY_EVERY_MS = 15_000;
/** The share of the budget by which its use may be ahead of the month: a working day uses more than its share. */
const BUDGET_HEADROOM = 0.1;
/** A poll that is nearly due counts as due: jobs do not start to the millisecond. */
const POLL_TOLERANCE_MS = 1_000;

const shareOfMonth = (now: Date): number => {
  const startOf = (month: number) => Date.UTC(now.getUTCFullYear(), month);
  const [start, end] = [startOf(now.getUTCMonth()), startOf(now.getUTCMonth() + 1)];
  return (now.getTime() - start) / (end - start);
};

export const pollIntervalMs = ({ requestsThisMonth, monthlyBudget }: BudgetUse, now: Date): number =>
  requestsThisMonth <= monthlyBudget * (shareOfMonth(now) + BUDGET_HEADROOM) ? POLL_EVERY_MS : POLL_SPARINGLY_EVERY_MS;

/** Requests a check when a poll is due. */
export const requestDueFeedCheck = async (scope: Scope): Promise<void> => {
  const use = await findPolledBudget(scope);
  if (!use) return;
  const age = await findFeedCheckAge(scope);
  if (age === null || age > pollIntervalMs(use, new Date()) - POLL_TOLERANCE_MS) await requestFeedCheck(scope);
};

/** Undefined when nobody has a screen open, or when Airtable sends notifications. */
export const msUntilFeedPoll = async (scope: Scope): Promise<number | undefined> => {
  const use = await findPolledBudget(scope);
  if (!use) return undefined;
  const interval = pollIntervalMs(use, new Date());
  return Math.max(POLL_TOLERANCE_MS, interval - ((await findFeedCheckAge(scope)) ?? interval));
};

// Longer than the interval at which an open screen calls this.
const WATCHED_MS = 90_000;
const MARK_AGAIN_AFTER_MS = 30_000;
const markedAt = new Map<string, number>();

/** Somebody of the company has a screen open. Called when the screen opens and every minute after that. */
export const watchCompany = async ({ database }: Pick<Platform, "database">, companyId: string): Promise<void> => {
  const now = performance.now();
  if (now - (markedAt.get(companyId) ?? Number.NEGATIVE_INFINITY) < MARK_AGAIN_AFTER_MS) return;
  markedAt.set(companyId, now);
  const mustStartPolling = await markWatched({ db: database.platform }, companyId, WATCHED_MS);
  if (mustStartPolling) await wakeWorkers({ db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR });
};

const secretContext = (companyId: string): string => `company:${companyId}:airtable-webhook`;

export const feedSecretColumn: EncryptedColumn = {
  table: "sync_states",
  column: "feed_secret_encrypted",
  idColumn: "company_id",
  contextOf: secretContext,
};

export const encryptFeedSecret = ({ secrets }: Pick<Platform, "secrets">, companyId: string, secret: string): string =>
  secrets.encrypt(secret, secretContext(companyId));

/** Undefined when there is none, or when it cannot be decrypted: the webhook is then replaced. */
export const decryptFeedSecret = (
  { secrets }: Pick<Platform, "secrets">,
  companyId: string,
  encrypted: string | null,
): string | undefined => {
  try {
    return encrypted === null ? undefined : secrets.decrypt(encrypted, secretContext(companyId));
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
};

const MAC_PREFIX = "hmac-sha256=";

const isAuthentic = (secret: string, body: string, mac: string): boolean => {
  const expected = Buffer.from(
    `${MAC_PREFIX}${createHmac("sha256", Buffer.from(secret, "base64")).update(body).digest("hex")}`,
  );
  const received = Buffer.from(mac);
  return received.length === expected.length && timingSafeEqual(received, expected);
};

/**
 * A notification of Airtable that something in the base has changed. It contains no data: it only makes the sync read the change
 * feed. Airtable computes the MAC over the body as JSON.stringify writes it.
 */
export const receiveNotification = async (
  platform: Pick<Platform, "clock" | "database" | "jobs" | "secrets">,
  companyId: string,
  body: unknown,
  mac: string | undefined,
): Promise<void> => {
  const { clock, database, jobs } = platform;
  const found = await findFeedSecret({ db: database.platform }, companyId);
  const secret = decryptFeedSecret(platform, companyId, found?.secretEncrypted ?? null);
  // The same error for an unknown company as for a wrong MAC.
  if (!secret || !mac || !isAuthentic(secret, JSON.stringify(body), mac))
    throw new AppError("unauthenticated", "De handtekening klopt niet.");
  const scope: Scope = { db: database.tenant(companyId), companyId, actor: AIRTABLE_ACTOR };
  await transaction(scope, async (scope) => {
    await recordNotification(scope, clock.now());
    if (await requestFeedCheck(scope)) await jobs.enqueue(scope.db, syncJob, { companyId });
  });
};
