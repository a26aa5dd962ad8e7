import { AppError } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { AirtableProblem, ProblemKind } from "../client/problems.ts";
import { keepLease, type Lease } from "../turn/lease.queries.ts";
import { type SyncPlatform, TurnLost } from "../turn/turn.ts";
import { endRun, noteFailure, noteStumble, noteWaiting, startRun } from "./runs.queries.ts";

/** Trouble that passes, or that the next look at the base explains better: it may go well in a moment. */
const PASSING: readonly ProblemKind[] = ["rate_limited", "unreachable", "too_slow", "unexpected", "field_missing"];
/** At one and the same place: when Airtable asks for silence, and when it fails. */
const MOST_STUMBLES = { asked: 8, failed: 4 };
const SILENCE_MS = 30_000;
const FIRST_PAUSE_MS = 2_000;

const STOPPED = "De synchronisatie is gestopt: het bedrijf is niet meer actief, of er is een andere base ingesteld.";
const DEFECT = "De synchronisatie is door een fout gestopt. Ze wordt vanzelf opnieuw geprobeerd.";

/** Work on one company, by the holder of its lease. */
export interface Work {
  platform: SyncPlatform;
  scope: Scope;
  lease: Lease;
  signal: AbortSignal;
}

export const tellRun = ({ platform, scope }: Pick<Work, "platform" | "scope">, runId: string) =>
  platform.events.publish(scope.db, scope.companyId, { topic: "sync", id: runId });

/** Ends the run, and says why to whoever looks. */
export const fail = async (work: Work, message: string): Promise<void> => {
  const { platform, scope } = work;
  const at = platform.clock.now();
  await noteFailure(scope, at, message);
  const run = await startRun(scope);
  if (!run) return;
  await endRun(scope, run.id, { status: "failed", message, requests: 0, at });
  await tellRun(work, run.id);
  platform.log.warn({ companyId: scope.companyId, run: run.id, reason: message }, "airtable run failed");
};

const pauseFor = ({ kind, detail }: AirtableProblem, stumbles: number): number =>
  detail.retryAfterMs ?? (kind === "rate_limited" ? SILENCE_MS : FIRST_PAUSE_MS * 2 ** (stumbles - 1));

/** Trouble that passes is waited out, a few times; any other ends the run at once. Says how long to wait. */
export const weather = async (work: Work, problem: AirtableProblem): Promise<number | undefined> => {
  const { platform, scope } = work;
  const stumbles = await noteStumble(scope);
  const most = MOST_STUMBLES[problem.kind === "rate_limited" ? "asked" : "failed"];
  if (!PASSING.includes(problem.kind) || stumbles >= most) {
    await fail(work, problem.message);
    return undefined;
  }
  const pause = pauseFor(problem, stumbles);
  const runId = await noteWaiting(scope, problem.message);
  if (runId) await tellRun(work, runId);
  platform.log.info(
    { companyId: scope.companyId, problem: problem.kind, pause },
    "airtable is in trouble; coming back",
  );
  return pause;
};

/** Nobody here is to blame for what stopped it; or somebody is, and then people must not wait for ever. */
export const giveUp = async (work: Work, error: unknown): Promise<void> => {
  const { platform, scope, lease } = work;
  if (error instanceof AppError && error.code === "unavailable") throw error;
  const isOurs = await keepLease(scope, lease);
  if (error instanceof TurnLost) {
    platform.log.info({ companyId: scope.companyId, reason: error.message }, "airtable turn lost");
    if (isOurs) await fail(work, STOPPED);
    return;
  }
  if (isOurs) await fail(work, DEFECT);
  throw error;
};
