import type { Access } from "#contract/roles.ts";
import type { Route } from "#contract/route.ts";
import { routes } from "#contract/routes.ts";
import { buildOpenApi } from "./openapi.ts";

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

type Content = Record<string, { schema?: JsonSchema }>;
interface Operation {
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const accessText = (access: Access): string => {
  switch (access.session) {
    case "none":
      return "openbaar";
    case "admin":
      return "platformbeheer";
    case "main":
      return access.roles.join(", ");
  }
};

const contentText = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => (schema ? schemaText(schema) : type))
    .join("\n");

const block = (title: string, text: string | undefined): string =>
  text ? `<h3>${title}</h3><pre>${escapeHtml(text)}</pre>` : "";

const parametersText = ({ parameters = [] }: Operation): string =>
  parameters
    .map(({ name, in: where, required, schema }) =>
      where === "path" ? `{${name}}: ${schemaText(schema)}` : `?${name}${required ? "" : "?"}: ${schemaText(schema)}`,
    )
    .join("\n");

const responsesHtml = ({ responses }: Operation): string =>
  Object.entries(responses)
    .filter(([status]) => status !== "default")
    .map(([status, { content = {} }]) => block(`Antwoord ${status}`, contentText(content) || "zonder inhoud"))
    .join("");

const routeHtml = (route: Route, operation: Operation): string => `
  <details>
    <summary><b>${route.method}</b><code>${escapeHtml(route.path)}</code><i>${escapeHtml(accessText(route.access))}</i>
      <span>${escapeHtml(route.summary)}</span></summary>
    ${block("Parameters", parametersText(operation))}
    ${block("Invoer", operation.requestBody && contentText(operation.requestBody.content))}
    ${responsesHtml(operation)}
  </details>`;

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.5rem } h2 { margin-top: 2rem; font-size: 1.1rem; text-transform: capitalize } h3 { font-size: .9rem; margin: 1rem 0 .3rem }
  details { border: 1px solid color-mix(in srgb, currentColor 18%, transparent); border-radius: 8px; margin: .4rem 0; padding: .5rem .8rem }
  summary { cursor: pointer; display: grid; grid-template-columns: 4.2rem 1fr auto; gap: 0 .5rem; align-items: baseline }
  summary code { overflow-wrap: anywhere } summary i { font-size: .85em; opacity: .75; text-align: right }
  summary span { grid-column: 2 / -1; opacity: .8 }
  pre { overflow: auto; margin: 0; padding: .8rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent) }
  @media (max-width: 40rem) { summary { grid-template-columns: 4.2rem 1fr } summary i { grid-column: 2; text-align: left } }`;

/** The whole API as one HTML page. */
export const renderDocsPage = (): string => {
  const paths = buildOpenApi()["paths"] as Record<string, Record<string, Operation>>;
  const sections = Object.entries(routes).map(([feature, table]) => {
    const items = Object.values(table as Record<string, Route>).map((route) => {
      const operation = paths[route.path.replace("{*", "{")]?.[route.method.toLowerCase()];
      return operation ? routeHtml(route, operation) : "";
    });
    return `<h2>${feature}</h2>${items.join("")}`;
  });
  return `<!doctype html><html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>API · Ultimate Sales Agent</title><style>${STYLE}</style></head><body><h1>API van Ultimate Sales Agent</h1>
    <p>Gemaakt van de routetabel. Als machineleesbaar document: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).
    Wat mislukt, antwoordt met <code>{ error, message, code, details? }</code>.</p>
    ${sections.join("")}</body></html>`;
};
