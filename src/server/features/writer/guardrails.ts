import type { FormOfAddress } from "#contract/sender-forms.ts";
import type { Fact } from "./facts.ts";

export interface Sentence {
  text: string;
  /** The numbers of the facts that it rests on. */
  facts: number[];
}

export interface DraftSection {
  header: string;
  sentences: Sentence[];
}

/** A rule that a draft breaks. The card shows the text. */
export interface Warning {
  code: WarningCode;
  text: string;
}

export interface DraftContext {
  headers: readonly string[];
  facts: readonly Fact[];
  /** Known text besides the facts: prompt, names of company, sender and lead, conversation, feedback and current text. */
  ownText: string;
  formOfAddress: FormOfAddress;
  /** With an earlier conversation, a text may refer to it. */
  hasConversation: boolean;
}

const WARNING_CODES = [
  "sections",
  "placeholder",
  "unknown_fact",
  "figure",
  "name",
  "quote",
  "address",
  "claim",
  "form_of_address",
  "length",
  "form",
  "repeat",
] as const;
type WarningCode = (typeof WARNING_CODES)[number];

/** The longest text per section, in characters. Within a message, later sections are shorter. */
export const MAX_LENGTH: Readonly<Record<string, number>> = {
  "Ice Breaker": 600,
  "Bericht 1": 550,
  "Bericht 2": 500,
  "Bericht 3": 400,
  "Follow up 1": 600,
  "Follow up 2": 500,
  "Follow up 3": 400,
};
const MAX_WORDS = 100;

export const textOfSection = ({ sentences }: DraftSection): string =>
  sentences.map(({ text }) => text.trim()).join(" ");

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

type Check = (section: DraftSection, context: DraftContext, known: KnownWords) => Warning[];

interface KnownWords {
  text: string;
  words: ReadonlySet<string>;
  figures: ReadonlySet<string>;
}

/** Whole figures: the 37 in "1937" is not a figure of its own. */
const FIGURES = /(?<![\p{L}\p{N}])\d+(?:[.,]\d+)*/gu;

const knownWords = ({ facts, ownText }: DraftContext): KnownWords => {
  const text = [...facts.map((fact) => fact.text), ownText].join("\n").toLowerCase();
  return { text, words: new Set(wordsOf(text)), figures: new Set(text.match(FIGURES)) };
};

const warn = (code: WarningCode, header: string, text: string): Warning => ({ code, text: `${header}: ${text}` });

const matchesOf = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern) ?? [])];

const checkPlaceholders: Check = (section) =>
  matchesOf(textOfSection(section), /\{[^{}]*\}|\[[^[\]]*\]|<[^<>]+>|\bX{2,}\b|\b(?:TODO|TBD)\b/g).map((found) =>
    warn("placeholder", section.header, `“${found}” is niet ingevuld.`),
  );

const checkFactNumbers: Check = (section, { facts }) => {
  const numbers = new Set(facts.map(({ n }) => n));
  const isUnknown = section.sentences.some((sentence) => sentence.facts.some((n) => !numbers.has(n)));
  return isUnknown ? [warn("unknown_fact", section.header, "verwijst naar een feit dat er niet is.")] : [];
};

const NUMBER_WORDS =
  /\b(?:twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|twintig|dertig|veertig|vijftig|honderd(?:en)?|duizend(?:en)?|miljoen(?:en)?) (?:procent|klanten|bedrijven|jaar|keer|maanden|weken|miljoen|euro)\b/gi;
const MONTHS = /\b(?:januari|februari|maart|april|juni|juli|augustus|september|oktober|november|december)\b/gi;

/** As whole words: "maart" is not in "Maarten". The words are letters and spaces. */
const containsWords = (text: string, words: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, "iu").test(text);

const checkFigures: Check = (section, _context, known) => {
  const text = textOfSection(section);
  const figures = matchesOf(text, FIGURES).filter((figure) => !known.figures.has(figure));
  const words = [...matchesOf(text, NUMBER_WORDS), ...matchesOf(text, MONTHS)].filter(
    (word) => !containsWords(known.text, word),
  );
  return [...figures, ...words].map((found) => warn("figure", section.header, `“${found}” staat in geen enkel feit.`));
};

/** Capitalised words that are no names. */
const COMMON_CAPITALS = new Set([
  "linkedin",
  "nederland",
  "nederlandse",
  "ai",
  "it",
  "hr",
  "ik",
  "b.v",
  "europa",
  "mkb",
]);
const NAMES = /(?<=[\p{L}\p{N},;:)”"] )[“"(]?(\p{Lu}[\p{L}\p{N}'’&.-]*\p{L})/gu;

const checkNames: Check = (section, _context, known) => {
  const unknown = section.sentences.flatMap(({ text }) =>
    [...text.matchAll(NAMES)]
      .map(([, name = ""]) => name)
      .filter(
        (name) => !COMMON_CAPITALS.has(name.toLowerCase()) && !wordsOf(name).every((word) => known.words.has(word)),
      ),
  );
  return [...new Set(unknown)].map((name) =>
    warn("name", section.header, `de naam “${name}” staat in geen enkel feit.`),
  );
};

const MIN_QUOTE_LENGTH = 3;

/** Short quotes are matched too: the mark that ends one would otherwise begin the next. */
const checkQuotes: Check = (section, _context, known) =>
  matchesOf(textOfSection(section), /[“"][^“”"]*[”"]/g)
    .map((quote) => ({ quote, text: quote.slice(1, -1).toLowerCase() }))
    .filter(({ text }) => text.length >= MIN_QUOTE_LENGTH && !known.text.includes(text))
    .map(({ quote }) => warn("quote", section.header, `het citaat ${quote} staat in geen enkel feit.`));

const ADDRESS =
  /https?:\/\/\S+|www\.\S+|[\w.+-]{1,64}@[\w-]+\.\w+|\b[\w-]{1,64}\.(?:nl|com|eu|org|net|be|example)\b|(?:\+|\b0)\d[\d\s-]{7,}\d/gi;

const checkAddresses: Check = (section) =>
  matchesOf(textOfSection(section), ADDRESS).map((found) =>
    warn("address", section.header, `het adres of nummer “${found}” mag er niet in staan.`),
  );

/** "Ik zag dat je …" needs a fact that says so. */
const OBSERVATION =
  /\b(?:ik|we|wij) (?:zag|las|hoorde|merkte|begreep|lees|zie)\b|\bzo (?:las|zag|hoorde) ik\b|\bviel (?:me|mij|ons) op\b/i;
/** A shared past that only an earlier conversation can prove. */
const SHARED_PAST =
  /\b(?:zoals (?:besproken|afgesproken|beloofd)|ons (?:vorige )?gesprek|onze (?:vorige )?afspraak|we spraken|wij spraken|toen we elkaar|leuk je (?:weer )?te (?:zien|spreken)|je gaf aan|u gaf aan)\b/i;
const RESULT =
  /\b(?:onze klanten|klanten van ons|werkt (?:al )?met ons|werken (?:al )?met ons|wij besparen|we besparen|garander\w+|gegarandeerd|bewezen resultaat)\b/i;

/** Words that say nothing about a fact: they occur in any sentence, or are the label of a fact ("Branche", "Medewerkers"). */
const COMMON_WORDS = new Set(
  (
    "aan al alle als altijd bedrijf bedrijven ben bent bericht berichten bezig bij branche dan dat deze die dit doen door een en er " +
    "functie gaan gaat goed had hebben hebt heeft heel het hij hoe hun in is je jij jou jouw jullie kan kunnen laatst las linkedin maar " +
    "medewerkers meer met mij mooi naar nieuw nieuwe niet nog nu of om onder onlangs ons onze ook op over plaats profiel recent recente te thema tot " +
    "uit uw van vast veel via viel voor waar waren was wat we wel werd werken werkt wij worden wordt zag ze zie ziet zijn zo zoals"
  ).split(" "),
);

/** Shows that a fact is in English: a Dutch sentence about it repeats none of its words, so that it is not compared. */
const ENGLISH = /\b(?:and|for|our|the|to|with|your)\b/i;

const STEM_LENGTH = 5;

const tellingWordsOf = (text: string): string[] => wordsOf(text).filter((word) => !COMMON_WORDS.has(word));

/** Also in another form: "groei" is in "groeien", "team" in "marketingteam". */
const containsOneOf = (text: string, words: readonly string[]): boolean => {
  const [lowerText, textWords] = [text.toLowerCase(), new Set(wordsOf(text))];
  return words.some(
    (word) => textWords.has(word) || (word.length > 3 && lowerText.includes(word.slice(0, STEM_LENGTH))),
  );
};

const isObservationOf = (text: string, fact: Fact): boolean => {
  const factWords = tellingWordsOf(fact.text);
  if (ENGLISH.test(fact.text) || factWords.length === 0) return true;
  return containsOneOf(text, factWords) || containsOneOf(fact.text, tellingWordsOf(text));
};

const describeObservation = (text: string, cited: readonly number[], facts: readonly Fact[]): string | undefined => {
  if (!OBSERVATION.test(text)) return undefined;
  if (cited.length === 0) return "noemt een waarneming zonder feit.";
  const found = facts.filter(({ n }) => cited.includes(n));
  return found.length > 0 && !found.some((fact) => isObservationOf(text, fact))
    ? "noemt een waarneming die niet in het genoemde feit staat."
    : undefined;
};

const checkClaims: Check = (section, { hasConversation, facts: knownFacts }, known) =>
  section.sentences.flatMap(({ text, facts }) => {
    const observation = describeObservation(text, facts, knownFacts);
    if (observation) return [warn("claim", section.header, `“${text}” ${observation}`)];
    if (!hasConversation && SHARED_PAST.test(text))
      return [warn("claim", section.header, `“${text}” noemt een gesprek dat niet bekend is.`)];
    const [result] = RESULT.exec(text) ?? [];
    return result && !known.text.includes(result.toLowerCase())
      ? [warn("claim", section.header, `“${text}” noemt een resultaat of klant dat nergens staat.`)]
      : [];
  });

const INFORMAL = /(?<![\p{L}])(?:je|jij|jou|jouw|jullie)(?![\p{L}])/giu;
const FORMAL = /(?<![\p{L}])(?:u|uw|uzelf)(?![\p{L}])/giu;

const checkFormOfAddress: Check = (section, { formOfAddress }) => {
  const wrong = matchesOf(textOfSection(section), formOfAddress === "je" ? FORMAL : INFORMAL);
  return wrong.length === 0
    ? []
    : [warn("form_of_address", section.header, `gebruikt “${wrong[0]}” in plaats van de ${formOfAddress}-vorm.`)];
};

const checkLength: Check = (section) => {
  const text = textOfSection(section);
  const limit = MAX_LENGTH[section.header] ?? 600;
  if (text.length > limit)
    return [warn("length", section.header, `${text.length} tekens; hooguit ${limit} toegestaan.`)];
  const words = wordsOf(text).length;
  return words > MAX_WORDS
    ? [warn("length", section.header, `${words} woorden; hooguit ${MAX_WORDS} toegestaan.`)]
    : [];
};

const count = (text: string, character: string): number => text.split(character).length - 1;

const checkForm: Check = (section) => {
  const text = textOfSection(section);
  const problems = [
    text === "" && "is leeg.",
    count(text, "?") > 1 && "stelt meer dan één vraag.",
    count(text, "!") > 1 && "heeft meer dan één uitroepteken.",
    /^[^\S\n]*(?:[-*•]|\d+[.)])\s/m.test(text) && "bevat een opsomming.",
    /\*\*|__|^#+ |`/m.test(text) && "bevat opmaak.",
    /(?:^|[.!?\n][^\S\n]*)(?:(?:hartelijke |vriendelijke )?groet(?:en|jes)?|met (?:vriendelijke|hartelijke) groet|mvg)\b/i.test(
      text,
    ) && "bevat een ondertekening.",
  ];
  return problems.flatMap((problem) => (problem ? [warn("form", section.header, problem)] : []));
};

/** What every text must satisfy: it invents nothing and contains no addresses. */
const STATEMENT_CHECKS: readonly Check[] = [
  checkPlaceholders,
  checkFactNumbers,
  checkFigures,
  checkNames,
  checkQuotes,
  checkAddresses,
];
const CHECKS: readonly Check[] = [...STATEMENT_CHECKS, checkClaims, checkFormOfAddress, checkLength, checkForm];

/** Checks a text that is not a message, such as a report or a summary. */
export const checkStatements = (
  sections: readonly DraftSection[],
  sources: Pick<DraftContext, "facts" | "ownText">,
): Warning[] => {
  const context: DraftContext = { ...sources, headers: [], formOfAddress: "je", hasConversation: true };
  const known = knownWords(context);
  return sections.flatMap((section) => STATEMENT_CHECKS.flatMap((check) => check(section, context, known)));
};

const checkSections = (sections: readonly DraftSection[], { headers }: DraftContext): Warning[] =>
  headers
    .filter((header) => !sections.some((section) => section.header === header))
    .map((header) => warn("sections", header, "dit onderdeel ontbreekt."));

const MIN_REPEATED_WORDS = 4;

/** Sentences that occur in an earlier section too. */
const checkRepeats = (sections: readonly DraftSection[]): Warning[] => {
  const seen = new Set<string>();
  return sections.flatMap(({ header, sentences }) => {
    const keys = sentences.map(({ text }) => wordsOf(text)).filter((words) => words.length >= MIN_REPEATED_WORDS);
    const repeats = keys.some((words) => seen.has(words.join(" ")));
    for (const words of keys) seen.add(words.join(" "));
    return repeats ? [warn("repeat", header, "herhaalt een zin uit een eerder onderdeel.")] : [];
  });
};

/** Checks a draft against the rules. The model's own judgement of its text is not used; only the fact numbers that it cites are. */
export const checkDraft = (sections: readonly DraftSection[], context: DraftContext): Warning[] => {
  const known = knownWords(context);
  return [
    ...checkSections(sections, context),
    ...sections.flatMap((section) => CHECKS.flatMap((check) => check(section, context, known))),
    ...checkRepeats(sections),
  ];
};

const headerKey = (header: string): string => header.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Only the requested sections, in the requested order, each once: the model decides nothing else. A model may write
 * "Icebreaker:" for "Ice Breaker".
 */
export const selectSections = (sections: readonly DraftSection[], headers: readonly string[]): DraftSection[] =>
  headers.flatMap((header) => {
    const found = sections.find((section) => headerKey(section.header) === headerKey(header));
    return found ? { ...found, header } : [];
  });

/** The fixed words come from data, so that the model cannot alter a name. Sex is never inferred from a name. */
export const greetingFor = (formOfAddress: FormOfAddress, lead: { firstName: string; fullName: string }): string =>
  formOfAddress === "je" ? `Hoi ${lead.firstName},` : `Beste ${lead.fullName},`;
