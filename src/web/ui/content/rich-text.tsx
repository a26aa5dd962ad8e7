import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { cn } from "../cn.ts";
import { ExternalLink } from "./external-link.tsx";

/** What is kept of somebody else's HTML, and what each becomes here. Headings would upset those of the page. */
const ALLOWED_TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6", "dt"].map((heading) => [heading, "p"])),
  ...Object.fromEntries(
    ["div", "section", "article", "header", "footer", "main", "aside"].map((part) => [part, "div"]),
  ),
  ...Object.fromEntries(["p", "br", "hr", "ul", "ol", "li", "blockquote", "pre", "code"].map((tag) => [tag, tag])),
  ...Object.fromEntries(["u", "s", "small", "sub", "sup", "mark"].map((tag) => [tag, tag])),
  ...Object.fromEntries(["table", "thead", "tbody", "tfoot", "tr", "th", "td"].map((tag) => [tag, tag])),
  b: "strong",
  strong: "strong",
  i: "em",
  em: "em",
  dl: "div",
  dd: "p",
};
/** Not even their words: they are no text for people. */
const DROPPED = new Set([
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math",
  "title",
  "head",
]);
const VOID = new Set(["br", "hr"]);
const STRONG = /^(h[1-6]|dt|th)$/;
const LINK = /^(https?:\/\/|mailto:)/i;
/** Deeper than this it is no text but an attempt to bring the page down. */
const MAX_DEPTH = 60;

const childrenOf = (node: Node, depth: number): ReactNode[] =>
  depth > MAX_DEPTH ? [] : [...node.childNodes].map((child, at) => toReact(child, at, depth + 1));

/** Only the words and these elements are taken over: no attribute, so nothing that could run, fetch or cover the page. */
function toReact(node: Node, key: number, depth: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (DROPPED.has(name)) return null;
  const children = childrenOf(node, depth);
  const href = name === "a" ? (node.getAttribute("href")?.trim() ?? "") : "";
  if (LINK.test(href)) {
    return (
      <ExternalLink key={key} href={href} className="underline">
        {children}
      </ExternalLink>
    );
  }
  const kept = ALLOWED_TAGS[name];
  if (!kept) return <Fragment key={key}>{children}</Fragment>;
  if (VOID.has(kept)) return createElement(kept, { key });
  return createElement(kept, { key, className: STRONG.test(name) ? "font-medium" : undefined }, ...children);
}

/** A document that is parsed but never shown loads nothing and runs nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, "text/html").body;

type RichTextProps = {
  /** HTML from outside. */
  html: string | null;
  /** Where there is nothing to read in it. */
  none: ReactNode;
  className?: string;
};

/** Lists, paragraphs, links and emphasis of somebody else's HTML, in the looks of the page. */
export function RichText({ html, none, className }: RichTextProps) {
  const content = useMemo(() => {
    const body = parse(html ?? "");
    return body.textContent.trim() === "" ? null : childrenOf(body, 0);
  }, [html]);
  if (!content?.some((node) => node !== null)) return none;
  return (
    <div
      className={cn(
        "min-w-0 break-words [&_blockquote]:border-l-2 [&_blockquote]:pl-3 [&_li]:mt-0.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_p+p]:mt-1.5 [&_pre]:whitespace-pre-wrap [&_ul]:list-disc [&_ul]:pl-4",
        "[&_table]:block [&_table]:overflow-x-auto [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left",
        className,
      )}
    >
      {content}
    </div>
  );
}
