type Fields = Record<string, string | number | boolean>;

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;

/** An element with a child per field, and after those the elements already made. */
export function xmlElement(name: string, fields: Fields, children: readonly string[] = []): string {
  const ofFields = Object.entries(fields).map(([field, value]) => `<${field}>${escapeXml(String(value))}</${field}>`);
  return `<${name}>${ofFields.join("")}${children.join("")}</${name}>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

const escapeXml = (text: string) => text.replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);
