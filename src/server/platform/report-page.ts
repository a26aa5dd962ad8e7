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

const STYLE = `
  :root { color-scheme: light; }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: #fff; color: #111827;
    font: 15px/1.6 Inter, ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere; }
  img { max-width: 100%; height: auto; }
  table { border-collapse: collapse; max-width: 100%; }
  td, th { border: 1px solid #e5e7eb; padding: .4rem .6rem; text-align: left; vertical-align: top; }
  a { color: #1d4ed8; }`;

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
  return `<!doctype html>
<html lang="nl">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(report.title)}</title><style>${STYLE}</style></head>
<body>${safeHtml(report.html)}</body>
</html>`;
};
