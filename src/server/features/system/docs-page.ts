import type { Access } from "../../../contract/roles.ts";
import type { Route } from "../../../contract/route.ts";
import { routes } from "../../../contract/routes.ts";
import { openApi } from "./openapi.ts";

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const accessText = (access: Access): string => {
  switch (access.side) {
    case "public":
      return "openbaar";
    case "admin":
      return "platformbeheer";
    case "main":
      return access.roles.join(", ");
  }
};

const block = (title: string, value: unknown): string =>
  value ? `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>` : "";

const routeHtml = (route: Route, operation: Record<string, unknown> | undefined): string => `
  <details>
    <summary><b class="${route.method}">${route.method}</b> <code>${escapeHtml(route.path)}</code>
      <span>${escapeHtml(route.summary)}</span> <i>${escapeHtml(accessText(route.access))}</i></summary>
    ${block("Parameters", (operation?.["parameters"] as unknown[] | undefined)?.length ? operation?.["parameters"] : undefined)}
    ${block("Invoer", operation?.["requestBody"])}
    ${block("Antwoord", operation?.["responses"])}
  </details>`;

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.5rem } h2 { margin-top: 2rem; font-size: 1.1rem; text-transform: capitalize }
  details { border: 1px solid color-mix(in srgb, currentColor 18%, transparent); border-radius: 8px; margin: .4rem 0; padding: .4rem .8rem }
  summary { cursor: pointer } summary span { opacity: .8; margin-left: .5rem } summary i { float: right; opacity: .65 }
  summary b { display: inline-block; width: 4.2rem } pre { overflow: auto; padding: .8rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent) }`;

/** The whole interface on one readable page. */
export const docsPage = (): string => {
  const paths = openApi()["paths"] as Record<string, Record<string, Record<string, unknown>>>;
  const sections = Object.entries(routes).map(([feature, table]) => {
    const items = Object.values(table as Record<string, Route>).map((route) =>
      routeHtml(route, paths[route.path.replace("{*", "{")]?.[route.method.toLowerCase()]),
    );
    return `<h2>${feature}</h2>${items.join("")}`;
  });
  return `<!doctype html><html lang="nl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>API · Ultimate Sales Agent</title><style>${STYLE}</style></head><body><h1>API van Ultimate Sales Agent</h1>
    <p>Gemaakt van de routetabel. Als machineleesbaar document: <a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
    ${sections.join("")}</body></html>`;
};
