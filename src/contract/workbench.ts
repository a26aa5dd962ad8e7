import { z } from "zod";
import { blankToNull, idOrNil, trimmedText } from "./field-schemas.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const id = z.object({ id: idOrNil });
const promptText = z.string().trim().min(1, "De prompt kan niet leeg zijn.").max(100_000, "Deze prompt is te lang.");

/** A text that was written to try a prompt. It is not stored. */
const draft = z.object({
  sections: z.array(z.object({ header: z.string(), text: z.string() })),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  model: z.string(),
});

/** `problem`: why there is no text, for the user. */
const draftOutcome = z.object({ draft: draft.nullable(), problem: z.string().nullable() });
export type DraftOutcome = z.infer<typeof draftOutcome>;

const TEST_LEAD_KINDS = ["sparse", "rich", "hostile", "unusual_name"] as const;
const testLeadNumber = z.number().int().min(1).max(100);
const testLead = z.object({ n: z.number(), name: z.string(), kind: z.enum(TEST_LEAD_KINDS) });
export type TestLead = z.infer<typeof testLead>;

/** The purposes that the test set is for: the other prompts write no messages. */
const testedPurpose = z.enum(["icebreaker", "followup"]);

const testResult = z.object({
  promptId: z.string(),
  version: z.number(),
  /** Untested: not with this text, on all test leads, with the current model and rules. */
  status: z.enum(["untested", "passed", "failed"]),
  /** The number of test leads whose text broke a rule. */
  failed: z.number(),
});
export type TestResult = z.infer<typeof testResult>;

const feedbackTheme = z.object({
  theme: z.string(),
  count: z.number(),
  /** An example in the words of a user. */
  example: z.string(),
  /** What could be added to the prompt. */
  proposal: z.string(),
  /** Leads whose text received this feedback, for a replay. */
  leads: z.array(z.object({ id: z.string(), fullName: z.string() })),
});
export type FeedbackTheme = z.infer<typeof feedbackTheme>;

const versionFigures = z.object({ version: z.number(), written: z.number(), sent: z.number(), replied: z.number() });
const experiment = z.object({
  share: z.number(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  winner: z.number().nullable(),
  live: versionFigures,
  other: versionFigures,
  /** What may be concluded so far. */
  conclusion: z.string(),
});
export type Experiment = z.infer<typeof experiment>;

export const workbenchRoutes = defineRoutes({
  tryPrompt: {
    method: "POST",
    path: "/api/prompts/{id}/try",
    summary: "Write a text for a lead with the stored and with a changed prompt, without storing it",
    access: everyRole,
    params: id,
    body: z.strictObject({ prompt: promptText, leadId: z.uuid() }),
    response: z.object({ leadName: z.string(), current: draftOutcome, changed: draftOutcome }),
  },
  testLeads: {
    method: "GET",
    path: "/api/prompts/test-leads",
    summary: "The fixed leads with which a prompt is tested",
    access: everyRole,
    response: z.array(testLead),
  },
  testPrompt: {
    method: "POST",
    path: "/api/prompts/{id}/test",
    summary: "Write a text for one of the fixed test leads and check it against every rule",
    access: everyRole,
    params: id,
    body: z.strictObject({ prompt: promptText, n: testLeadNumber }),
    response: draftOutcome,
  },
  testNewPrompt: {
    method: "POST",
    path: "/api/prompts/test",
    summary: "The same for a prompt that is not saved yet",
    access: everyRole,
    body: z.strictObject({
      prompt: promptText,
      purpose: testedPurpose,
      accountManager: blankToNull(trimmedText(200)),
      n: testLeadNumber,
    }),
    response: draftOutcome,
  },
  testResults: {
    method: "GET",
    path: "/api/prompts/test-results",
    summary: "How the prompts did on the test set, or all versions of one prompt; empty without the built-in writer",
    access: everyRole,
    query: z.object({ promptId: idOrNil.optional() }),
    response: z.array(testResult),
  },
  feedback: {
    method: "GET",
    path: "/api/prompts/{id}/feedback",
    summary: "The feedback on texts of a prompt, grouped by theme",
    access: everyRole,
    params: id,
    response: z.array(feedbackTheme),
  },
  experiment: {
    method: "GET",
    path: "/api/prompts/{id}/experiment",
    summary: "The latest A/B test of a prompt",
    access: everyRole,
    params: id,
    response: z.object({ experiment: experiment.nullable() }),
  },
  startExperiment: {
    method: "POST",
    path: "/api/prompts/{id}/experiment",
    summary: "Start an A/B test: another version writes for a share of the leads",
    access: everyRole,
    params: id,
    body: z.strictObject({
      otherVersion: z.number().int().positive().max(2_147_483_647),
      share: z.number().int().min(10).max(90),
    }),
    response: z.object({ experiment }),
  },
  stopExperiment: {
    method: "DELETE",
    path: "/api/prompts/{id}/experiment",
    summary: "Stop the A/B test of a prompt: the stored version writes for all leads again",
    access: everyRole,
    params: id,
    response: "nothing",
    status: 204,
  },
});
