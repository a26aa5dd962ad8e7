const HEADERS = "Older conversations|Ice Breaker|Bericht [123]|Follow up [123]";
const HEADER = new RegExp(`^(${HEADERS}):[ \\t]*`, "gm");

type TextSection = { header: string | null; text: string };

/** Splits a text at its headers; text before the first has none. */
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

/** Applies the feedback to the sections that it names, or to all. */
export function rewriteContent(content: string, feedback: string): string {
  const instructions = readSections(feedback);
  const general = instructions.find(({ header }) => header === null)?.text;
  const feedbackFor = ({ header }: TextSection) =>
    instructions.find((instruction) => instruction.header === header)?.text ?? general;
  const sections = readSections(content).map((section) => {
    const instruction = feedbackFor(section);
    const isHistory = section.header === "Older conversations";
    return instruction === undefined || isHistory
      ? section
      : { ...section, text: rewriteText(section.text, instruction) };
  });
  return writeSections(sections);
}

type Letter = { greeting: string; name: string; sentences: string[]; close: string };

/** Splits a text into greeting, sentences and closing: "Hoi Anna, …" to "Groet, Frank". */
function readLetter(text: string): Letter {
  const paragraphs = text.split(/\n\n+/);
  const close = paragraphs.length > 1 ? (paragraphs.pop() ?? "") : "";
  const body = paragraphs.join(" ").replaceAll("\n", " ");
  const [opening = "", greeting = "", name = ""] =
    /^(Hoi|Hi|Hey|Hallo|Dag|Goede\w+)? ?([\p{Lu}][\p{L}'-]+), /u.exec(body) ?? [];
  const sentences = body.slice(opening.length).match(/[^.!?]+[.!?]+["”]?\s*|[^.!?]+$/g) ?? [];
  return { greeting, name, sentences: sentences.map((sentence) => sentence.trim()), close };
}

type Rule = { pattern: RegExp; unless?: RegExp; apply: (letter: Letter, instruction: string) => void };

const RULES: readonly Rule[] = [
  {
    pattern: /verkoperig|commercieel|pusherig/i,
    apply: (letter) => {
      const withoutPitch = letter.sentences.filter(
        (sentence) => !/\b(wij|onze|ons|we helpen|Noorderlicht|Zuiderzee)\b/i.test(sentence),
      );
      if (withoutPitch.length > 0) letter.sentences = withoutPitch;
    },
  },
  {
    pattern: /\bkort/i,
    apply: (letter) => {
      letter.sentences = letter.sentences.slice(0, 2);
    },
  },
  {
    pattern: /losser|informe|te formeel|minder formeel|persoonlijk/i,
    apply: (letter) => {
      letter.greeting = "Hey";
      letter.sentences.splice(1, 0, "Je profiel las ik met plezier, vooral hoe je over je vak vertelt.");
      letter.close = letter.close.replace(/^(Hartelijke groet|Groeten uit [^,]+|Groeten|Groet)/, "Groetjes");
    },
  },
  {
    pattern: /formeel|formeler|zakelijk|u-vorm|\bu\b/i,
    unless: /te formeel|minder formeel|te zakelijk|minder zakelijk|informe/i,
    apply: (letter) => {
      letter.greeting = "Goedendag";
      letter.sentences = letter.sentences.map(toFormal);
      letter.close = letter.close.replace(/^[^,!\n]+[,!]/, "Met vriendelijke groet,");
    },
  },
  {
    pattern: /(?:noem|vermeld|benadruk|verwijs naar|gebruik)\s+(?!.*persoonlijk)/i,
    apply: (letter, instruction) => {
      const [, subject] =
        /(?:noem|vermeld|benadruk|verwijs naar|gebruik)\s+(?:ook\s+|even\s+|liever\s+)?(.+?)(?:[.!?,\n]|$)/i.exec(
          instruction,
        ) ?? [];
      if (subject) letter.sentences.push(`Ik moest daarbij ook denken aan ${subject}.`);
    },
  },
  {
    pattern: /vraag/i,
    apply: (letter) => {
      if (!letter.sentences.at(-1)?.endsWith("?")) letter.sentences.push("Hoe kijk jij daarnaar?");
    },
  },
];

const GREETINGS = ["Dag", "Hoi", "Hallo"];
const FORMAL: [RegExp, string][] = [
  [/\b(heb|Heb) je\b/g, "$1t u"],
  [/\b([Bb])en je\b/g, "$1ent u"],
  [/\b([Ss])ta je\b/g, "$1taat u"],
  [/\b([Zz])it je\b/g, "$1it u"],
  [/\b([Kk])un je\b/g, "$1unt u"],
  [/\bhebt u\b/g, "heeft u"],
  [/\bHebt u\b/g, "Heeft u"],
  [/\b(jouw|jullie)(?= \p{Ll})/gu, "uw"],
  [/\b(je|jij|jou|jullie)\b/g, "u"],
  [/\b(Je|Jij)\b/g, "U"],
];

export const toFormal = (sentence: string) =>
  FORMAL.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), sentence);

function rewriteText(text: string, instruction: string): string {
  const letter = readLetter(text);
  // A different greeting makes it visible that the text was rewritten.
  letter.greeting = GREETINGS.find((greeting) => greeting !== letter.greeting) ?? "Dag";
  for (const { pattern, unless, apply } of RULES)
    if (pattern.test(instruction) && !unless?.test(instruction)) apply(letter, instruction);
  const [first = "", ...rest] = letter.sentences;
  const opening = letter.name === "" ? first : `${letter.greeting} ${letter.name}, ${lowerFirst(first)}`;
  return [[opening, ...rest].join(" "), letter.close].filter((part) => part !== "").join("\n\n");
}

const lowerFirst = (text: string) =>
  /^\p{Lu}{2}|^\p{Lu}[\p{L}]* \p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
