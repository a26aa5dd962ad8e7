import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Inbox } from "./inbox.ts";
import { renderInbox } from "./inbox-view.ts";

const STYLE = readFileSync(new URL("./inbox.css", import.meta.url), "utf8");
const SCRIPT = readFileSync(new URL("./inbox.client.js", import.meta.url), "utf8");

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// Links of a mail open in a tab of their own, free of the frame's restrictions: the product must work there.
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src http: https: data:; frame-ancestors 'self'";

type MailAddress = { Params: { id: string }; Querystring: { toon?: string } };

export function addInboxPages(app: FastifyInstance, inbox: Inbox, clock: Clock): void {
  app.addHook("onSend", async (_request, reply) => {
    reply.headers({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  });

  app.get("/inbox", (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", PAGE_POLICY)
      .send(renderInbox({ mails: inbox.list(), now: clock.now() })),
  );
  app.get("/inbox/inbox.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get("/inbox/inbox.js", (_request, reply) => reply.type("text/javascript; charset=utf-8").send(SCRIPT));

  app.get<MailAddress>("/inbox/:id", (request, reply) => {
    const mail = inbox.find(request.params.id);
    return reply
      .code(mail ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", PAGE_POLICY)
      .send(
        renderInbox({
          mails: inbox.list(),
          now: clock.now(),
          open: mail ?? "gone",
          asText: request.query.toon === "tekst" || !mail?.html,
        }),
      );
  });

  app.get<MailAddress>("/inbox/:id/html", (request, reply) => {
    const mail = inbox.find(request.params.id);
    return reply
      .code(mail ? 200 : 404)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", MAIL_POLICY)
      .send(`<!doctype html><meta charset="utf-8"><base target="_blank">${mail?.html ?? ""}`);
  });
}
