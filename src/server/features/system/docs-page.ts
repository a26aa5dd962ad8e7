import type { Access } from "#contract/roles.ts";
import type { Route } from "#contract/route.ts";
import { routes } from "#contract/routes.ts";
import { integrationDocsHtml } from "./integration-docs.ts";
import { openApiDocument } from "./openapi.ts";
import { escapeHtml, type JsonSchema, schemaText } from "./schema-text.ts";

type Content = Record<string, { schema?: JsonSchema }>;
interface Operation {
  parameters?: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description?: string; content?: Content }>;
}

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

const renderBlock = (title: string, text: string | undefined): string =>
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
    .map(([status, { content = {} }]) => renderBlock(`Antwoord ${status}`, contentText(content) || "zonder inhoud"))
    .join("");

const routeHtml = (route: Route, operation: Operation): string => `
  <details>
    <summary><b>${route.method}</b><code>${escapeHtml(route.path)}</code><i>${escapeHtml(accessText(route.access))}</i>
      <span>${escapeHtml(route.summary)}</span></summary>
    ${renderBlock("Parameters", parametersText(operation))}
    ${renderBlock("Invoer", operation.requestBody && contentText(operation.requestBody.content))}
    ${responsesHtml(operation)}
  </details>`;

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.5rem } h2 { margin-top: 2rem; font-size: 1.1rem } h2::first-letter { text-transform: uppercase } h3 { font-size: .9rem; margin: 1rem 0 .3rem }
  details { border: 1px solid color-mix(in srgb, currentColor 18%, transparent); border-radius: 8px; margin: .4rem 0; padding: .5rem .8rem }
  summary { cursor: pointer; display: grid; grid-template-columns: 4.2rem 1fr auto; gap: 0 .5rem; align-items: baseline }
  summary code { overflow-wrap: anywhere } summary i { font-size: .85em; opacity: .75; text-align: right }
  summary span { grid-column: 2 / -1; opacity: .8 }
  pre { overflow: auto; margin: 0; padding: .8rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent) }
  @media (max-width: 40rem) { summary { grid-template-columns: 4.2rem 1fr } summary i { grid-column: 2; text-align: left } }`;

const renderPage = (): string => {
  const paths = openApiDocument()["paths"] as Record<string, Record<string, Operation>>;
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
    ${integrationDocsHtml()}${sections.join("")}</body></html>`;
};

let page: string | undefined;

/** The documentation of the API as one HTML page. Rendered once per process, because that blocks the process for half a second. */
export const docsPage = (): string => {
  page ??= renderPage();
  return page;
};
