import { type Html, html } from "../html.ts";

// A full stop, comma or bracket after an address belongs to the sentence around it.
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g;

/** Plain text with its web addresses made into links. */
export function linkedText(text: string): Html[] {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    parts.push(html`${text.slice(end, match.index)}`);
    parts.push(html`<a href="${match[0]}" target="_blank" rel="noopener noreferrer">${match[0]}</a>`);
    end = match.index + match[0].length;
  }
  parts.push(html`${text.slice(end)}`);
  return parts;
}
