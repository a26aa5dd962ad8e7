import { expect, test } from "vitest";
import { z } from "zod";
import { type JsonSchema, schemaText } from "./schema-text.ts";

const textOf = (schema: z.ZodType): string => schemaText(z.toJSONSchema(schema) as JsonSchema);

test.each<[z.ZodType, string]>([
  [z.string(), "string"],
  [z.string().min(2).max(100), "string (2…100)"],
  [z.int(), "integer"],
  [z.int().min(1).max(500), "integer (1…500)"],
  [z.uuid().nullable(), "uuid | null"],
  [z.enum(["open", "dicht"]), '"open" | "dicht"'],
  [z.literal("vast"), '"vast"'],
  [z.array(z.boolean()), "Array<boolean>"],
  [z.record(z.string(), z.number()), "{\n  [name]: number\n}"],
  [z.object({}), "{}"],
  [z.union([z.string(), z.number()]), "string | number"],
])("%#: a schema is shown as a type", (schema, text) => {
  expect(textOf(schema)).toBe(text);
});

test("an object marks optional fields and is indented by its depth", () => {
  const schema = z.object({ name: z.string(), colleagues: z.array(z.object({ role: z.string().optional() })) });
  expect(textOf(schema)).toBe("{\n  name: string\n  colleagues: Array<{\n    role?: string\n  }>\n}");
});
