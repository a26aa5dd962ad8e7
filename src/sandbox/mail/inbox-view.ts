import { type Html, html } from "../html.ts";
import type { Mail } from "./inbox.ts";
import { linkedText } from "./linked-text.ts";

export type InboxView = { mails: readonly Mail[]; now: Date; open?: Mail | "gone"; asText?: boolean };

const TIME_ZONE = "Europe/Amsterdam";
const day = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, day: "numeric", month: "short" });
const time = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, hour: "2-digit", minute: "2-digit" });
const full = new Intl.DateTimeFormat("nl-NL", { timeZone: TIME_ZONE, dateStyle: "full", timeStyle: "short" });

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%232257d6'/%3E%3Cpath d='M7 11h18v11H7zm0 0 9 7 9-7' fill='none' stroke='white' stroke-width='2' stroke-linejoin='round'/%3E%3C/svg%3E";

export function renderInbox(view: InboxView): string {
  const { mails, open } = view;
  const page = html`<!doctype html>
<html lang="nl">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${open && open !== "gone" ? `${subjectOf(open)} · ` : ""}Testpostvak</title>
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
  <main>${open === undefined ? invitation(mails.length) : open === "gone" ? gone() : letter(open, view.asText ?? false)}</main>
</body>
</html>`;
  return page.markup;
}

function listOf({ mails, now, open }: InboxView): Html {
  if (mails.length === 0)
    return html`<p class="empty">Nog geen berichten.<br>Nieuwe e-mail verschijnt hier vanzelf.</p>`;
  return html`<p class="count">${mails.length === 1 ? "1 bericht" : `${mails.length} berichten`}</p>
  <ol>${mails.map((mail) => row(mail, now, mail === open))}</ol>`;
}

function row(mail: Mail, now: Date, isOpen: boolean): Html {
  const received = new Date(mail.date);
  const moment = day.format(received) === day.format(now) ? time.format(received) : day.format(received);
  return html`<li><a href="/inbox/${mail.id}"${isOpen ? html` aria-current="page"` : null}>
    <span class="to">${mail.to.join(", ")}</span>
    <time datetime="${mail.date}">${moment}</time>
    <span class="subject">${subjectOf(mail)}</span>
    <span class="snippet">${snippetOf(mail)}</span>
  </a></li>`;
}

function letter(mail: Mail, asText: boolean): Html {
  return html`<article>
    <a class="back" href="/inbox">← Alle berichten</a>
    <h2>${subjectOf(mail)}</h2>
    <dl>
      <dt>Van</dt><dd>${mail.from}</dd>
      <dt>Aan</dt><dd>${mail.to.join(", ")}</dd>
      <dt>Ontvangen</dt><dd><time datetime="${mail.date}">${full.format(new Date(mail.date))}</time></dd>
    </dl>
    ${mail.html && mail.text ? views(mail, asText) : null}
    ${asText ? plain(mail) : frame(mail)}
  </article>`;
}

function views(mail: Mail, asText: boolean): Html {
  const current = html` aria-current="page"`;
  return html`<nav class="views" aria-label="Weergave">
    <a href="/inbox/${mail.id}"${asText ? null : current}>Opgemaakt</a>
    <a href="/inbox/${mail.id}?toon=tekst"${asText ? current : null}>Tekst</a>
  </nav>`;
}

const plain = (mail: Mail) =>
  mail.text
    ? html`<pre tabindex="0">${linkedText(mail.text)}</pre>`
    : html`<p class="empty">Dit bericht heeft geen inhoud.</p>`;

const frame = (mail: Mail) =>
  html`<iframe title="Inhoud van het bericht" src="/inbox/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>`;

const invitation = (count: number) =>
  html`<p class="empty">${count === 0 ? "Er is nog geen e-mail verstuurd." : "Kies een bericht om het te lezen."}</p>`;

const gone = () =>
  html`<div class="empty"><p>Dit bericht is er niet meer.</p><p><a href="/inbox">Alle berichten</a></p></div>`;

const subjectOf = (mail: Mail) => mail.subject || "(geen onderwerp)";

function snippetOf(mail: Mail): string {
  const text = mail.text || mail.html.replace(/<style[\s\S]*?<\/style>|<[^>]*>/gi, " ");
  return text.replace(/\s+/g, " ").trim().slice(0, 140);
}
