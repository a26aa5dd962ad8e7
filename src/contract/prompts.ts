import { z } from "zod";
import { syncState } from "./airtable.ts";
import { anyId, line } from "./field-schemas.ts";
import { listPaging } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const EMPTY_PROMPT = "De prompt kan niet leeg zijn.";
/** The limit of a long text field in Airtable. */
const LONGEST = 100_000;

const prompt = z.object({
  id: z.string(),
  promptName: z.string(),
  prompt: z.string(),
  accountManager: z.string().nullable(),
  /** An edit names the version that it is based on, so that nobody overwrites a text that they have not seen. */
  version: z.number(),
  /** The author of the current text; null for a text that came from Airtable. */
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime().nullable(),
  sync: syncState,
});
export type Prompt = z.infer<typeof prompt>;

const promptText = z
  .string()
  .max(LONGEST, "Deze prompt is te lang.")
  .refine((text) => text.trim() !== "", EMPTY_PROMPT);

const seenVersion = { version: z.number().int().positive().optional() };
const promptChange = z.strictObject({ prompt: promptText, ...seenVersion });
export type PromptChange = z.infer<typeof promptChange>;

const version = {
  number: z.number(),
  source: z.enum(["original", "edit", "restore", "airtable"]),
  author: z.string(),
  madeAt: z.iso.datetime(),
};
const promptVersion = z.object(version);
export type PromptVersion = z.infer<typeof promptVersion>;

const id = z.object({ id: anyId });
const numbered = z.object({ id: anyId, number: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) });

export const promptsRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/prompts",
    summary: "The prompts: ice breakers first, then follow-ups, information, the network, and the others",
    access: everyRole,
    query: z.object({ manager: line(200).optional(), ...listPaging }),
    answer: z.array(prompt),
  },
  managers: {
    method: "GET",
    path: "/api/prompts/managers",
    summary: "The account managers the prompts can be filtered by",
    access: everyRole,
    answer: z.array(z.string()),
  },
  change: {
    method: "PATCH",
    path: "/api/prompts/{id}",
    summary: "Give a prompt another text; the one it had is kept as a version",
    access: everyRole,
    params: id,
    body: promptChange,
    answer: prompt,
  },
  versions: {
    method: "GET",
    path: "/api/prompts/{id}/versions",
    summary: "Every text a prompt has had, the latest first",
    access: everyRole,
    params: id,
    answer: z.array(promptVersion),
  },
  version: {
    method: "GET",
    path: "/api/prompts/{id}/versions/{number}",
    summary: "One of those texts",
    access: everyRole,
    params: numbered,
    answer: z.object({ ...version, prompt: z.string() }),
  },
  restore: {
    method: "POST",
    path: "/api/prompts/{id}/versions/{number}/restore",
    summary: "Bring back a text of before, as a new version",
    access: everyRole,
    params: numbered,
    body: z.strictObject(seenVersion),
    answer: prompt,
  },
});
