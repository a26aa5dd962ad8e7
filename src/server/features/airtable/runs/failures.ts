import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableProblem, ProblemKind } from "../client/airtable-problem.ts";
import type { TurnPlace } from "./begin-turn.ts";
import { countFailedAttempt, endRun, recordFailure, setRunMessage, startRun } from "./runs.queries.ts";
import { findBaseCondition, type Lease, RATE_LIMIT_PAUSE_MS, renewLease } from "./sync-turn.queries.ts";
import { LeaseLost, type SyncPlatform } from "./sync-turn.ts";

/** Worth a retry. A missing field too: the next turn reads the schema again and suspends only that table. */
const TRANSIENT_PROBLEMS: readonly ProblemKind[] = [
  "rate_limited",
  "unreachable",
  "too_slow",
  "unexpected",
  "field_missing",
];
/** Attempts without any progress in between. */
const MAX_ATTEMPTS = { rateLimited: 8, failed: 4 };
const FIRST_RETRY_MS = 2_000;

const STOPPED_TEXT =
  "De synchronisatie is gestopt: het bedrijf is niet meer actief, of er is een andere base ingesteld.";
const PAUSED_TEXT = "De synchronisatie is gepauzeerd.";
const DEFECT_TEXT = "De synchronisatie is door een fout gestopt. Ze wordt vanzelf opnieuw geprobeerd.";

/** The sync of one company, held by the owner of its lease. */
export interface CompanySync {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  signal: AbortSignal;
  place: TurnPlace;
}

export const publishRun = ({ platform, scope }: Pick<CompanySync, "platform" | "scope">, runId: string) =>
  platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: runId });

/** Ends the open run without a success. That the company was deactivated, or has no base any more, is no failure of its sync. */
export const stopRun = async (
  sync: CompanySync,
  message: string,
  problem: ProblemKind | null = null,
): Promise<void> => {
  const { platform, scope } = sync;
  // Returns the open run, which may still be queued.
  const run = await startRun(scope);
  if (!run) return;
  await endRun(scope, run.id, { status: "failed", message, problem, requests: 0, at: platform.clock.now() });
  await publishRun(sync, run.id);
  platform.log.warn({ companyId: scope.companyId, run: run.id, reason: message }, "airtable run failed");
};

export const failRun = async (
  sync: CompanySync,
  message: string,
  problem: ProblemKind | null = null,
): Promise<void> => {
  await recordFailure(sync.scope, sync.platform.clock.now(), message);
  await stopRun(sync, message, problem);
};

const retryDelay = ({ kind, detail }: AirtableProblem, attempts: number): number =>
  detail.retryAfterMs ?? (kind === "rate_limited" ? RATE_LIMIT_PAUSE_MS : FIRST_RETRY_MS * 2 ** (attempts - 1));

/** Returns the delay before a retry, or undefined when the run has failed. */
export const retryOrFail = async (sync: CompanySync, problem: AirtableProblem): Promise<number | undefined> => {
  const { platform, scope } = sync;
  const attempts = await countFailedAttempt(scope);
  const maxAttempts = MAX_ATTEMPTS[problem.kind === "rate_limited" ? "rateLimited" : "failed"];
  if (!TRANSIENT_PROBLEMS.includes(problem.kind) || attempts >= maxAttempts) {
    await failRun(sync, problem.message, problem.kind);
    return undefined;
  }
  const delayMs = retryDelay(problem, attempts);
  const runId = await setRunMessage(scope, problem.message);
  if (runId) await publishRun(sync, runId);
  platform.log.info({ companyId: scope.companyId, problem: problem.kind, delayMs }, "airtable sync will be retried");
  return delayMs;
};

/** Fails the run unless the database is unavailable, so that nobody waits for a run that no longer makes progress. */
export const handleUnexpected = async (sync: CompanySync, error: unknown): Promise<void> => {
  const { platform, scope, lease } = sync;
  if (error instanceof AppError && error.code === "unavailable") throw error;
  const isOurs = await renewLease(scope, lease);
  if (error instanceof LeaseLost) {
    platform.log.info({ companyId: scope.companyId, reason: error.message }, "airtable lease lost");
    const { isPaused } = await findBaseCondition(scope);
    // Also after a pause, a deactivation or a change of the base, when the lease is still ours. A paused run continues when the
    // sync is resumed.
    if (isPaused) await setRunMessage(scope, PAUSED_TEXT);
    else if (isOurs) await stopRun(sync, STOPPED_TEXT);
    return;
  }
  if (isOurs) await failRun(sync, DEFECT_TEXT);
  throw error;
};
