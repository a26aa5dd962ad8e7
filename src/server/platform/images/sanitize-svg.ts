import sanitizeHtml from "sanitize-html";
import { readImage } from "./images.ts";

// References within the SVG, such as `fill: url(#gradient)`, are allowed.
const LOCAL_URL = /url\(\s*(["']?)#[\w:.-]+\1\s*\)/gi;
const MEDIA_RULE = /@media\b/gi;

// Everything that can load a resource, and the characters that could hide it or end the style element.
const UNSAFE_CSS =
  /[\\<&@]|]]>|(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(|behavior|binding|javascript:/i;

/** Whether the styles load nothing, however it is written. */
const isSafeStyle = (css: string): boolean => !UNSAFE_CSS.test(css.replace(LOCAL_URL, " ").replace(MEDIA_RULE, " "));

const words = (text: string): string[] => text.trim().split(/\s+/);

/** Elements that draw. None of them runs code, navigates, animates or contains another language. */
const ELEMENTS = words(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon image
  text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset`);

/** An SVG without one of these shows nothing. */
const SHAPES: ReadonlySet<string> = new Set(words("path rect circle ellipse line polyline polygon image text use"));

/** Text in other elements is whitespace or not visible, and is removed. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set(words("title desc text tspan textPath style"));

/** Removed with their content. Of other elements that are not allowed the content stays, such as a path in a link. */
const REMOVED_ELEMENTS = words("script foreignObject metadata iframe object embed audio video canvas handler listener");

const ATTRIBUTES: ReadonlySet<string> = new Set(
  words(`
  id class style version xml:space href xlink:href
  viewBox preserveAspectRatio width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points pathLength transform
  dx dy rotate lengthAdjust textLength startOffset method spacing
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits mask-type markerUnits markerWidth markerHeight refX refY orient
  filterUnits primitiveUnits in in2 result mode operator k1 k2 k3 k4 type values stdDeviation radius edgeMode
  tableValues slope intercept amplitude exponent
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
  font font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering isolation
  kerning letter-spacing lighting-color marker-end marker-mid marker-start mask mix-blend-mode opacity overflow
  paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  unicode-bidi vector-effect visibility white-space word-spacing writing-mode`),
);

interface ElementSize {
  readonly id: string | undefined;
  /** Its elements, itself included, without expansion. */
  size: number;
  /** The ids that its `use` elements refer to. */
  readonly repeats: string[];
}

/**
 * Counts the elements after `use` elements are expanded. Ten of them in each of ten nested groups make ten billion shapes
 * out of a file of a few lines, and would hang every browser that shows it.
 */
class ExpandedSizeCounter {
  private readonly root: ElementSize = { id: undefined, size: 0, repeats: [] };
  private readonly open: ElementSize[] = [this.root];
  private readonly known = new Map<string, ElementSize>();

  get depth(): number {
    return this.open.length - 1;
  }

  get size(): number {
    return this.open.reduce((sum, part) => sum + part.size, 0);
  }

  enter(id: string | undefined, repeats: string | undefined): void {
    this.open.push({ id, size: 1, repeats: repeats === undefined ? [] : [repeats] });
  }

  leave(): void {
    const part = this.open.pop();
    const around = this.open.at(-1);
    if (!part || !around) return;
    // Of two elements with the same id the first counts, as in browsers.
    if (part.id !== undefined && !this.known.has(part.id)) this.known.set(part.id, part);
    around.size += part.size;
    for (const id of part.repeats) around.repeats.push(id);
  }

  /** Elements after expansion; infinite for a circular reference. */
  expandedSize(): number {
    const sizes = new Map<ElementSize, number>();
    const sizeOf = (part: ElementSize): number => {
      const found = sizes.get(part);
      if (found !== undefined) return found;
      sizes.set(part, Number.POSITIVE_INFINITY);
      const repeated = part.repeats.flatMap((id) => this.known.get(id) ?? []);
      const size = repeated.reduce((sum, repeat) => sum + sizeOf(repeat), part.size);
      sizes.set(part, size);
      return size;
    };
    return sizeOf(this.root);
  }
}

const NAMESPACES = { xmlns: "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink" };

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;
const MAX_DRAWN_ELEMENTS = 100_000;
// Closing tags and escaped characters add a little; a file that doubles is an attack.
const maxOutputLength = (original: string): number => 2 * original.length + 1_000;
// The sum over all embedded images.
const MAX_EMBEDDED_PIXELS = 4096 * 4096;

/** Not an SVG, or one that exceeds a limit. */
class InvalidSvgError extends Error {}

const LOCAL_REFERENCE = /^#[\w:.-]+$/;
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/;
// Not allowed in XML, not even escaped.
const FORBIDDEN_CHARACTERS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;
// Entities can expand to a huge file, or to content that was not checked.
const DECLARATIONS = /<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)/i;

type Attributes = Record<string, string>;

class SvgFilter {
  readonly expansion = new ExpandedSizeCounter();
  private pixelsLeft = MAX_EMBEDDED_PIXELS;
  private rootSeen = false;
  private drawsSomething = false;

  enter(name: string, attributes: Attributes): void {
    if (this.expansion.depth === 0) this.enterRoot(name);
    const target = name === "use" ? (attributes["href"] ?? attributes["xlink:href"]) : undefined;
    this.expansion.enter(attributes["id"], target?.trim().slice(1));
    if (this.expansion.depth > MAX_DEPTH || this.expansion.size > MAX_ELEMENTS) throw new InvalidSvgError();
  }

  private enterRoot(name: string): void {
    if (name !== "svg" || this.rootSeen) throw new InvalidSvgError();
    this.rootSeen = true;
  }

  keepText(text: string, element: string | undefined): string {
    if (this.expansion.depth === 0 && text.trim() !== "") throw new InvalidSvgError();
    return element !== undefined && TEXT_ELEMENTS.has(element) ? text : "";
  }

  keepAttributes(element: string, attributes: Attributes): Attributes {
    this.drawsSomething ||= SHAPES.has(element);
    const kept = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
      const harmless = this.harmlessValue(element, name, value.trim());
      return harmless ? [[name, harmless]] : [];
    });
    return { ...(this.expansion.depth === 1 ? NAMESPACES : {}), ...Object.fromEntries(kept) };
  }

  private harmlessValue(element: string, name: string, value: string): string | undefined {
    if (!ATTRIBUTES.has(name)) return undefined;
    if (name !== "href" && name !== "xlink:href") return isSafeStyle(value) ? value : undefined;
    if (LOCAL_REFERENCE.test(value)) return value;
    return element === "image" ? this.embeddedPicture(value) : undefined;
  }

  private embeddedPicture(address: string): string | undefined {
    const [, base64] = EMBEDDED_PICTURE.exec(address) ?? [];
    const bytes = base64 && Buffer.from(base64, "base64");
    const image = bytes && readImage(bytes);
    if (!image) return undefined;
    this.pixelsLeft -= image.width * image.height;
    if (this.pixelsLeft < 0) throw new InvalidSvgError();
    return `data:${image.contentType};base64,${bytes.toString("base64")}`;
  }

  check(): void {
    const drawable = this.drawsSomething && this.expansion.expandedSize() <= MAX_DRAWN_ELEMENTS;
    if (!drawable) throw new InvalidSvgError();
  }
}

const filterSvg = (text: string): string => {
  const drawing = new SvgFilter();
  const cleaned = sanitizeHtml(text, {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: ELEMENTS,
    // Styles are checked by exclusiveFilter below.
    allowVulnerableTags: true,
    nonTextTags: REMOVED_ELEMENTS,
    selfClosing: [],
    allowedAttributes: false,
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    onOpenTag: (name, attributes) => drawing.enter(name, attributes),
    onCloseTag: () => drawing.expansion.leave(),
    transformTags: {
      "*": (tagName, attributes) => ({ tagName, attribs: drawing.keepAttributes(tagName, attributes) }),
    },
    textFilter: (content, element: string | undefined) => drawing.keepText(content, element),
    exclusiveFilter: ({ tag, text: content }) => tag === "style" && !isSafeStyle(content),
  });
  drawing.check();
  return cleaned;
};

const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** The SVG with only allowed content, or undefined when it is invalid. Parsed as XML, as browsers do. May take seconds. */
export const sanitizeSvg = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = decode(bytes);
  if (text === undefined || FORBIDDEN_CHARACTERS.test(text) || DECLARATIONS.test(text)) return undefined;
  try {
    const cleaned = filterSvg(text);
    const sound = !FORBIDDEN_CHARACTERS.test(cleaned) && cleaned.length <= maxOutputLength(text);
    return sound ? new TextEncoder().encode(cleaned) : undefined;
  } catch (error) {
    if (error instanceof InvalidSvgError) return undefined;
    throw error;
  }
};
