const HEADERS = "Older conversations|Ice Breaker|Bericht [123]|Follow up [123]";
const HEADER = new RegExp(`^(${HEADERS}):[ \\t]*`, "gm");

export type TextSection = { header: string | null; text: string };

/** A text taken apart at its headers; what stands before the first has none. */
export function readSections(content: string): TextSection[] {
  const sections: TextSection[] = [];
  let header: string | null = null;
  let start = 0;
  const close = (end: number) => {
    const text = content.slice(start, end).trim();
    if (header !== null || text !== "") sections.push({ header, text });
  };
  for (const match of content.matchAll(HEADER)) {
    close(match.index);
    header = match[1] ?? null;
    start = match.index + match[0].length;
  }
  close(content.length);
  return sections;
}

export function writeSections(sections: readonly TextSection[]): string {
  return sections.map(({ header, text }) => (header === null ? text : `${header}:\n${text}`)).join("\n\n");
}
