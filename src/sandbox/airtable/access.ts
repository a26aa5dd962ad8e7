import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";
import { quotaExceeded, rateLimited } from "./airtable-error.ts";
import { newId } from "./model/ids.ts";

/** The rate limits of a base; null means unlimited. */
type LimitSettings = {
  requestsPerSecond: number | null;
  requestsPerSecondOfOwner: number | null;
  penaltyMs: number;
  isQuotaSpent: boolean;
};

/** As documented: 5 requests per second per base, 50 per owner of tokens, and 30 seconds of 429 after that. */
const DEFAULT_LIMITS: LimitSettings = {
  requestsPerSecond: 5,
  requestsPerSecondOfOwner: 50,
  penaltyMs: 30_000,
  isQuotaSpent: false,
};

type RequestCounter = { timestamps: number[]; blockedUntil: number };

export type Limits = {
  settingsOf(baseId: string): LimitSettings;
  change(baseId: string, settings: Partial<LimitSettings>): LimitSettings;
  /** Counts a request, or refuses it. Schema requests do not count towards the monthly quota. */
  admit(baseId: string, owner: string, countsForQuota: boolean): void;
  reset(): void;
};

export function createLimits(clock: Clock): Limits {
  const settings = new Map<string, LimitSettings>();
  const counters = new Map<string, RequestCounter>();
  const settingsOf = (baseId: string) => settings.get(baseId) ?? DEFAULT_LIMITS;

  const count = (key: string, perSecond: number | null, penaltyMs: number) => {
    if (perSecond === null) return;
    const now = clock.now().getTime();
    const counter = counters.get(key) ?? { timestamps: [], blockedUntil: 0 };
    counters.set(key, counter);
    if (now < counter.blockedUntil) throw rateLimited();
    // After the clock was set back, recorded times may lie in the future.
    counter.timestamps = counter.timestamps.filter((time) => time > now - 1_000 && time <= now);
    if (counter.timestamps.length >= perSecond) {
      counter.blockedUntil = now + penaltyMs;
      counter.timestamps = [];
      throw rateLimited();
    }
    counter.timestamps.push(now);
  };

  return {
    settingsOf,
    change: (baseId, change) => {
      const next = { ...settingsOf(baseId), ...change };
      settings.set(baseId, next);
      counters.delete(`base ${baseId}`);
      return next;
    },
    admit: (baseId, owner, countsForQuota) => {
      const { requestsPerSecond, requestsPerSecondOfOwner, penaltyMs, isQuotaSpent } = settingsOf(baseId);
      if (isQuotaSpent && countsForQuota) throw quotaExceeded();
      count(`owner ${owner}`, requestsPerSecondOfOwner, penaltyMs);
      count(`base ${baseId}`, requestsPerSecond, penaltyMs);
    },
    reset: () => {
      settings.clear();
      counters.clear();
    },
  };
}

/** What a personal access token may do. */
export const SCOPES = [
  "data.records:read",
  "data.records:write",
  "data.recordComments:read",
  "data.recordComments:write",
  "schema.bases:read",
  "schema.bases:write",
  "webhook:manage",
] as const;

export type Scope = (typeof SCOPES)[number];

export type Token = {
  readonly token: string;
  /** Its owner; the tokens of one person share a rate limit. */
  readonly userId: string;
  scopes: Scope[];
  /** The bases it gives access to. */
  baseIds: string[];
  /** The owner's permission level in them. */
  permissionLevel: "read" | "edit" | "create";
  revoked: boolean;
};

/** A token with every scope for the given bases, of a new person unless the owner is given. */
export function makeToken(baseIds: string[], { token = randomToken(), userId = newId("usr") } = {}): Token {
  return { token, userId, scopes: [...SCOPES], baseIds, permissionLevel: "create", revoked: false };
}

const randomToken = () => `pat${newId("usr").slice(3)}.${randomBytes(32).toString("hex")}`;
