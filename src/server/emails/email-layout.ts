const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Markup made by the `html` template only, so that no other text passes for it. */
class Html {
  readonly #markup: string;

  constructor(strings: TemplateStringsArray, values: readonly HtmlValue[]) {
    this.#markup = String.raw({ raw: strings }, ...values.map(toMarkup));
  }

  toString(): string {
    return this.#markup;
  }
}

type HtmlValue = string | Html | readonly Html[];

function toMarkup(value: HtmlValue): string {
  if (typeof value === "string") return escapeText(value);
  return value instanceof Html ? value.toString() : value.map(toMarkup).join("");
}

/** Escapes every inserted text, for elements and quoted attributes; only nested `html` is inserted as it is. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => new Html(strings, values);

/** The text and the HTML version of an email are both rendered from this. */
interface EmailContent {
  subject: string;
  name: string;
  paragraphs: readonly string[];
  action: { label: string; link: string };
  closing: readonly string[];
}

export interface Email {
  subject: string;
  text: string;
  html: string;
}

const PRODUCT = "Ultimate Sales Agent";
const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = `margin:0 0 16px;${FONT};font-size:15px;line-height:24px;color:#1f2430`;
const SMALL = `margin:0 0 12px;${FONT};font-size:13px;line-height:20px;color:#5b6270`;

// Outlook on the web rewrites colours and marks what it changed with data-ogsc, hence the second set of selectors.
const STYLE = html`
      @media (prefers-color-scheme: dark) {
        .page { background-color: #15171c !important; }
        .card { background-color: #1e2128 !important; border-color: #363b45 !important; }
        .text { color: #eceef2 !important; }
        .muted { color: #a9b0bd !important; }
      }
      [data-ogsc] .text { color: #eceef2 !important; }
      [data-ogsc] .muted { color: #a9b0bd !important; }
`;

// Joiners stay: scripts and emoji need them.
const HIDDEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** One line, without invisible characters, and too short to carry a message to the recipient. */
export const shortenLine = (text: string): string => {
  const line = text
    .replace(HIDDEN, "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line.replace(/^(.{79}).{2,}$/u, (_whole, start: string) => `${start.trimEnd()}…`);
};

/** Users choose names themselves. A mail program makes a link of an address in a name, unless it is interrupted. */
export const shortenName = (text: string): string =>
  shortenLine(text)
    .replaceAll("://", ": ")
    .replace(/\.(?=\p{L}{2})/gu, ".\u200b");

const requireWebUrl = (link: string): string => {
  const url = new URL(link);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new Error("An email links to web addresses only.");
  return url.href;
};

const renderText = (greeting: string, { paragraphs, closing, action }: EmailContent, link: string): string =>
  [greeting, ...paragraphs, `${action.label}:\n${link}`, ...closing, `Met vriendelijke groet,\n${PRODUCT}`].join(
    "\n\n",
  );

// Tables, because Outlook renders with Word; no images, so that opening an email cannot be tracked.
const renderHtml = (greeting: string, content: EmailContent, link: string): string => {
  const { subject, paragraphs, closing, action } = content;
  const page = html`<!DOCTYPE html>
<html lang="nl">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${subject}</title>
    <style>${STYLE}</style>
  </head>
  <body class="page" style="margin:0;padding:0;background-color:#f6f7f9">
    <div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? subject}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f6f7f9">
      <tr>
        <td align="center" style="padding:32px 16px">
          <!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
            <tr>
              <td class="text" style="padding:0 8px 16px;${FONT};font-size:15px;font-weight:600;color:#1f2430">${PRODUCT}</td>
            </tr>
            <tr>
              <td class="card" style="padding:32px;background-color:#ffffff;border:1px solid #e3e6eb;border-radius:8px">
                <p class="text" style="${PARAGRAPH}">${greeting}</p>
                ${paragraphs.map((paragraph) => html`<p class="text" style="${PARAGRAPH}">${paragraph}</p>`)}
                <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">
                  <tr>
                    <td bgcolor="#1d4ed8" style="background-color:#1d4ed8;border-radius:6px;mso-padding-alt:12px 20px">
                      <a href="${link}" style="display:inline-block;padding:12px 20px;${FONT};font-size:15px;font-weight:600;color:#ffffff;text-decoration:none">${action.label}</a>
                    </td>
                  </tr>
                </table>
                ${closing.map((paragraph) => html`<p class="text" style="${PARAGRAPH}">${paragraph}</p>`)}
                <p class="muted" style="${SMALL}">Werkt de knop niet? Kopieer dan dit adres naar je browser:<br>
                  <a class="muted" href="${link}" style="color:#5b6270;word-break:break-all">${link}</a></p>
              </td>
            </tr>
            <tr>
              <td style="padding:16px 8px 0">
                <p class="muted" style="${SMALL}">Deze e-mail is automatisch verstuurd door ${PRODUCT}.</p>
              </td>
            </tr>
          </table>
          <!--[if mso]></td></tr></table><![endif]-->
        </td>
      </tr>
    </table>
  </body>
</html>
`;
  return page.toString();
};

export const renderEmail = (content: EmailContent): Email => {
  const name = shortenName(content.name);
  const greeting = name ? `Hallo ${name},` : "Hallo,";
  const link = requireWebUrl(content.action.link);
  return {
    subject: content.subject,
    text: renderText(greeting, content, link),
    html: renderHtml(greeting, content, link),
  };
};
