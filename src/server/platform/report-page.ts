import { notFound } from "./app-error.ts";
import { safeHtml } from "./safe-html.ts";

// No scripts, no requests and an opaque origin: a report shows text, tables, pictures and links to other sites.
const POLICY = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

// The colours and sizes of the screens. The frame asks for the dark ones with the fragment "#dark".
const STYLE = `
  :root { color-scheme: light; --page: #fff; --text: #111827; --line: #e5e7eb; --link: #1d4ed8; }
  @media screen { :root:target {
    color-scheme: dark; --page: #17191d; --text: #ecedef; --line: #36393f; --link: #8ab8fb; } }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: var(--page); color: var(--text);
    font: 14px/1.6 Inter, ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere; }
  h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; }
  h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; line-height: 1.4; }
  h3, h4, h5, h6 { margin: 1.25rem 0 .5rem; font-size: .875rem; }
  img { max-width: 100%; height: auto; }
  :root:target img { background: #fff; }
  table { border-collapse: collapse; max-width: 100%; }
  td, th { border: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
  hr { border: 0; border-top: 1px solid var(--line); }
  a { color: var(--link); }`;

/** Colours that a report brings along are chosen for white paper: dark text would be unreadable on a dark page. */
const hasOwnColours = (html: string): boolean =>
  /\sstyle="(?:[^"]*;)?\s*(?:color|background|background-color)\s*:/i.test(html);

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");

interface Report {
  title: string;
  html: string | null;
}

/** A report from another system as a page without any rights, for an iframe in our screens or a window. */
export const renderReportPage = (
  reply: { header(name: string, value: string): void },
  report: Report | undefined,
): string => {
  if (!report?.html) throw notFound();
  reply.header("content-security-policy", POLICY);
  reply.header("x-frame-options", "SAMEORIGIN");
  const html = safeHtml(report.html);
  return `<!doctype html>
<html lang="nl"${hasOwnColours(html) ? "" : ' id="dark"'}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(report.title)}</title><style>${STYLE}</style></head>
<body>${html}</body>
</html>`;
};
