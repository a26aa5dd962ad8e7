import type { FastifyInstance } from "fastify";

/** Markup that is inserted without escaping. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | readonly Html[] | null;

/** Template tag that escapes every value, except the results of this function. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((page, text, index) => page + render(values[index - 1] ?? null) + text));
}

function render(value: Value): string {
  if (value === null) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map((item) => item.markup).join("");
  return escapeHtml(String(value));
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The HTML document around a form. */
export function formPage(title: string, files: { style: string; script?: string }, body: Html): string {
  return html`<!doctype html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="${files.style}">
  ${files.script ? html`<script src="${files.script}" type="module"></script>` : null}
</head>
<body><main>${body}</main></body>
</html>`.markup;
}

/** Parses form submissions and sets the security headers of form pages on all responses of these routes. */
export function serveForms(app: FastifyInstance, policy: string): void {
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
  );
  app.addHook("onSend", async (_request, reply) => {
    reply.headers({
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });
}
