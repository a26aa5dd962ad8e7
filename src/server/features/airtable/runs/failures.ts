import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableProblem, ProblemKind } from "../client/airtable-problem.ts";
import { countFailedAttempt, endRun, recordFailure, setRunMessage, startRun } from "./runs.queries.ts";
import { type Lease, renewLease } from "./sync-turn.queries.ts";
import { LeaseLost, type SyncPlatform } from "./sync-turn.ts";

/** Trouble that passes, or that the next look at the base explains better: it may go well in a moment. */
const TRANSIENT_PROBLEMS: readonly ProblemKind[] = [
  "rate_limited",
  "unreachable",
  "too_slow",
  "unexpected",
  "field_missing",
];
/** At one and the same place: when Airtable asks for silence, and when it fails. */
const MAX_ATTEMPTS = { asked: 8, failed: 4 };
const RATE_LIMIT_PAUSE_MS = 30_000;
const FIRST_RETRY_MS = 2_000;

const STOPPED_TEXT =
  "De synchronisatie is gestopt: het bedrijf is niet meer actief, of er is een andere base ingesteld.";
const DEFECT_TEXT = "De synchronisatie is door een fout gestopt. Ze wordt vanzelf opnieuw geprobeerd.";

/** Work on one company, by the holder of its lease. */
export interface CompanySync {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  signal: AbortSignal;
}

export const publishRun = ({ platform, scope }: Pick<CompanySync, "platform" | "scope">, runId: string) =>
  platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: runId });

/** Ends the run, and says why to whoever looks. */
export const failRun = async (work: CompanySync, message: string): Promise<void> => {
  const { platform, scope } = work;
  const at = platform.clock.now();
  await recordFailure(scope, at, message);
  const run = await startRun(scope);
  if (!run) return;
  await endRun(scope, run.id, { status: "failed", message, requests: 0, at });
  await publishRun(work, run.id);
  platform.log.warn({ companyId: scope.companyId, run: run.id, reason: message }, "airtable run failed");
};

const retryDelay = ({ kind, detail }: AirtableProblem, stumbles: number): number =>
  detail.retryAfterMs ?? (kind === "rate_limited" ? RATE_LIMIT_PAUSE_MS : FIRST_RETRY_MS * 2 ** (stumbles - 1));

/** Trouble that passes is waited out, a few times; any other ends the run at once. Says how long to wait. */
export const retryOrFail = async (work: CompanySync, problem: AirtableProblem): Promise<number | undefined> => {
  const { platform, scope } = work;
  const stumbles = await countFailedAttempt(scope);
  const most = MAX_ATTEMPTS[problem.kind === "rate_limited" ? "asked" : "failed"];
  if (!TRANSIENT_PROBLEMS.includes(problem.kind) || stumbles >= most) {
    await failRun(work, problem.message);
    return undefined;
  }
  const pause = retryDelay(problem, stumbles);
  const runId = await setRunMessage(scope, problem.message);
  if (runId) await publishRun(work, runId);
  platform.log.info(
    { companyId: scope.companyId, problem: problem.kind, pause },
    "airtable is in trouble; coming back",
  );
  return pause;
};

/** Nobody here is to blame for what stopped it; or somebody is, and then people must not wait for ever. */
export const handleUnexpected = async (work: CompanySync, error: unknown): Promise<void> => {
  const { platform, scope, lease } = work;
  if (error instanceof AppError && error.code === "unavailable") throw error;
  const isOurs = await renewLease(scope, lease);
  if (error instanceof LeaseLost) {
    platform.log.info({ companyId: scope.companyId, reason: error.message }, "airtable turn lost");
    if (isOurs) await failRun(work, STOPPED_TEXT);
    return;
  }
  if (isOurs) await failRun(work, DEFECT_TEXT);
  throw error;
};
