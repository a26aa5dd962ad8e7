import sanitizeHtml, { type IOptions } from "sanitize-html";

const STRUCTURE = ["div", "section", "article", "header", "footer", "main", "aside", "span", "p", "br", "hr"];
const HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"];
const LISTS = ["ul", "ol", "li", "dl", "dt", "dd"];
const TEXT_MARKUP = [
  "a",
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "small",
  "sub",
  "sup",
  "mark",
  "code",
  "pre",
  "blockquote",
  "abbr",
];
const TABLES = ["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "colgroup", "col"];
const PICTURES = ["img", "figure", "figcaption"];

// No URLs and none of the functions that may load or reveal something. Functions such as rgb() are allowed.
const SAFE_STYLE_VALUES = [/^(?!.*(?:url|expression|image|attr|var)\s*\()[\w\s#%.,()'"!/+-]*$/i];
const STYLES = [
  ["color", "background", "background-color", "opacity", "text-align", "text-decoration", "text-transform"],
  ["font", "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "line-height", "white-space"],
  ["margin", "margin-top", "margin-right", "margin-bottom", "margin-left", "vertical-align", "list-style-type"],
  ["padding", "padding-top", "padding-right", "padding-bottom", "padding-left", "width", "max-width", "min-width"],
  ["height", "max-height", "border", "border-top", "border-right", "border-bottom", "border-left", "border-radius"],
  ["border-collapse", "border-color", "border-spacing", "border-style", "border-width", "box-sizing"],
  ["display", "flex", "flex-direction", "flex-wrap", "gap", "align-items", "justify-content", "grid-template-columns"],
].flat();

const OPTIONS: IOptions = {
  allowedTags: [...STRUCTURE, ...HEADINGS, ...LISTS, ...TEXT_MARKUP, ...TABLES, ...PICTURES],
  allowedAttributes: {
    "*": ["style", "title", "lang", "dir"],
    a: ["href", "target", "rel"],
    img: ["src", "alt", "width", "height"],
    ...Object.fromEntries(["td", "th"].map((cell) => [cell, ["colspan", "rowspan", "scope", "align"]])),
    col: ["span", "width"],
    ol: ["start", "type"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["data"] },
  allowProtocolRelative: false,
  allowedStyles: { "*": Object.fromEntries(STYLES.map((name) => [name, SAFE_STYLE_VALUES])) },
  // An SVG image can contain scripts and links; these formats cannot.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === "img" &&
    /^\s*data:/i.test(attribs["src"] ?? "") &&
    !/^data:image\/(png|jpeg|gif|webp);/i.test(attribs["src"] ?? ""),
  transformTags: {
    // Loading a remote image would tell its server who reads the report, and when.
    img: (tagName, attribs) => {
      const host = /^https?:/i.test(attribs["src"] ?? "") ? URL.parse(attribs["src"] ?? "")?.hostname : undefined;
      return host ? { tagName: "span", attribs: {}, text: `[Afbeelding van ${host}]` } : { tagName, attribs };
    },
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, target: "_blank", rel: "noopener noreferrer nofollow" },
    }),
  },
  // Deeper nesting is an attack on the parser.
  nestingLimit: 100,
};

/** Untrusted HTML reduced to text, tables and pictures. Applied when it is stored and again when it is shown. */
export const safeHtml = (html: string): string => sanitizeHtml(html, OPTIONS).trim();
