export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

const STEP = "  ";

/** A JSON schema in the notation of TypeScript types. */
export const schemaText = (schema: JsonSchema, indent = ""): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(" | ");
  if (schema.allOf) return schema.allOf.map((part) => schemaText(part, indent)).join(" & ");
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => schemaText({ ...schema, type }, indent)).join(" | ");
  }
  return plainText(schema, schema.type ?? "unknown", indent);
};

const plainText = (schema: JsonSchema, type: string, indent: string): string => {
  if (type === "array") return `Array<${schemaText(schema.items ?? {}, indent)}>`;
  if (type === "object") return objectText(schema, indent);
  return `${schema.format ?? type}${rangeText(schema)}`;
};

const objectText = ({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string => {
  const lines = Object.entries(properties).map(
    ([name, property]) => `${name}${required.includes(name) ? "" : "?"}: ${schemaText(property, indent + STEP)}`,
  );
  if (typeof additionalProperties === "object") {
    lines.push(`[name]: ${schemaText(additionalProperties, indent + STEP)}`);
  }
  return lines.length ? `{\n${lines.map((line) => `${indent}${STEP}${line}\n`).join("")}${indent}}` : "{}";
};

const rangeText = ({ type, minLength, maxLength, minimum, maximum }: JsonSchema): string => {
  if (type === "null") return "";
  const [least, most] = type === "string" ? [minLength, maxLength] : [minimum, maximum];
  // The bounds of safe integers are not a rule of the API.
  const shown = [least, most].map((bound) => (bound && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined));
  return shown.some((bound) => bound !== undefined) ? ` (${shown[0] ?? ""}…${shown[1] ?? ""})` : "";
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
