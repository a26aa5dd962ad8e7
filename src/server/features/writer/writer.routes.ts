import type { writerRoutes } from "#contract/writer.ts";
import { notFound } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { readConversation } from "#server/features/linkedin/conversations/inbox.service.ts";
import { factKey } from "./facts.ts";
import { stopWriting } from "./perform-request.ts";
import {
  applyRatingDecision,
  applySummaryDecision,
  readRatingProposal,
  readSummaryProposal,
  requestRatings,
  requestSummary,
} from "./proposals.service.ts";
import { proposeReply } from "./reply-proposal.service.ts";
import { findDraftFact, insertStruckFact } from "./writer.queries.ts";
import { requestDrafts, requireBuiltInWriter, writerOf } from "./writer.service.ts";
import { changeSettings, readSettings, readUsage, testModel } from "./writer-settings.ts";
import { findProgress } from "./writing-requests.queries.ts";

const NO_PROGRESS = { waiting: 0, running: 0, doneToday: 0, failedToday: 0, problem: null };

const strikeFact = async (platform: Platform, scope: Scope, messageId: string, n: number): Promise<void> => {
  const fact = await findDraftFact(scope, messageId, n);
  if (!fact) throw notFound();
  await insertStruckFact(scope, fact.leadId, factKey(fact.text), platform.clock.now());
};

/** For the latest reply in the conversation with a lead; null when there is none, or no proposal can be made. */
const proposeForLead = async (platform: Platform, scope: Scope, leadId: string) => {
  const { messages } = await readConversation(scope, leadId);
  const sent = messages.filter(({ pending }) => pending === null);
  const last = sent.findLastIndex(({ isOurs }) => !isOurs);
  const reply = sent[last];
  if (!reply) return null;
  const conversation = sent.slice(0, last).map(({ author, text }) => `${author}: ${text}`);
  const proposal = await proposeReply(platform, scope, {
    leadId,
    text: reply.text,
    conversation: conversation.join("\n"),
  });
  if (!proposal) return null;
  const { sentiment, isStop, answer, warnings } = proposal;
  return { sentiment, isStop, answer, warnings: [...warnings] };
};

export const writerHandlers = (platform: Platform): Handlers<typeof writerRoutes> => ({
  progress: async ({ scope }) => ({
    writer: await writerOf(scope),
    ...((await findProgress(scope, platform.clock.now())) ?? NO_PROGRESS),
  }),
  requestDrafts: async ({ scope, body }) => {
    await requireBuiltInWriter(scope);
    return requestDrafts(platform, scope, body);
  },
  requestRatings: ({ scope, body }) => requestRatings(platform, scope, body.leadIds),
  rating: ({ scope, params }) => readRatingProposal(scope, params.id),
  decideRating: async ({ scope, params, body, ...request }) => ({
    message: await applyRatingDecision(platform, scope, actorOf(request), params.id, body.decision),
  }),
  addTranscript: async ({ scope, params, body }) => {
    await requestSummary(platform, scope, params.id, body.transcript);
    return { message: "De samenvatting wordt geschreven." };
  },
  summary: ({ scope, params }) => readSummaryProposal(scope, params.id),
  decideSummary: async ({ scope, params, body, ...request }) => ({
    message: await applySummaryDecision(platform, scope, actorOf(request), params.id, body.decision),
  }),
  proposeReply: async ({ scope, params }) => ({ proposal: await proposeForLead(platform, scope, params.id) }),
  stop: async ({ scope }) => ({ stopped: await stopWriting(platform, scope) }),
  strikeFact: async ({ scope, params }) => {
    await strikeFact(platform, scope, params.id, params.n);
    return { message: "Dit feit wordt voor deze lead niet meer gebruikt." };
  },
  settings: ({ scope }) => readSettings(platform, scope),
  changeSettings: ({ scope, body, ...request }) => changeSettings(platform, scope, actorOf(request), body),
  usage: ({ params, ...request }) => readUsage(platform, params.id, actorOf(request)),
  testModel: ({ scope, body }) => testModel(platform, scope, body),
});
