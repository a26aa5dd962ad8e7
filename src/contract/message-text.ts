/** The sections of a message in reading order, with the key of their due date. */
const PARTS = {
  icebreaker: [
    { header: "Ice Breaker", dueKey: "ice_breaker" },
    { header: "Bericht 1", dueKey: "message_1" },
    { header: "Bericht 2", dueKey: "message_2" },
    { header: "Bericht 3", dueKey: undefined },
  ],
  followup: [
    { header: "Older conversations", dueKey: undefined },
    { header: "Follow up 1", dueKey: "follow_up_1" },
    { header: "Follow up 2", dueKey: "follow_up_2" },
    { header: "Follow up 3", dueKey: "follow_up_3" },
  ],
} as const;

type Part = (typeof PARTS)[keyof typeof PARTS][number];
export type DueKey = Exclude<Part["dueKey"], undefined>;
export const DUE_KEYS = [...PARTS.icebreaker, ...PARTS.followup].flatMap(({ dueKey }) => dueKey ?? []) as [
  DueKey,
  ...DueKey[],
];

/** The name of the only section of a text without headers. */
export const PLAIN_PART = "Bericht";
export const OLDER_CONVERSATIONS = "Older conversations";
export type SectionHeader = Part["header"] | typeof PLAIN_PART;

const ALL_PARTS: readonly Part[] = [...PARTS.icebreaker, ...PARTS.followup];
/** In reading and sending order. */
export const PART_HEADERS = ALL_PARTS.map(({ header }) => header);
const orderOf = (header: SectionHeader): number => ALL_PARTS.findIndex((part) => part.header === header);

export const dueKeyOf = (header: SectionHeader): DueKey | undefined =>
  ALL_PARTS.find((part) => part.header === header)?.dueKey;

/** The due-date keys of a message type. */
export const dueKeysOf = (type: keyof typeof PARTS): DueKey[] => PARTS[type].flatMap(({ dueKey }) => dueKey ?? []);

/** The section that a due date belongs to. */
export const headerOf = (key: DueKey): SectionHeader =>
  ALL_PARTS.find((part) => part.dueKey === key)?.header ?? PLAIN_PART;

export interface Section {
  header: SectionHeader;
  text: string;
  /** The characters before and after the text, so that buildSections restores the content exactly. */
  before: string;
  after: string;
}

const HEADER_LINE = new RegExp(`^[ \\t]*(${ALL_PARTS.map(({ header }) => header).join("|")})[ \\t]*:`, "gim");

const canonicalHeader = (text: string): SectionHeader =>
  ALL_PARTS.find(({ header }) => header.toLowerCase() === text.toLowerCase())?.header ?? PLAIN_PART;

const toSection = (header: SectionHeader, headerText: string, body: string): Section => {
  const text = body.trim();
  const start = body.indexOf(text);
  return { header, text, before: headerText + body.slice(0, start), after: body.slice(start + text.length) };
};

/**
 * The sections in the order of the text. A repeated header is part of the text, because sections are edited by name.
 * buildSections(parseSections(content)) equals content.
 */
export const parseSections = (content: string): Section[] => {
  const seen = new Set<SectionHeader>();
  const headers = [...content.matchAll(HEADER_LINE)].flatMap((match) => {
    const header = canonicalHeader(match[1] ?? "");
    if (seen.has(header)) return [];
    seen.add(header);
    return [{ header, text: match[0], start: match.index }];
  });
  const preamble = content.slice(0, headers[0]?.start ?? content.length);
  const sections = headers.map(({ header, text, start }, index) =>
    toSection(header, text, content.slice(start + text.length, headers[index + 1]?.start ?? content.length)),
  );
  return preamble === "" && sections.length > 0 ? sections : [toSection(PLAIN_PART, "", preamble), ...sections];
};

export const buildSections = (sections: readonly Section[]): string =>
  sections.map(({ before, text, after }) => before + text + after).join("");

/** First the text above the first header, then older conversations, then the sections in sending order. */
export const inReadingOrder = (sections: readonly Section[]): Section[] =>
  sections
    .filter(({ header, text }) => header !== PLAIN_PART || text !== "" || sections.length === 1)
    .toSorted((one, other) => orderOf(one.header) - orderOf(other.header));

/** Removes the colon that a header may have. */
export const readHeader = (text: string): string => text.trim().replace(/\s*:$/, "");

/** The content with some sections replaced; undefined when it does not have one of them. */
export const replaceSections = (content: string, edits: Readonly<Record<string, string>>): string | undefined => {
  const remaining = new Map(Object.entries(edits).map(([header, text]) => [readHeader(header).toLowerCase(), text]));
  const sections = parseSections(content).map((section) => {
    const text = remaining.get(section.header.toLowerCase());
    if (text === undefined) return section;
    remaining.delete(section.header.toLowerCase());
    // An empty section has no space after its header.
    const before = section.before.endsWith(":") ? `${section.before} ` : section.before;
    return { ...section, before, text };
  });
  return remaining.size > 0 ? undefined : buildSections(sections);
};

/** One text of all feedback: `header: feedback`, separated by blank lines, without empty ones. */
export const buildFeedback = (points: readonly { header: string; feedback: string }[]): string =>
  points
    .filter(({ feedback }) => feedback.trim() !== "")
    .map(({ header, feedback }) => `${header}: ${feedback.trim()}`)
    .join("\n\n");

export interface ConversationLine {
  at: string;
  sender: string;
  text: string;
  fromSales: boolean;
}

const CONVERSATION_LINE = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}) - ([^:]*): ?(.*)$/;

/** Lines have the form `YYYY-MM-DD HH:MM:SS - sender: text`; any other line continues the previous one. */
export const parseConversation = (text: string): ConversationLine[] => {
  const lines: ConversationLine[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, at, sender, message] = CONVERSATION_LINE.exec(line) ?? [];
    const last = lines.at(-1);
    if (at !== undefined && sender !== undefined && message !== undefined) {
      lines.push({ at, sender: sender.trim(), text: message, fromSales: sender.toLowerCase().includes("sales") });
    } else if (last) {
      last.text = `${last.text}\n${line}`.trimEnd();
    }
  }
  return lines;
};
