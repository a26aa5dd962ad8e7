import { z } from "zod";
import type { SeededRandom } from "../../trial.ts";
import { EDGE_DAYS, EDGE_MOMENTS, EDGE_TEXTS } from "./edge-values.ts";

type Shape = z.core.JSONSchema.BaseSchema;

const shapes = new WeakMap<z.ZodType, Shape>();

/** What a schema asks for. Working it out takes longer than a request, so it is done once. */
export const shapeOf = (schema: z.ZodType): Shape => {
  const shape = shapes.get(schema) ?? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  shapes.set(schema, shape);
  return shape;
};

const asShape = (shape: unknown): Shape => (typeof shape === "object" && shape !== null ? { ...shape } : {});

const uuid = (dice: SeededRandom): string => {
  const hex = Array.from({ length: 32 }, () => "0123456789abcdef"[dice.between(0, 15)]).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

const FORMATS: Record<string, (dice: SeededRandom) => string> = {
  uuid,
  email: (dice) => `${dice.text(dice.between(1, 40))}+'_%@voorbeeld.nl`,
  uri: (dice) => `https://voorbeeld.nl/${encodeURIComponent(dice.pick(EDGE_TEXTS).toWellFormed())}?q=1#x`,
  date: (dice) => dice.pick(EDGE_DAYS),
  "date-time": (dice) => dice.pick(EDGE_MOMENTS),
};

const LONGEST = 60_000;

const textOf = ({ format, minLength = 0, maxLength = 2_000 }: Shape, dice: SeededRandom): string => {
  const formatted = format && FORMATS[format]?.(dice);
  if (formatted) return formatted;
  const longest = Math.min(maxLength, LONGEST);
  if (dice.happens(0.15)) return "é".repeat(longest);
  if (dice.happens(0.1)) return dice.text(minLength);
  return dice.pick(EDGE_TEXTS).slice(0, longest).padEnd(minLength, "x");
};

const numberOf = ({ minimum, maximum, type }: Shape, dice: SeededRandom): number => {
  const low = Math.max(minimum ?? -(2 ** 31), Number.MIN_SAFE_INTEGER);
  const high = Math.min(maximum ?? 2 ** 31 - 1, Number.MAX_SAFE_INTEGER);
  const between = dice.between(Math.max(low, -1000), Math.min(high, 1000));
  return dice.pick([low, high, between, type === "number" ? between + 0.5 : between]);
};

const listOf = ({ items, minItems = 0, maxItems = 5 }: Shape, dice: SeededRandom): unknown[] =>
  Array.from({ length: dice.between(minItems, Math.max(minItems, Math.min(maxItems, 5))) }, () =>
    valueFor(asShape(items), dice),
  );

const objectOf = (shape: Shape, dice: SeededRandom): Record<string, unknown> => {
  const { properties = {}, required = [], additionalProperties, propertyNames } = shape;
  const known = Object.entries(properties).filter(([name]) => required.includes(name) || dice.happens(0.6));
  const made = known.map(([name, property]) => [name, valueFor(asShape(property), dice)] as const);
  const more = typeof additionalProperties === "object" && Object.keys(properties).length === 0 ? 2 : 0;
  for (let nth = 0; nth < more; nth++) {
    const name = String(valueFor({ type: "string", ...asShape(propertyNames) }, dice));
    made.push([name, valueFor(asShape(additionalProperties), dice)]);
  }
  return Object.fromEntries(made);
};

const anything = (_shape: Shape, dice: SeededRandom): unknown => dice.pick(EDGE_TEXTS);

const KINDS: Record<string, (shape: Shape, dice: SeededRandom) => unknown> = {
  string: textOf,
  number: numberOf,
  integer: numberOf,
  boolean: (_shape, dice) => dice.happens(0.5),
  array: listOf,
  object: objectOf,
  null: () => null,
};

/** A value that the schema takes, as far as a schema can be read from outside: its own conditions may still refuse it. */
export const valueFor = (shape: Shape, dice: SeededRandom): unknown => {
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return dice.oneOf(shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return valueFor(asShape(dice.oneOf(choices)), dice);
  return (KINDS[String(shape.type)] ?? anything)(shape, dice);
};
