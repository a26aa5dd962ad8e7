/** The parts a message can have, in reading order, with the key of their due date where they have one. */
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

/** A text without headers is one part of this name. */
export const PLAIN_PART = "Bericht";
export const OLDER_CONVERSATIONS = "Older conversations";
export type SectionHeader = Part["header"] | typeof PLAIN_PART;

const ALL_PARTS: readonly Part[] = [...PARTS.icebreaker, ...PARTS.followup];
/** In the order in which they are read and go out. */
export const PART_HEADERS = ALL_PARTS.map(({ header }) => header);
const orderOf = (header: SectionHeader): number => ALL_PARTS.findIndex((part) => part.header === header);

export const dueKeyOf = (header: SectionHeader): DueKey | undefined =>
  ALL_PARTS.find((part) => part.header === header)?.dueKey;

/** The keys of the parts that a message of this type can have. */
export const dueKeysOf = (type: keyof typeof PARTS): DueKey[] => PARTS[type].flatMap(({ dueKey }) => dueKey ?? []);

/** The part that a due date belongs to. */
export const headerOf = (key: DueKey): SectionHeader =>
  ALL_PARTS.find((part) => part.dueKey === key)?.header ?? PLAIN_PART;

export interface Section {
  header: SectionHeader;
  text: string;
  /** What stands before and after the text, so that the whole can be put together again to the letter. */
  before: string;
  after: string;
}

const HEADER_LINE = new RegExp(`^[ \\t]*(${ALL_PARTS.map(({ header }) => header).join("|")})[ \\t]*:`, "gim");

const canonicalHeader = (written: string): SectionHeader =>
  ALL_PARTS.find(({ header }) => header.toLowerCase() === written.toLowerCase())?.header ?? PLAIN_PART;

const toSection = (header: SectionHeader, mark: string, body: string): Section => {
  const text = body.trim();
  const start = body.indexOf(text);
  return { header, text, before: mark + body.slice(0, start), after: body.slice(start + text.length) };
};

/**
 * The parts in the order they are written. A header that occurred before is text: each part has one name, by which it
 * is edited. Putting the parts together gives the same text again, whatever it was.
 */
export const parseSections = (content: string): Section[] => {
  const seen = new Set<SectionHeader>();
  const marks = [...content.matchAll(HEADER_LINE)].flatMap((match) => {
    const header = canonicalHeader(match[1] ?? "");
    if (seen.has(header)) return [];
    seen.add(header);
    return [{ header, mark: match[0], at: match.index }];
  });
  const preamble = content.slice(0, marks[0]?.at ?? content.length);
  const sections = marks.map(({ header, mark, at }, index) =>
    toSection(header, mark, content.slice(at + mark.length, marks[index + 1]?.at ?? content.length)),
  );
  return preamble === "" && sections.length > 0 ? sections : [toSection(PLAIN_PART, "", preamble), ...sections];
};

export const buildSections = (sections: readonly Section[]): string =>
  sections.map(({ before, text, after }) => before + text + after).join("");

/** Older conversations first, then the parts in their order; a text above the first header leads. */
export const inReadingOrder = (sections: readonly Section[]): Section[] =>
  sections
    .filter(({ header, text }) => header !== PLAIN_PART || text !== "" || sections.length === 1)
    .toSorted((one, other) => orderOf(one.header) - orderOf(other.header));

/** Headers come with or without their colon. */
export const readHeader = (written: string): string => written.trim().replace(/\s*:$/, "");

/** The content with some parts replaced; undefined when a header is not one of its parts. */
export const replaceSections = (content: string, edits: Readonly<Record<string, string>>): string | undefined => {
  const wanted = new Map(Object.entries(edits).map(([header, text]) => [readHeader(header).toLowerCase(), text]));
  const sections = parseSections(content).map((section) => {
    const text = wanted.get(section.header.toLowerCase());
    if (text === undefined) return section;
    wanted.delete(section.header.toLowerCase());
    // A part that was empty has nothing between its header and its text yet.
    const before = section.before.endsWith(":") ? `${section.before} ` : section.before;
    return { ...section, before, text };
  });
  return wanted.size > 0 ? undefined : buildSections(sections);
};

/** One text of all feedback: header, colon, feedback; parts apart by a blank line; empty ones left out. */
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

/** `YYYY-MM-DD HH:MM:SS - sender: text`; a line of another shape goes on with the one above it. */
export const parseConversation = (text: string): ConversationLine[] => {
  const lines: ConversationLine[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, at, sender, said] = CONVERSATION_LINE.exec(line) ?? [];
    const last = lines.at(-1);
    if (at !== undefined && sender !== undefined && said !== undefined) {
      lines.push({ at, sender: sender.trim(), text: said, fromSales: sender.toLowerCase().includes("sales") });
    } else if (last) {
      last.text = `${last.text}\n${line}`.trimEnd();
    }
  }
  return lines;
};
