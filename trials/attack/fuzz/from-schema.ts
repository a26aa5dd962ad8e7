import { z } from "zod";
import type { SeededRandom } from "../../trial.ts";
import { EDGE_DATE_TIMES, EDGE_DATES, EDGE_TEXTS } from "./edge-values.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

const jsonSchemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON schema of a zod schema, cached: the conversion takes longer than a request. */
export const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const jsonSchema = jsonSchemas.get(schema) ?? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  jsonSchemas.set(schema, jsonSchema);
  return jsonSchema;
};

const asJsonSchema = (jsonSchema: unknown): JsonSchema =>
  typeof jsonSchema === "object" && jsonSchema !== null ? { ...jsonSchema } : {};

const uuid = (random: SeededRandom): string => {
  const hex = Array.from({ length: 32 }, () => "0123456789abcdef"[random.between(0, 15)]).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

const FORMATS: Record<string, (random: SeededRandom) => string> = {
  uuid,
  email: (random) => `${random.text(random.between(1, 40))}+'_%@voorbeeld.nl`,
  uri: (random) => `https://voorbeeld.nl/${encodeURIComponent(random.pick(EDGE_TEXTS).toWellFormed())}?q=1#x`,
  date: (random) => random.pick(EDGE_DATES),
  "date-time": (random) => random.pick(EDGE_DATE_TIMES),
};

const MAX_TEXT_LENGTH = 60_000;

const textOf = ({ format, minLength = 0, maxLength = 2_000 }: JsonSchema, random: SeededRandom): string => {
  const formatted = format && FORMATS[format]?.(random);
  if (formatted) return formatted;
  const maxTextLength = Math.min(maxLength, MAX_TEXT_LENGTH);
  if (random.chance(0.15)) return "é".repeat(maxTextLength);
  if (random.chance(0.1)) return random.text(minLength);
  return random.pick(EDGE_TEXTS).slice(0, maxTextLength).padEnd(minLength, "x");
};

const numberOf = ({ minimum, maximum, type }: JsonSchema, random: SeededRandom): number => {
  const low = Math.max(minimum ?? -(2 ** 31), Number.MIN_SAFE_INTEGER);
  const high = Math.min(maximum ?? 2 ** 31 - 1, Number.MAX_SAFE_INTEGER);
  const between = random.between(Math.max(low, -1000), Math.min(high, 1000));
  return random.pick([low, high, between, type === "number" ? between + 0.5 : between]);
};

const listOf = ({ items, minItems = 0, maxItems = 5 }: JsonSchema, random: SeededRandom): unknown[] =>
  Array.from({ length: random.between(minItems, Math.max(minItems, Math.min(maxItems, 5))) }, () =>
    generateValue(asJsonSchema(items), random),
  );

const objectOf = (jsonSchema: JsonSchema, random: SeededRandom): Record<string, unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = jsonSchema;
  const known = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(0.6));
  const made = known.map(([name, property]) => [name, generateValue(asJsonSchema(property), random)] as const);
  const more = typeof additionalProperties === "object" && Object.keys(properties).length === 0 ? 2 : 0;
  for (let index = 0; index < more; index++) {
    const name = String(generateValue({ type: "string", ...asJsonSchema(propertyNames) }, random));
    made.push([name, generateValue(asJsonSchema(additionalProperties), random)]);
  }
  return Object.fromEntries(made);
};

const anyValue = (_jsonSchema: JsonSchema, random: SeededRandom): unknown => random.pick(EDGE_TEXTS);

const GENERATORS: Record<string, (jsonSchema: JsonSchema, random: SeededRandom) => unknown> = {
  string: textOf,
  number: numberOf,
  integer: numberOf,
  boolean: (_jsonSchema, random) => random.chance(0.5),
  array: listOf,
  object: objectOf,
  null: () => null,
};

/** A random value that matches the JSON schema. The zod schema's refinements may still refuse it. */
export const generateValue = (jsonSchema: JsonSchema, random: SeededRandom): unknown => {
  if (jsonSchema.const !== undefined) return jsonSchema.const;
  if (jsonSchema.enum) return random.oneOf(jsonSchema.enum);
  const choices = jsonSchema.anyOf ?? jsonSchema.oneOf;
  if (choices) return generateValue(asJsonSchema(random.oneOf(choices)), random);
  return (GENERATORS[String(jsonSchema.type)] ?? anyValue)(jsonSchema, random);
};
