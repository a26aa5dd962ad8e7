import { z } from "zod";

const fieldOptions = z.object({
  choices: z.array(z.object({ name: z.string() })).optional(),
  linkedTableId: z.string().optional(),
  max: z.number().optional(),
});

export const fieldSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  options: fieldOptions.optional().catch(undefined),
});
export type SchemaField = z.infer<typeof fieldSchema>;

export const tableSchema = z.object({
  id: z.string(),
  name: z.string(),
  primaryFieldId: z.string().optional(),
  fields: z.array(fieldSchema),
});
export type SchemaTable = z.infer<typeof tableSchema>;

/** The tables and fields of a base, from Airtable's metadata API. */
export const baseSchema = z.object({ tables: z.array(tableSchema) });
export type BaseSchema = z.infer<typeof baseSchema>;
