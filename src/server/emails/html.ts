const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Markup that only the `html` template makes: nothing from outside can pass for it. */
export class Html {
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

/** Every text that is put in is escaped, for elements and quoted attributes alike; only other `html` goes in as it is. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html => new Html(strings, values);
