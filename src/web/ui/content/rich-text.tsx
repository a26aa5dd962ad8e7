import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { cn } from "../cn.ts";
import { ExternalLink } from "./external-link.tsx";

/** The allowed elements of untrusted HTML, and what they are rendered as: headings as paragraphs, because the page has its own. */
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
/** Elements that are removed with their content, which is not text. */
const DROPPED = "script, style, template, noscript, iframe, object, svg, math, title, head";
const VOID = new Set(["br", "hr"]);
/** Without text these would show a bullet, a bar or a gap. Cells are not among them: a table needs its empty ones. */
const BLOCK = new Set(["p", "div", "ul", "ol", "li", "blockquote", "pre"]);
const MEDIUM_WEIGHT_TAGS = /^(h[1-6]|dt|th)$/;
const LINK = /^(https?:\/\/|mailto:)/i;
/** Deeper nesting is an attempt to exhaust the stack. */
const MAX_DEPTH = 60;

const childrenOf = (node: Node, depth: number): ReactNode[] =>
  depth > MAX_DEPTH ? [] : [...node.childNodes].map((child, index) => toReact(child, index, depth + 1));

/** Copies text and allowed elements without their attributes, except the address of a link: nothing can run, load or cover the page. */
function toReact(node: Node, key: number, depth: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const children = childrenOf(node, depth);
  const href = name === "a" ? (node.getAttribute("href")?.trim() ?? "") : "";
  if (LINK.test(href)) {
    return (
      <ExternalLink key={key} href={href} className="underline">
        {children}
      </ExternalLink>
    );
  }
  // The name is untrusted: `<constructor>` would be found on the prototype.
  const tag = Object.hasOwn(ALLOWED_TAGS, name) ? ALLOWED_TAGS[name] : undefined;
  if (!tag) return <Fragment key={key}>{children}</Fragment>;
  if (VOID.has(tag)) return createElement(tag, { key });
  if (BLOCK.has(tag) && isBlank(node)) return null;
  return createElement(tag, { key, className: MEDIUM_WEIGHT_TAGS.test(name) ? "font-medium" : undefined }, ...children);
}

const isBlank = (element: Element): boolean => element.textContent.trim() === "" && !element.querySelector("hr");

/** A document of DOMParser runs no scripts and loads no resources. */
const parse = (html: string): HTMLElement => {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll(DROPPED)) element.remove();
  return body;
};

type RichTextProps = {
  /** Untrusted HTML. */
  html: string | null;
  /** Shown when the HTML has no text. */
  fallback: ReactNode;
  className?: string;
};

/** Untrusted HTML as plain paragraphs, lists, tables, links and emphasis in the style of the page. */
export function RichText({ html, fallback, className }: RichTextProps) {
  const content = useMemo(() => {
    const body = parse(html ?? "");
    return body.textContent.trim() === "" ? null : childrenOf(body, 0);
  }, [html]);
  if (!content) return fallback;
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
