import { z } from "zod";
import { blankToNull, idOrNil, requiredText, storedText, trimmedText } from "./field-schemas.ts";
import { listPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncState } from "./synced-tables.ts";

export const EMPTY_PROMPT = "De prompt kan niet leeg zijn.";
/** The limit of a long text field in Airtable. */
const MAX_PROMPT_LENGTH = 100_000;

/**
 * The longest prompt that the built-in writer uses: about 6,000 tokens, which leaves room for the data in a model that reads
 * 16,000. A longer one may be saved, because a company's own automation may use it.
 */
const MAX_WRITER_PROMPT_LENGTH = 20_000;

export const isTooLongForWriter = (prompt: string): boolean => prompt.length > MAX_WRITER_PROMPT_LENGTH;

export const describeTooLongPrompt = ({ length }: string): string =>
  `De prompt heeft ${length.toLocaleString("nl-NL")} tekens. De ingebouwde schrijver gebruikt alleen prompts tot ${MAX_WRITER_PROMPT_LENGTH.toLocaleString("nl-NL")} tekens; maak hem korter.`;

export const PROMPT_PURPOSES = ["icebreaker", "followup", "information", "linkedin", "reply", "other"] as const;
export type PromptPurpose = (typeof PROMPT_PURPOSES)[number];

const prompt = z.object({
  id: z.string(),
  promptName: z.string(),
  prompt: z.string(),
  accountManager: z.string().nullable(),
  /** The task for which the built-in writer uses this prompt. Guessed from the name until a user sets it. */
  purpose: z.enum(PROMPT_PURPOSES),
  /** An edit contains the version that it is based on, so that nobody overwrites a text they have not seen. */
  version: z.number(),
  /** The author of the current text; null for a text that came from Airtable. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  sync: syncState,
});
export type Prompt = z.infer<typeof prompt>;

const promptText = z
  .string()
  .max(MAX_PROMPT_LENGTH, "Deze prompt is te lang.")
  .refine((text) => text.trim() !== "", EMPTY_PROMPT);

const basedOnVersion = { version: z.number().int().positive().optional() };
const promptChange = z.strictObject({ prompt: promptText, ...basedOnVersion });
export type PromptChange = z.infer<typeof promptChange>;

/** The name and the account manager of a prompt cannot be changed here afterwards: Airtable has them too. */
const newPrompt = z.strictObject({
  promptName: requiredText(200, "Vul de naam van de prompt in."),
  accountManager: blankToNull(trimmedText(200)),
  purpose: z.enum(PROMPT_PURPOSES),
  prompt: promptText,
});
export type NewPrompt = z.infer<typeof newPrompt>;

const purposeChange = z.strictObject({ purpose: z.enum(PROMPT_PURPOSES) });

const version = {
  number: z.number(),
  source: z.enum(["original", "edit", "restore", "airtable"]),
  author: z.string(),
  madeAt: z.iso.datetime(),
};
const promptVersion = z.object(version);
export type PromptVersion = z.infer<typeof promptVersion>;

const id = z.object({ id: idOrNil });
const versionParams = z.object({ id: idOrNil, number: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) });

export const promptsRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/prompts",
    summary: "The prompts: icebreakers first, then follow-ups, information, LinkedIn, and the others",
    access: everyRole,
    query: z.object({ manager: storedText.optional(), ...listPageParams }),
    response: z.array(prompt),
  },
  managers: {
    method: "GET",
    path: "/api/prompts/managers",
    summary: "The account managers of prompts, for the filter",
    access: everyRole,
    response: z.array(z.string()),
  },
  create: {
    method: "POST",
    path: "/api/prompts",
    summary: "Add a prompt; its account manager becomes a sender",
    access: everyRole,
    body: newPrompt,
    response: prompt,
    status: 201,
  },
  change: {
    method: "PATCH",
    path: "/api/prompts/{id}",
    summary: "Change the text of a prompt; the previous text remains as a version",
    access: everyRole,
    params: id,
    body: promptChange,
    response: prompt,
  },
  setPurpose: {
    method: "PUT",
    path: "/api/prompts/{id}/purpose",
    summary: "Set what the built-in writer uses a prompt for",
    access: everyRole,
    params: id,
    body: purposeChange,
    response: prompt,
  },
  versions: {
    method: "GET",
    path: "/api/prompts/{id}/versions",
    summary: "The versions of a prompt, the latest first",
    access: everyRole,
    params: id,
    response: z.array(promptVersion),
  },
  version: {
    method: "GET",
    path: "/api/prompts/{id}/versions/{number}",
    summary: "One version of a prompt",
    access: everyRole,
    params: versionParams,
    response: z.object({ ...version, prompt: z.string() }),
  },
  restore: {
    method: "POST",
    path: "/api/prompts/{id}/versions/{number}/restore",
    summary: "Restore a version of a prompt, as a new version",
    access: everyRole,
    params: versionParams,
    body: z.strictObject(basedOnVersion),
    response: prompt,
  },
});
