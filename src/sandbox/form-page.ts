import type { FastifyInstance } from "fastify";
import { type Html, html } from "./html.ts";

/** The frame of a page that people fill in. */
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

/** Reads what forms send, and gives every page of these routes the headers of one that asks for input. */
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
