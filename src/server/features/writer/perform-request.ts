import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { findModelAccess, isModelMissing } from "#server/features/companies/connections.service.ts";
import { endRegeneration } from "#server/features/messages/written-text.service.ts";
import { detectStructuredOutput, type ModelAccess, ModelError } from "./language-model.ts";
import { rateLead } from "./rate-lead.ts";
import { callRecorder, createWritingTools, findUsedUpBudget } from "./spending.ts";
import { summarizeMeeting } from "./summarize-meeting.ts";
import { NoTextError } from "./write-draft.ts";
import { publishWriting, StoppedError, writeMessage } from "./write-message.ts";
import { storeStructuredOutput } from "./writer.queries.ts";
import {
  type ClaimedRequest,
  claimRequest,
  findWriter,
  lockClaims,
  lockMessagesOfRequests,
  postponeRequest,
  renewClaim,
  settleRequest,
  stopAllRequests,
} from "./writing-requests.queries.ts";

/** A worker renews its claim this often. A claim that was not renewed for much longer is that of a process that died. */
const RENEWAL_MS = 10_000;
const STALE_AFTER_MS = MINUTE_MS;
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 60 * MINUTE_MS;
const UNEXPECTED = "Er ging iets mis bij het schrijven. We proberen het opnieuw.";
const MODEL_MISSING = "Het taalmodel is niet ingesteld. Een beheerder kan dat bij Bedrijf Beheer doen.";
const TOO_MANY_ATTEMPTS = "De schrijver kon dit niet afmaken. Vraag het opnieuw aan.";
/** When the data is too long for the model it is tried once more with few facts. */
const FEW_FACTS = 4;

export const staleClaimLimit = ({ clock }: Pick<Platform, "clock">): Date =>
  new Date(clock.now().getTime() - STALE_AFTER_MS);

const WRITER_NAME = "AI-schrijver";

export const writerScope = ({ database }: Pick<Platform, "database">, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: WRITER_NAME, role: "user" },
});

/** Ends a request without a text. The message keeps its text and its feedback. */
const failRequest = (
  platform: Platform,
  scope: Scope,
  request: ClaimedRequest,
  problem: string,
  isSubjectProblem = false,
): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockMessagesOfRequests(scope, [request.id]);
    const settled = await settleRequest(
      scope,
      request,
      { status: "failed", problem, isSubjectProblem },
      platform.clock.now(),
    );
    if (settled === 0) return;
    if (request.messageId) await endRegeneration(platform, scope, request.messageId);
    await publishWriting(platform, scope);
  });

/** Ends all open requests of the company. Returns their number. */
export const stopWriting = (platform: Platform, scope: Scope): Promise<number> =>
  transaction(scope, async (scope) => {
    await lockMessagesOfRequests(scope, null);
    const stopped = await stopAllRequests(scope, platform.clock.now());
    for (const { messageId } of stopped) if (messageId) await endRegeneration(platform, scope, messageId);
    if (stopped.length > 0) await publishWriting(platform, scope);
    return stopped.length;
  });

const performClaimed = async (
  platform: Platform,
  scope: Scope,
  request: ClaimedRequest,
  access: ModelAccess,
  signal: AbortSignal,
): Promise<void> => {
  const tools = createWritingTools(platform, scope, access, signal, request.id);
  const perform = (isTooLong: boolean) => {
    const factLimit = isTooLong ? FEW_FACTS : undefined;
    if (request.kind === "summary") return summarizeMeeting(platform, scope, request, tools, isTooLong);
    if (request.kind === "rating") return rateLead(platform, scope, request, tools, factLimit);
    return writeMessage(platform, scope, request, tools, factLimit);
  };
  const renew = () =>
    renewClaim(scope, request, platform.clock.now()).catch((error: unknown) =>
      platform.log.warn({ err: error }, "the claim of a writing request could not be renewed"),
    );
  const renewals = setInterval(() => void renew(), RENEWAL_MS);
  try {
    await perform(false).catch((error: unknown) => {
      if (error instanceof ModelError && error.problem === "too_long") return perform(true);
      throw error;
    });
  } finally {
    clearInterval(renewals);
  }
};

/** Growing pauses, or as long as the server asks. */
const retryMoment = ({ clock }: Platform, { attempts }: ClaimedRequest, retryAfterMs?: number): Date => {
  const pause = retryAfterMs ?? 2 ** attempts * 1000;
  return new Date(clock.now().getTime() + Math.min(pause, MAX_WAIT_MS));
};

/** True when the next request may be tried: after a problem of the server or the settings the others would fail too. */
const settleFailure = async (
  platform: Platform,
  scope: Scope,
  request: ClaimedRequest,
  error: unknown,
): Promise<boolean> => {
  if (error instanceof StoppedError) return true;
  if (error instanceof NoTextError) {
    await failRequest(platform, scope, request, error.message, true);
    return true;
  }
  if (!(error instanceof ModelError)) {
    // While it counts as running, no other text of the company is written.
    await postponeRequest(scope, request, retryMoment(platform, request), UNEXPECTED);
    throw error;
  }
  const mayRetry = (error.problem === "busy" || error.problem === "failed") && request.attempts < MAX_ATTEMPTS;
  if (!mayRetry) {
    await failRequest(platform, scope, request, error.message);
    return error.problem !== "setup";
  }
  await postponeRequest(scope, request, retryMoment(platform, request, error.retryAfterMs), error.message);
  await publishWriting(platform, scope);
  return false;
};

const claimNext = (platform: Platform, scope: Scope): Promise<ClaimedRequest | undefined> =>
  transaction(scope, async (scope) => {
    await lockClaims(scope);
    return claimRequest(scope, platform.clock.now(), staleClaimLimit(platform));
  });

/**
 * For a company without a model. The next due request fails if it is a rewrite, for which a message waits; drafts, ratings and summaries
 * wait until the model is set. False when no request is due.
 */
const settleWithoutModel = async (platform: Platform, scope: Scope): Promise<boolean> => {
  const request = await claimNext(platform, scope);
  if (!request) return false;
  if (request.messageId) await failRequest(platform, scope, request, MODEL_MISSING);
  else {
    const later = new Date(platform.clock.now().getTime() + MAX_WAIT_MS);
    await postponeRequest(scope, request, later, MODEL_MISSING, "not_tried");
    await publishWriting(platform, scope);
  }
  return true;
};

/** False when nothing more can be written now. */
const performNext = async (
  platform: Platform,
  scope: Scope,
  access: ModelAccess,
  signal: AbortSignal,
): Promise<boolean> => {
  const usedUp = await findUsedUpBudget(platform, scope);
  const request = await claimNext(platform, scope);
  if (!request) return false;
  if (usedUp) {
    await postponeRequest(scope, request, usedUp.tomorrow, `${usedUp.problem} Morgen gaat het verder.`, "not_tried");
    await publishWriting(platform, scope);
    // The other requests are postponed too, each with the reason.
    return true;
  }
  if (request.attempts > MAX_ATTEMPTS) {
    // Its attempts ended with an error that nobody expected, or with the process.
    await failRequest(platform, scope, request, TOO_MANY_ATTEMPTS);
    return true;
  }
  await publishWriting(platform, scope);
  try {
    await performClaimed(platform, scope, request, access, signal);
    return true;
  } catch (error) {
    return settleFailure(platform, scope, request, error);
  }
};

/** Finds out, the first time, how the server can be made to answer in JSON, and stores that. */
export const withStructuredOutput = async (
  platform: Platform,
  scope: Scope,
  access: Omit<ModelAccess, "structuredOutput"> & { structuredOutput: ModelAccess["structuredOutput"] | null },
): Promise<ModelAccess> => {
  if (access.structuredOutput) return { ...access, structuredOutput: access.structuredOutput };
  const { structuredOutput } = await detectStructuredOutput(platform, access, callRecorder(platform, scope, access));
  await storeStructuredOutput({ db: platform.database.platform }, scope.companyId, { ...access, structuredOutput });
  return { ...access, structuredOutput };
};

/**
 * Performs the due requests of a company one by one, so that many requests or a slow model of one company leave the other
 * places of the process to other companies. A second job for the company ends at once.
 */
export const performRequests = async (platform: Platform, companyId: string, signal: AbortSignal): Promise<void> => {
  const found = await findModelAccess(platform, companyId);
  const scope = writerScope(platform, companyId);
  if (!found) {
    // Written after months, when the writer is switched on again, nobody would want these texts any more.
    if ((await findWriter(scope)) !== "builtin") await stopWriting(platform, scope);
    else if (await isModelMissing(platform, companyId)) while (await settleWithoutModel(platform, scope));
    return;
  }
  const access = await withStructuredOutput(platform, scope, found).catch((error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    // The requests report the same problem, each by itself.
    return { ...found, structuredOutput: "schema" as const };
  });
  while (!signal.aborted && (await performNext(platform, scope, access, signal)));
};
