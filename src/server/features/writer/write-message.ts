import { replaceSections } from "#contract/message-text.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { insertWrittenMessage, replaceByWrittenText } from "#server/features/messages/written-text.service.ts";
import type { WritingTools } from "./spending.ts";
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
  type WritingSubject,
} from "./writer.queries.ts";
import { RULES_VERSION } from "./writing-prompt.ts";
import { hasRepliedSince, type MessageRequest, settleRequest } from "./writing-requests.queries.ts";

export const publishWriting = ({ events }: Pick<Platform, "events">, { db, companyId }: Scope): Promise<void> =>
  events.publish(db, companyId, { topic: "messages" }, { topic: "leads" }, { topic: "meetings" });

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
    if (settled === 0) throw new StoppedError();
    if (stored) {
      await requireNoReply(scope, request);
      const earlier = request.kind === "rewrite" ? await findLatestDraft(scope, stored.messageId) : undefined;
      const { headers } = result.prepared.task;
      const record = earlier ? keepOtherSections(result.record, headers, earlier) : result.record;
      await insertDraft(scope, stored.messageId, stored.contentVersion, record, at);
    }
    await publishWriting(platform, scope);
  });

/** Another worker, or a user who stopped the request, was earlier. */
export class StoppedError extends Error {}

const requireNoReply = async (scope: Scope, { leadId, requestedAt }: MessageRequest): Promise<void> => {
  if (await hasRepliedSince(scope, leadId, requestedAt))
    throw new NoTextError("De lead heeft intussen geantwoord. Dit bericht is niet meer nodig.");
};

const OLDER_CONVERSATIONS_HEADER = /^[ \t]*Older conversations[ \t]*:/im;
const FOLLOW_UP_HEADER = /^[ \t]*Follow up [123][ \t]*:/im;

/** The text from the header "Older conversations" to the first follow-up; empty if either header is missing. */
const olderConversationsOf = (content: string): string => {
  const start = content.search(OLDER_CONVERSATIONS_HEADER);
  const after = start < 0 ? "" : content.slice(start);
  return after.slice(0, Math.max(0, after.search(FOLLOW_UP_HEADER)));
};

/** The texts below their headers, after the section "Older conversations" of the text that they replace. */
const joinTexts = (texts: ReadonlyMap<string, string>, before = ""): string => {
  const older = olderConversationsOf(before);
  const sections = [...texts].map(([header, text]) => `${header}:\n${text}`).join("\n\n");
  return older === "" ? sections : `${older.trimEnd()}\n\n${sections}`;
};

/** A text that nobody waits for any more is not paid for. */
const isStillWanted = ({ messageId, baseVersion }: MessageRequest, { message }: WritingSubject): boolean =>
  messageId === null || (message?.regenerating === true && message.contentVersion === (baseVersion ?? 0));

/** Writes a message, or writes one again, with the sections that the feedback names. */
export const writeMessage = async (
  platform: Platform,
  scope: Scope,
  request: MessageRequest,
  { access, recordCall, signal }: WritingTools,
  factLimit: number | undefined,
): Promise<void> => {
  const startedAt = performance.now();
  const subject = await findSubject(scope, { ...request, purpose: request.messageType });
  if (!subject) throw new NoTextError("Deze lead bestaat niet meer.");
  if (!isStillWanted(request, subject)) {
    await settleRequest(scope, request, { status: "stopped" }, platform.clock.now());
    return publishWriting(platform, scope);
  }
  await requireNoReply(scope, request);
  const prepared = prepareTask(subject, request, factLimit);
  const draft = await writeDraft(platform, access, prepared, recordCall, signal);
  const spent = await findSpent(scope, request.id);
  const record = toDraftRecord(subject, draft, spent, Math.round(performance.now() - startedAt));
  await storeResult(platform, scope, request, { subject, prepared, draft, record });
};
