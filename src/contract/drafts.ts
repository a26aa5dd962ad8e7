import { z } from "zod";

/** Where a text of the built-in writer came from, and what it rests on. */
export const draft = z.object({
  /** Null: the standard prompt of the product. */
  promptId: z.string().nullable(),
  promptVersion: z.number().nullable(),
  rulesVersion: z.string(),
  model: z.string(),
  facts: z.array(z.object({ n: z.number(), text: z.string(), source: z.string() })),
  /** Every sentence as it was written, with the numbers of its facts. */
  claims: z.array(z.object({ section: z.string(), text: z.string(), facts: z.array(z.number()) })),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  /** The total of all calls, including the repair. */
  tokens: z.number(),
  /** In euro; null when the price of the model is unknown. */
  cost: z.number().nullable(),
  tookMs: z.number(),
  madeAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof draft>;

export const messageVersion = z.object({
  number: z.number(),
  messageContent: z.string(),
  source: z.enum(["original", "edit", "approval", "rewrite", "airtable", "writer"]),
  author: z.string(),
  madeAt: z.iso.datetime(),
  /** The feedback on this text with which the next one was requested. */
  feedback: z.string().nullable(),
  draft: draft.nullable(),
});
export type MessageVersion = z.infer<typeof messageVersion>;
