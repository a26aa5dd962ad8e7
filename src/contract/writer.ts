import { z } from "zod";
import { writerChange } from "./company-forms.ts";
import { idOrNil, trimmedText } from "./field-schemas.ts";
import { companyAdministration, everyRole } from "./roles.ts";
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
});
export type WriterSettings = z.infer<typeof writerSettings>;

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

const draftRequest = z.strictObject({
  leadIds: z.array(z.uuid()).min(1, "Kies minstens één lead.").max(100, "Kies hooguit 100 leads."),
  messageType: z.enum(["icebreaker", "followup"]).default("icebreaker"),
});

const modelTest = z.strictObject({
  aiBaseUrl: trimmedText(2000).nullable().optional(),
  aiModel: trimmedText(100).nullable().optional(),
  aiApiKey: trimmedText(400).optional(),
});
export type ModelTest = z.infer<typeof modelTest>;

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
    response: z.object({ requested: z.number(), skipped: z.number() }),
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
  testModel: {
    method: "POST",
    path: "/api/writer/test",
    summary: "Test the connection with the language model",
    access: companyAdministration,
    body: modelTest,
    response: z.object({ ok: z.boolean(), message: z.string() }),
  },
});
