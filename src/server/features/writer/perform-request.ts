import { replaceSections } from "#contract/message-text.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { findModelAccess } from "#server/features/companies/connections.service.ts";
import {
  endRegeneration,
  insertWrittenMessage,
  replaceByWrittenText,
} from "#server/features/messages/written-text.service.ts";
import { detectStructuredOutput, type ModelAccess, ModelError } from "./language-model.ts";
import { rateLead } from "./rate-lead.ts";
import { createWritingTools, findUsedUpBudget, type WritingTools } from "./spending.ts";
import { summarizeMeeting } from "./summarize-meeting.ts";
import {
  NoTextError,
  type PreparedTask,
  prepareTask,
  renderSections,
  type WrittenDraft,
  writeDraft,
} from "./write-draft.ts";
import {
  type DraftRecord,
  findLatestDraft,
  findSpent,
  findSubject,
  insertDraft,
  type Spent,
  storeStructuredOutput,
  type WritingSubject,
} from "./writer.queries.ts";
import { RULES_VERSION } from "./writing-prompt.ts";
import {
  type ClaimedRequest,
  claimRequest,
  hasRepliedSince,
  type MessageRequest,
  postponeRequest,
  settleRequest,
} from "./writing-requests.queries.ts";

const MINUTE_MS = 60_000;
/** A request takes at most two calls. An older claim is considered that of a process that died. */
const STALE_AFTER_TIMEOUTS = 3;
const MAX_ATTEMPTS = 6;
const MAX_WAIT_MS = 60 * MINUTE_MS;
/** When the data is too long for the model it is tried once more with few facts. */
const FEW_FACTS = 4;

export const staleClaimLimit = ({ clock, config }: Pick<Platform, "clock" | "config">): Date =>
  new Date(clock.now().getTime() - Math.max(MINUTE_MS, STALE_AFTER_TIMEOUTS * config.aiTimeoutMs));

const WRITER_NAME = "AI-schrijver";

export const writerScope = ({ database }: Pick<Platform, "database">, companyId: string): Scope => ({
  db: database.tenant(companyId),
  companyId,
  actor: { id: companyId, name: WRITER_NAME, role: "user" },
});

const publish = ({ events }: Pick<Platform, "events">, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "messages" }, { topic: "leads" }, { topic: "meetings" });

/** Ends a request without a text. The message keeps its text and its feedback. */
const failRequest = (platform: Platform, scope: Scope, request: ClaimedRequest, problem: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const settled = await settleRequest(scope, request, { status: "failed", problem }, platform.clock.now());
    if (settled === 0) return;
    if (request.messageId) await endRegeneration(platform, scope, request.messageId);
    await publish(platform, scope);
  });

const toDraftRecord = (subject: WritingSubject, draft: WrittenDraft, spent: Spent, tookMs: number): DraftRecord => ({
  promptId: subject.prompt?.id ?? null,
  promptVersion: subject.prompt?.version ?? null,
  rulesVersion: RULES_VERSION,
  model: draft.model,
  facts: draft.facts,
  claims: draft.sections.flatMap(({ header, sentences }) =>
    sentences.map((sentence) => ({ section: header, ...sentence })),
  ),
  warnings: draft.warnings,
  spent,
  tookMs,
});

/**
 * The sections that a rewrite leaves as they are keep their warnings, and their sentences the facts that they rest on. A fact
 * that was struck since then is not among the new facts: its sentence has none any more.
 */
const keepOtherSections = (
  record: DraftRecord,
  rewritten: readonly string[],
  earlier: Pick<DraftRecord, "facts" | "claims" | "warnings">,
): DraftRecord => {
  const textOf = new Map(earlier.facts.map(({ n, text }) => [n, text]));
  const numberOf = new Map(record.facts.map(({ n, text }) => [text, n]));
  const kept = earlier.claims
    .filter(({ section }) => !rewritten.includes(section))
    .map((claim) => ({ ...claim, facts: claim.facts.flatMap((n) => numberOf.get(textOf.get(n) ?? "") ?? []) }));
  const order = [...new Set([...earlier.claims, ...record.claims].map(({ section }) => section))];
  const isKept = ({ text }: { text: string }) => !rewritten.some((header) => text.startsWith(`${header}: `));
  return {
    ...record,
    claims: [...kept, ...record.claims].toSorted(
      (one, other) => order.indexOf(one.section) - order.indexOf(other.section),
    ),
    warnings: [...earlier.warnings.filter(isKept), ...record.warnings],
  };
};

interface Result {
  subject: WritingSubject;
  prepared: PreparedTask;
  draft: WrittenDraft;
  record: DraftRecord;
}

/** Stores the text. One transaction with the end of the request, so that a request has exactly one text. */
const storeResult = (platform: Platform, scope: Scope, request: MessageRequest, result: Result): Promise<void> =>
  transaction(scope, async (scope) => {
    const at = platform.clock.now();
    const texts = renderSections(result.draft.sections, result.prepared.task);
    const stored = request.messageId
      ? await replaceByWrittenText(platform, scope, request.messageId, request.baseVersion ?? 0, (content) =>
          request.kind === "rerun"
            ? joinTexts(texts, content)
            : (replaceSections(content, Object.fromEntries(texts)) ?? content),
        )
      : await insertWrittenMessage(platform, scope, {
          leadId: request.leadId,
          messageType: request.messageType,
          messageFlow: result.subject.senderName,
          content: joinTexts(texts),
        });
    const outcome = stored ? { status: "done" as const, messageId: stored.messageId } : { status: "stopped" as const };
    const settled = await settleRequest(scope, request, outcome, at);
    // Another worker, or a user who stopped it, was earlier.
    if (settled === 0) throw new StoppedError();
    if (stored) {
      await requireNoReply(scope, request);
      const earlier = request.kind === "rewrite" ? await findLatestDraft(scope, stored.messageId) : undefined;
      const { headers } = result.prepared.task;
      const record = earlier ? keepOtherSections(result.record, headers, earlier) : result.record;
      await insertDraft(scope, stored.messageId, stored.contentVersion, record, at);
    }
    await publish(platform, scope);
  });

class StoppedError extends Error {}

const requireNoReply = async (scope: Scope, { leadId, requestedAt }: MessageRequest): Promise<void> => {
  if (await hasRepliedSince(scope, leadId, requestedAt))
    throw new NoTextError("De lead heeft intussen geantwoord. Dit bericht is niet meer nodig.");
};

const OLDER_CONVERSATIONS_SECTION = /^[ \t]*Older conversations[ \t]*:[\s\S]*?(?=^[ \t]*(?:Follow up [123])[ \t]*:)/im;

/** The texts below their headers, after the section "Older conversations" of the text that they replace. */
const joinTexts = (texts: ReadonlyMap<string, string>, before = ""): string => {
  const [older = ""] = OLDER_CONVERSATIONS_SECTION.exec(before) ?? [];
  const sections = [...texts].map(([header, text]) => `${header}:\n${text}`).join("\n\n");
  return older === "" ? sections : `${older.trimEnd()}\n\n${sections}`;
};

const writeMessage = async (
  platform: Platform,
  scope: Scope,
  request: MessageRequest,
  { access, recordCall, signal }: WritingTools,
  factLimit: number | undefined,
): Promise<void> => {
  const startedAt = performance.now();
  const subject = await findSubject(scope, { ...request, purpose: request.messageType });
  if (!subject) throw new NoTextError("Deze lead bestaat niet meer.");
  await requireNoReply(scope, request);
  const prepared = prepareTask(subject, request, factLimit);
  const draft = await writeDraft(platform, access, prepared, recordCall, signal);
  const spent = await findSpent(scope, request.id);
  const record = toDraftRecord(subject, draft, spent, Math.round(performance.now() - startedAt));
  await storeResult(platform, scope, request, { subject, prepared, draft, record });
};

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
  await perform(false).catch((error: unknown) => {
    if (error instanceof ModelError && error.problem === "too_long") return perform(true);
    throw error;
  });
};

/** Growing pauses, or as long as the server asks. */
const retryMoment = ({ clock }: Platform, { attempts }: ClaimedRequest, { retryAfterMs }: ModelError): Date => {
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
    await failRequest(platform, scope, request, error.message);
    return true;
  }
  if (!(error instanceof ModelError)) throw error;
  const mayRetry = (error.problem === "busy" || error.problem === "failed") && request.attempts < MAX_ATTEMPTS;
  if (!mayRetry) {
    await failRequest(platform, scope, request, error.message);
    return error.problem !== "setup";
  }
  await postponeRequest(scope, request, retryMoment(platform, request, error), error.message);
  await publish(platform, scope);
  return false;
};

/** False when nothing more can be written now. */
const performNext = async (
  platform: Platform,
  scope: Scope,
  access: ModelAccess,
  signal: AbortSignal,
): Promise<boolean> => {
  const { clock } = platform;
  const usedUp = await findUsedUpBudget(platform, scope);
  const request = await claimRequest(scope, clock.now(), staleClaimLimit(platform));
  if (!request) return false;
  if (usedUp) {
    await postponeRequest(scope, request, usedUp.tomorrow, `${usedUp.problem} Morgen gaat het verder.`);
    await publish(platform, scope);
    // The other requests are postponed too, each with the reason.
    return true;
  }
  await publish(platform, scope);
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
  companyId: string,
  access: Omit<ModelAccess, "structuredOutput"> & { structuredOutput: ModelAccess["structuredOutput"] | null },
): Promise<ModelAccess> => {
  if (access.structuredOutput) return { ...access, structuredOutput: access.structuredOutput };
  const { structuredOutput } = await detectStructuredOutput(platform, access);
  await storeStructuredOutput({ db: platform.database.platform }, companyId, structuredOutput);
  return { ...access, structuredOutput };
};

/** Performs the due requests of a company one by one. Several of these jobs may run at once: each claims its own request. */
export const performRequests = async (platform: Platform, companyId: string, signal: AbortSignal): Promise<void> => {
  const found = await findModelAccess(platform, companyId);
  if (!found) return;
  const scope = writerScope(platform, companyId);
  const access = await withStructuredOutput(platform, companyId, found).catch((error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    // The requests report the same problem, each by itself.
    return { ...found, structuredOutput: "schema" as const };
  });
  while (!signal.aborted && (await performNext(platform, scope, access, signal)));
};
