/** The sections of each message type in reading order, with the key of their due date. The parts are sent in this order. */
const SECTIONS = {
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

type SectionDefinition = (typeof SECTIONS)[keyof typeof SECTIONS][number];
export type DueKey = Exclude<SectionDefinition["dueKey"], undefined>;
export const DUE_KEYS = [...SECTIONS.icebreaker, ...SECTIONS.followup].flatMap(({ dueKey }) => dueKey ?? []) as [
  DueKey,
  ...DueKey[],
];

/** The name of text that is under no header: the whole text, or what precedes the first header. */
export const UNNAMED_SECTION = "Bericht";
export const OLDER_CONVERSATIONS = "Older conversations";
export type SectionHeader = SectionDefinition["header"] | typeof UNNAMED_SECTION;

const ALL_SECTIONS: readonly SectionDefinition[] = [...SECTIONS.icebreaker, ...SECTIONS.followup];
/** In reading order. */
export const SECTION_HEADERS = ALL_SECTIONS.map(({ header }) => header);
const orderOf = (header: SectionHeader): number => ALL_SECTIONS.findIndex((section) => section.header === header);

export const dueKeyOfSection = (header: SectionHeader): DueKey | undefined =>
  ALL_SECTIONS.find((section) => section.header === header)?.dueKey;

export const dueKeysOfMessageType = (type: keyof typeof SECTIONS): DueKey[] =>
  SECTIONS[type].flatMap(({ dueKey }) => dueKey ?? []);

export const headerOfDueKey = (key: DueKey): SectionHeader =>
  ALL_SECTIONS.find((section) => section.dueKey === key)?.header ?? UNNAMED_SECTION;

export interface Section {
  header: SectionHeader;
  text: string;
  /** The header line and white space before the text; with `after`, joinSections restores the content exactly. */
  before: string;
  /** The white space after the text. */
  after: string;
}

const HEADER_LINE = new RegExp(`^[ \\t]*(${SECTION_HEADERS.join("|")})[ \\t]*:`, "gim");

const canonicalHeader = (text: string): SectionHeader =>
  ALL_SECTIONS.find(({ header }) => header.toLowerCase() === text.toLowerCase())?.header ?? UNNAMED_SECTION;

const toSection = (header: SectionHeader, headerText: string, body: string): Section => {
  const text = body.trim();
  const start = body.indexOf(text);
  return { header, text, before: headerText + body.slice(0, start), after: body.slice(start + text.length) };
};

/**
 * The sections in the order of the text. Headers identify sections, so a repeated header is treated as text.
 * joinSections(parseSections(content)) equals content.
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
  return preamble === "" && sections.length > 0 ? sections : [toSection(UNNAMED_SECTION, "", preamble), ...sections];
};

/** The first placeholder of a template, such as "{{naam}}", that is still in a text that would be sent. */
export const findPlaceholder = (content: string): string | undefined =>
  parseSections(content).flatMap(({ header, text }) =>
    header === OLDER_CONVERSATIONS ? [] : (text.match(/\{\{?[^{}\n]*\}?\}/) ?? []),
  )[0];

export const joinSections = (sections: readonly Section[]): string =>
  sections.map(({ before, text, after }) => before + text + after).join("");

/** First the text above the first header, if there is any, then older conversations, then the sections in sending order. */
export const inReadingOrder = (sections: readonly Section[]): Section[] =>
  sections
    .filter(({ header, text }) => header !== UNNAMED_SECTION || text !== "" || sections.length === 1)
    .toSorted((one, other) => orderOf(one.header) - orderOf(other.header));

export const stripColon = (text: string): string => text.trim().replace(/\s*:$/, "");

/** Replaces the texts of sections; undefined if any of these sections does not exist. */
export const replaceSections = (content: string, edits: Readonly<Record<string, string>>): string | undefined => {
  const remaining = new Map(Object.entries(edits).map(([header, text]) => [stripColon(header).toLowerCase(), text]));
  const sections = parseSections(content).map((section) => {
    const text = remaining.get(section.header.toLowerCase());
    if (text === undefined) return section;
    remaining.delete(section.header.toLowerCase());
    // An empty section may end at its colon: without this space the new text would follow the colon directly.
    const before = section.before.endsWith(":") ? `${section.before} ` : section.before;
    return { ...section, before, text };
  });
  return remaining.size > 0 ? undefined : joinSections(sections);
};

/** Joins the feedback on all sections to one text: `header: feedback`, separated by blank lines. */
export const buildFeedback = (sections: readonly { header: string; feedback: string }[]): string =>
  sections
    .filter(({ feedback }) => feedback.trim() !== "")
    .map(({ header, feedback }) => `${header}: ${feedback.trim()}`)
    .join("\n\n");

export interface ConversationMessage {
  at: string;
  sender: string;
  text: string;
  fromSales: boolean;
}

const FIRST_LINE = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}) - ([^:]*): ?(.*)$/;

/** A line of the form `YYYY-MM-DD HH:MM:SS - sender: text` starts a message; any other line continues the previous message. */
export const parseConversation = (text: string): ConversationMessage[] => {
  const messages: ConversationMessage[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, at, sender, firstLine] = FIRST_LINE.exec(line) ?? [];
    const last = messages.at(-1);
    if (at !== undefined && sender !== undefined && firstLine !== undefined) {
      messages.push({ at, sender: sender.trim(), text: firstLine, fromSales: sender.toLowerCase().includes("sales") });
    } else if (last) {
      last.text = `${last.text}\n${line}`.trimEnd();
    }
  }
  return messages;
};
