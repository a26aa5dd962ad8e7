import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import { type Html, html } from "../html.ts";
import type { Inbox, Mail } from "./inbox.ts";

// Punctuation after a URL belongs to the sentence.
const URL_PATTERN = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Plain text in which URLs are links. */
export function linkedText(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    parts.push(html`${text.slice(end, match.index)}`);
    parts.push(html`<a href="${match[0]}" target="_blank" rel="noopener noreferrer">${match[0]}</a>`);
    end = match.index + match[0].length;
  }
  parts.push(html`${text.slice(end)}`);
  return parts;
}

type InboxView = { mails: readonly Mail[]; now: Date; open?: Mail | "missing"; asText?: boolean };

const TIME_ZONE = "Europe/Amsterdam";
const formatDay = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, day: "numeric", month: "short" });
const formatTime = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" });
const formatFullDate = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, dateStyle: "full", timeStyle: "short" });

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232257d6'/%3E%3Cpath d='M7 11h18v11H7zm0 0 9 7 9-7' fill='none' stroke='white' stroke-width='2' stroke-linejoin='round'/%3E%3C/svg%3E";

function renderInbox(view: InboxView): string {
  const { mails, open } = view;
  const page = html`<!doctype html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${open && open !== "missing" ? `${subjectOf(open)} · ` : ""}Testpostvak</title>
  <link rel="icon" href="${ICON}">
  <link rel="stylesheet" href="/inbox/inbox.css">
  <script src="/inbox/inbox.js" type="module"></script>
</head>
<body class="${open ? "reading" : "browsing"}">
  <header>
    <div>
      <h1>Testpostvak</h1>
      <p>Alle e-mail van de applicatie komt hier aan, en nergens anders.</p>
    </div>
    <p id="state" role="status"></p>
    <button id="clear" type="button">Postvak legen</button>
  </header>
  <nav id="mails" class="mails" aria-label="Berichten">${listOf(view)}</nav>
  <main>${open === undefined ? renderEmptyInbox(mails.length) : open === "missing" ? renderMissingMail() : renderMail(open, view.asText ?? false)}</main>
</body>
</html>`;
  return page.markup;
}

function listOf({ mails, now, open }: InboxView): Html {
  if (mails.length === 0)
    return html`<p class="empty">Nog geen berichten.<br>Nieuwe e-mail verschijnt hier vanzelf.</p>`;
  return html`<p class="count">${mails.length === 1 ? "1 bericht" : `${mails.length} berichten`}</p>
  <ol>${mails.map((mail) => renderRow(mail, now, mail === open))}</ol>`;
}

function renderRow(mail: Mail, now: Date, isOpen: boolean): Html {
  const received = new Date(mail.date);
  const moment =
    formatDay.format(received) === formatDay.format(now) ? formatTime.format(received) : formatDay.format(received);
  return html`<li><a href="/inbox/${mail.id}"${isOpen ? html` aria-current="page"` : null}>
    <span class="to">${mail.to.join(", ")}</span>
    <time datetime="${mail.date}">${moment}</time>
    <span class="subject">${subjectOf(mail)}</span>
    <span class="snippet">${snippetOf(mail)}</span>
  </a></li>`;
}

function renderMail(mail: Mail, asText: boolean): Html {
  return html`<article>
    <a class="back" href="/inbox">← Alle berichten</a>
    <h2>${subjectOf(mail)}</h2>
    <dl>
      <dt>Van</dt><dd>${mail.from}</dd>
      <dt>Aan</dt><dd>${mail.to.join(", ")}</dd>
      <dt>Ontvangen</dt><dd><time datetime="${mail.date}">${formatFullDate.format(new Date(mail.date))}</time></dd>
    </dl>
    ${mail.html && mail.text ? viewSwitch(mail, asText) : null}
    ${asText ? plainText(mail) : mailFrame(mail)}
  </article>`;
}

function viewSwitch(mail: Mail, asText: boolean): Html {
  const current = html` aria-current="page"`;
  return html`<nav class="views" aria-label="Weergave">
    <a href="/inbox/${mail.id}"${asText ? null : current}>Opgemaakt</a>
    <a href="/inbox/${mail.id}?toon=tekst"${asText ? current : null}>Tekst</a>
  </nav>`;
}

const plainText = (mail: Mail) =>
  mail.text
    ? html`<pre tabindex="0">${linkedText(mail.text)}</pre>`
    : html`<p class="empty">Dit bericht heeft geen inhoud.</p>`;

const mailFrame = (mail: Mail) =>
  html`<iframe title="Inhoud van het bericht" src="/inbox/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`;

const renderEmptyInbox = (count: number) =>
  html`<p class="empty">${count === 0 ? "Er is nog geen e-mail verstuurd." : "Kies een bericht om het te lezen."}</p>`;

const renderMissingMail = () =>
  html`<div class="empty"><p>Dit bericht is er niet meer.</p><p><a href="/inbox">Alle berichten</a></p></div>`;

const subjectOf = (mail: Mail) => mail.subject || "(geen onderwerp)";

function snippetOf(mail: Mail): string {
  const text = mail.text || mail.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, " ");
  return text.replace(/\s+/g, " ").trim().slice(0, 140);
}

const STYLE = readFileSync(new URL("./inbox.css", import.meta.url), "utf8");
const SCRIPT = readFileSync(new URL("./inbox.client.js", import.meta.url), "utf8");

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// Links open in a new tab without the frame's restrictions, because the product must work there.
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
          open: mail ?? "missing",
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
