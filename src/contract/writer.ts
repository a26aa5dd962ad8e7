import { z } from "zod";
import { writerChange } from "./company-forms.ts";
import { idOrNil, trimmedText } from "./field-schemas.ts";
import { replyStatus } from "./message-status.ts";
import { companyAdministration, everyRole, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const writer = z.enum(["airtable", "builtin"]);

const writerSettings = z.object({
  /** Who writes: the company's own automation or the built-in writer. */
  writer,
  aiBaseUrl: z.string().nullable(),
  aiModel: z.string().nullable(),
  hasAiApiKey: z.boolean(),
  /** Drafts a day without a request. */
  aiDailyDrafts: z.number(),
  aiDailyTokens: z.number(),
  /** How the server answers in JSON; null until the connection was tested. */
  aiStructuredOutput: z.enum(["schema", "json_object", "text"]).nullable(),
  /** Who agreed that data goes to the provider, and when. */
  confirmedBy: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  tokensToday: z.number(),
  /** In euro. */
  costToday: z.number(),
  costThisMonth: z.number(),
  /** A model without a known price was used this month. */
  hasUnknownCosts: z.boolean(),
  /** The model runs on a machine of the operator: it has no price. */
  isLocalModel: z.boolean(),
});
export type WriterSettings = z.infer<typeof writerSettings>;

/** Figures only, for platform admins. */
export const writerUsage = writerSettings.pick({
  aiDailyTokens: true,
  confirmedBy: true,
  confirmedAt: true,
  tokensToday: true,
  costToday: true,
  costThisMonth: true,
  hasUnknownCosts: true,
  isLocalModel: true,
});
export type WriterUsage = z.infer<typeof writerUsage>;

const writerProgress = z.object({
  writer,
  waiting: z.number(),
  running: z.number(),
  doneToday: z.number(),
  failedToday: z.number(),
  /** Why the last one failed or waits. */
  problem: z.string().nullable(),
});
export type WriterProgress = z.infer<typeof writerProgress>;

const leadIds = z.array(z.uuid()).min(1, "Kies minstens één lead.").max(100, "Kies hooguit 100 leads.");
const messageType = z.enum(["icebreaker", "followup"]).default("icebreaker");

/** For chosen leads, or for the best rated ones that have no message yet. */
const draftRequest = z.union([
  z.strictObject({ leadIds, messageType }),
  z.strictObject({ minRating: z.number().int().min(0).max(10), limit: z.number().int().min(1).max(100), messageType }),
]);

const warning = z.object({ code: z.string(), text: z.string() });
const fact = z.object({ n: z.number(), text: z.string(), source: z.string() });
const decision = z.strictObject({ decision: z.enum(["accepted", "rejected"]) });

const ratingProposal = z.object({
  isWriting: z.boolean(),
  /** Why the latest request failed or waits. */
  problem: z.string().nullable(),
  /** Null when there is none that still needs a decision. */
  proposal: z
    .object({
      rating: z.number(),
      motivation: z.string(),
      /** HTML of escaped texts. */
      report: z.string(),
      facts: z.array(fact),
      warnings: z.array(warning),
      model: z.string(),
      madeAt: z.iso.datetime(),
    })
    .nullable(),
});
export type RatingProposal = z.infer<typeof ratingProposal>;

const summaryProposal = z.object({
  isWriting: z.boolean(),
  /** Why the latest request failed or waits. */
  problem: z.string().nullable(),
  proposal: z
    .object({
      summary: z.string(),
      /** HTML lists of escaped texts. */
      actionItems: z.string().nullable(),
      salesOpportunities: z.string().nullable(),
      followUpInterests: z.string().nullable(),
      warnings: z.array(warning),
      model: z.string(),
      madeAt: z.iso.datetime(),
    })
    .nullable(),
});
export type SummaryProposal = z.infer<typeof summaryProposal>;

const replyProposal = z.object({
  sentiment: replyStatus,
  /** The lead asks for no more messages. */
  isStop: z.boolean(),
  /** Null when nothing should be answered. */
  answer: z.string().nullable(),
  warnings: z.array(warning),
});

export const MAX_TRANSCRIPT_LENGTH = 400_000;
const transcript = z
  .string()
  .trim()
  .min(20, "Plak of kies een transcript.")
  .max(MAX_TRANSCRIPT_LENGTH, "Dit transcript is te lang.");

const id = z.object({ id: idOrNil });

const modelTest = z.strictObject({
  aiBaseUrl: trimmedText(2000).nullable().optional(),
  aiModel: trimmedText(100).nullable().optional(),
  aiApiKey: trimmedText(400).optional(),
});
export type ModelTest = z.infer<typeof modelTest>;

/** `has_message`: a message of that type; `requested`: it is being written already. The most frequent reason first. */
const requestedTexts = z.object({
  requested: z.number(),
  skipped: z.array(
    z.object({ reason: z.enum(["deleted", "unwelcome", "has_message", "requested"]), count: z.number() }),
  ),
});
export type RequestedTexts = z.infer<typeof requestedTexts>;

export const writerRoutes = defineRoutes({
  progress: {
    method: "GET",
    path: "/api/writer/progress",
    summary: "How many texts the built-in writer is working on",
    access: everyRole,
    response: writerProgress,
  },
  requestDrafts: {
    method: "POST",
    path: "/api/writer/drafts",
    summary: "Request drafts for leads that have none",
    access: everyRole,
    body: draftRequest,
    response: requestedTexts,
  },
  requestRatings: {
    method: "POST",
    path: "/api/writer/ratings",
    summary: "Request a proposed rating, with motivation and report, for leads",
    access: everyRole,
    body: z.strictObject({ leadIds }),
    response: requestedTexts,
  },
  rating: {
    method: "GET",
    path: "/api/leads/{id}/rating",
    summary: "The proposed rating of a lead",
    access: everyRole,
    params: id,
    response: ratingProposal,
  },
  decideRating: {
    method: "POST",
    path: "/api/leads/{id}/rating",
    summary: "Accept or reject the proposed rating of a lead",
    access: everyRole,
    params: id,
    body: decision,
    response: z.object({ message: z.string() }),
  },
  addTranscript: {
    method: "POST",
    path: "/api/meetings/{id}/transcript",
    summary: "Request the summary fields of a meeting from its transcript",
    access: everyRole,
    params: id,
    body: z.strictObject({ transcript }),
    bodyLimit: 2_000_000,
    response: z.object({ message: z.string() }),
  },
  summary: {
    method: "GET",
    path: "/api/meetings/{id}/summary",
    summary: "The proposed summary of a meeting",
    access: everyRole,
    params: id,
    response: summaryProposal,
  },
  decideSummary: {
    method: "POST",
    path: "/api/meetings/{id}/summary",
    summary: "Accept or reject the proposed summary of a meeting",
    access: everyRole,
    params: id,
    body: decision,
    response: z.object({ message: z.string() }),
  },
  proposeReply: {
    method: "POST",
    path: "/api/leads/{id}/reply-proposal",
    summary: "Propose what the latest reply of a lead means, and an answer",
    access: everyRole,
    params: id,
    response: z.object({ proposal: replyProposal.nullable() }),
  },
  stop: {
    method: "POST",
    path: "/api/writer/stop",
    summary: "Stop everything that the built-in writer is working on",
    access: everyRole,
    response: z.object({ stopped: z.number() }),
  },
  strikeFact: {
    method: "POST",
    path: "/api/messages/{id}/facts/{n}/strike",
    summary: "Strike a fact: it is not used for this lead again",
    access: everyRole,
    params: z.object({ id: idOrNil, n: z.coerce.number().int().min(0).max(1000).catch(0) }),
    response: z.object({ message: z.string() }),
  },
  settings: {
    method: "GET",
    path: "/api/writer/settings",
    summary: "The settings of the built-in writer",
    access: companyAdministration,
    response: writerSettings,
  },
  changeSettings: {
    method: "PATCH",
    path: "/api/writer/settings",
    summary: "Change the settings of the built-in writer",
    access: companyAdministration,
    body: writerChange,
    response: writerSettings,
  },
  usage: {
    method: "GET",
    path: "/admin/api/companies/{id}/writer",
    summary: "What the built-in writer of a company uses and costs, and who confirmed it",
    access: platformAdministration,
    params: z.object({ id: idOrNil }),
    response: writerUsage,
  },
  testModel: {
    method: "POST",
    path: "/api/writer/test",
    summary: "Test the connection with the language model",
    access: companyAdministration,
    body: modelTest,
    response: z.object({ ok: z.boolean(), message: z.string() }),
  },
});
