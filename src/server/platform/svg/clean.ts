import sanitizeHtml from "sanitize-html";
import { readImage } from "../images.ts";
import { Expansion } from "./expansion.ts";
import { isHarmlessStyle } from "./styles.ts";
import { ATTRIBUTES, ELEMENTS, HOLLOWED_ELEMENTS, SHAPES, TEXT_ELEMENTS } from "./vocabulary.ts";

const NAMESPACES = { xmlns: "http://www.w3.org/2000/svg", "xmlns:xlink": "http://www.w3.org/1999/xlink" };

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 50_000;
const MAX_DRAWN_ELEMENTS = 100_000;
// Closing tags and escaped characters add a little; a file that doubles was made to.
const maxLength = (original: string): number => 2 * original.length + 1_000;
// Together: each embedded picture may be modest and all of them a bomb.
const MAX_EMBEDDED_PIXELS = 4096 * 4096;

/** Not a drawing, or one that no screen should be asked to draw. */
class UnusableDrawing extends Error {}

const OWN_REFERENCE = /^#[\w:.-]+$/;
const EMBEDDED_PICTURE = /^data:image\/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)$/;
// XML has no way to write these, not even escaped.
const FORBIDDEN_CHARACTERS = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;
// Entities can make a small file large and a harmless text harmful after it was looked at.
const DECLARATIONS = /<!(?:ENTITY|ELEMENT|ATTLIST|NOTATION)/i;

type Attributes = Record<string, string>;

class Drawing {
  readonly expansion = new Expansion();
  private pixelsLeft = MAX_EMBEDDED_PIXELS;
  private rootSeen = false;
  private drawsSomething = false;

  enter(name: string, attributes: Attributes): void {
    if (this.expansion.depth === 0) this.enterRoot(name);
    const target = name === "use" ? (attributes["href"] ?? attributes["xlink:href"]) : undefined;
    this.expansion.enter(attributes["id"], target?.trim().slice(1));
    if (this.expansion.depth > MAX_DEPTH || this.expansion.size > MAX_ELEMENTS) throw new UnusableDrawing();
  }

  private enterRoot(name: string): void {
    if (name !== "svg" || this.rootSeen) throw new UnusableDrawing();
    this.rootSeen = true;
  }

  keepText(text: string, element: string | undefined): string {
    if (this.expansion.depth === 0 && text.trim() !== "") throw new UnusableDrawing();
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
    if (name !== "href" && name !== "xlink:href") return isHarmlessStyle(value) ? value : undefined;
    if (OWN_REFERENCE.test(value)) return value;
    return element === "image" ? this.embeddedPicture(value) : undefined;
  }

  private embeddedPicture(address: string): string | undefined {
    const [, base64] = EMBEDDED_PICTURE.exec(address) ?? [];
    const bytes = base64 && Buffer.from(base64, "base64");
    const image = bytes && readImage(bytes);
    if (!image) return undefined;
    this.pixelsLeft -= image.width * image.height;
    if (this.pixelsLeft < 0) throw new UnusableDrawing();
    return `data:${image.contentType};base64,${bytes.toString("base64")}`;
  }

  check(): void {
    const drawable = this.drawsSomething && this.expansion.expandedSize() <= MAX_DRAWN_ELEMENTS;
    if (!drawable) throw new UnusableDrawing();
  }
}

const clean = (text: string): string => {
  const drawing = new Drawing();
  const cleaned = sanitizeHtml(text, {
    parser: { xmlMode: true, decodeEntities: true },
    allowedTags: ELEMENTS,
    // Styles are looked at below, as a whole and before they are written.
    allowVulnerableTags: true,
    nonTextTags: HOLLOWED_ELEMENTS,
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
    exclusiveFilter: ({ tag, text: content }) => tag === "style" && !isHarmlessStyle(content),
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

/**
 * The drawing with only what draws in it, or undefined for what is no drawing. Read and written as XML, as browsers do.
 * A large one takes seconds.
 */
export const cleanDrawing = (bytes: Uint8Array): Uint8Array | undefined => {
  const text = decode(bytes);
  if (text === undefined || FORBIDDEN_CHARACTERS.test(text) || DECLARATIONS.test(text)) return undefined;
  try {
    const cleaned = clean(text);
    const sound = !FORBIDDEN_CHARACTERS.test(cleaned) && cleaned.length <= maxLength(text);
    return sound ? new TextEncoder().encode(cleaned) : undefined;
  } catch (error) {
    if (error instanceof UnusableDrawing) return undefined;
    throw error;
  }
};
