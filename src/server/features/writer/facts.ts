/** Something known about a lead that a text may mention, with where it comes from. */
export interface Fact {
  n: number;
  text: string;
  source: string;
}

/** The only data about a lead that goes to a language model. */
export interface LeadProfile {
  fullName: string;
  title: string | null;
  company: string | null;
  industry: string | null;
  location: string | null;
  employees: string | null;
  personProfile: string | null;
  htmlReport: string | null;
}

const MAX_FACTS = 14;
const MAX_FACT_LENGTH = 240;
const MAX_SOURCE_LENGTH = 20_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/**
 * Replaces what the pattern finds before the last `end`. A beginning without an end is not looked at: the search from each of
 * many such beginnings to the end of a long text would take minutes, in which the process does nothing else.
 */
const replaceClosed = (text: string, pattern: RegExp, end: string): string => {
  const length = text.lastIndexOf(end) + 1;
  return text.slice(0, length).replace(pattern, " ") + text.slice(length);
};

const withoutElement = (text: string, opening: RegExp, closing: RegExp): string => {
  const parts = text.split(closing);
  return parts.map((part, index) => (index === parts.length - 1 ? part : part.split(opening, 1)[0])).join(" ");
};

const withoutMarkup = (text: string): string => {
  const withoutScripts = withoutElement(text, /<script/i, /<\/script>/i);
  return replaceClosed(withoutElement(withoutScripts, /<style/i, /<\/style>/i), /<[^>]*>/g, ">");
};

const withoutOurMarks = (text: string): string =>
  replaceClosed(text, /\[(gegevens|tekst|feedback|einde)[^\]]*\]/gi, "]");

/** Text from outside without markup, control characters and invisible characters, which could hide instructions. */
export const cleanText = (text: string): string => {
  const plain = withoutMarkup(text)
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? " ")
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu, " ");
  // A text that imitates our marks could pretend to end the data.
  return withoutOurMarks(plain).replace(/\s+/g, " ").trim();
};

const CONTACT_DATA = /@|https?:|www\.|\b\d{4} ?[A-Z]{2}\b|(?:\+|\b0)[\d\s()./-]{8,}\d/i;

/** Health, religion, politics, union, sexual orientation, birthday: never relevant for a sales message. */
const SENSITIVE =
  /\b(ziek|ziekte|ziekteverlof|burn-?out|depress\w*|zwanger\w*|kanker|handicap|diagnose|geloof|kerk|moskee|synagoge|moslim|islam\w*|christelijk|joods|katholiek|protestant|politiek|stemt op|vvd|pvda|pvv|d66|groenlinks|cda|bbb|vakbond|fnv|cnv|homo\w*|lesbisch|transgender|geboren|geboortedatum|verjaar\w*)\b/i;

const ORDER =
  /\b(negeer|ignore|vergeet|disregard|forget)\b[^.]{0,40}\b(regels?|instructies?|opdracht\w*|bovenstaande|rules?|instructions?|previous|above|all)\b|\b(system prompt|systeemprompt|you are now|je bent nu|as an ai|als ai)\b/i;

/** A text that would pass for a variable of ours. */
const PLACEHOLDER = /\{[^{}]*\}|\[[^[\]]*\]/;

/** Whether a statement may be sent to a language model and be mentioned in a text. */
const isUsable = (text: string): boolean =>
  text.length > 3 && !CONTACT_DATA.test(text) && !SENSITIVE.test(text) && !ORDER.test(text) && !PLACEHOLDER.test(text);

const shorten = (text: string): string =>
  text.length <= MAX_FACT_LENGTH ? text : `${text.slice(0, text.lastIndexOf(" ", MAX_FACT_LENGTH))}…`;

/** The length before the @ is limited, because a long run of letters without @ would be searched from each of its letters. */
const EMAIL = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /(?:\+|\b0)[\d ()./-]{7,}\d/g;
/** A date such as 01-02-2026 has eight digits, a telephone number at least nine. */
const MIN_PHONE_DIGITS = 9;

/** For texts that are sent as a whole, such as the company's own prompt and feedback. */
export const withoutContactData = (text: string): string =>
  text
    .replace(EMAIL, "…")
    .replace(PHONE, (found) => (found.replace(/\D/g, "").length >= MIN_PHONE_DIGITS ? "…" : found));

/** The sentences of a text that may go to a language model. */
export const usableSentences = (text: string): string[] => sentencesOf(text).filter(isUsable);

const sentencesOf = (text: string): string[] =>
  cleanText(text)
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\d“"])/u)
    .map((sentence) => sentence.trim());

const listItems = (html: string): string[] =>
  html
    .slice(0, MAX_SOURCE_LENGTH)
    .split(/<\/li>/i)
    .slice(0, -1)
    .flatMap((part) => /<li\b[^<>]*>([\s\S]*)/i.exec(part)?.[1] ?? [])
    .map(cleanText);

const withLabel = (label: string, value: string | null): string[] => {
  const text = cleanText(value ?? "");
  return text === "" ? [] : [`${label}: ${text}`];
};

/** The same statement has the same key, so that a struck fact stays struck. */
export const factKey = (text: string): string => text.toLowerCase().replace(/\W+/g, " ").trim();

/**
 * The numbered facts of a lead: name of employer, role, and public statements. Contact details, sensitive data and texts
 * that give orders are left out. Of the report only its lists count: the rest is our own judgement.
 */
export const collectFacts = (lead: LeadProfile, struck: ReadonlySet<string> = new Set(), limit = MAX_FACTS): Fact[] => {
  const found = [
    ...withLabel("Functie", lead.title).map((text) => ({ text, source: "functie" })),
    ...withLabel("Bedrijf", lead.company).map((text) => ({ text, source: "bedrijf" })),
    ...listItems(lead.htmlReport ?? "").map((text) => ({ text, source: "leadrapport" })),
    ...sentencesOf((lead.personProfile ?? "").slice(0, MAX_SOURCE_LENGTH)).map((text) => ({ text, source: "profiel" })),
    ...withLabel("Branche", lead.industry).map((text) => ({ text, source: "branche" })),
    ...withLabel("Plaats", lead.location).map((text) => ({ text, source: "plaats" })),
    ...withLabel("Medewerkers", lead.employees).map((text) => ({ text, source: "bedrijf" })),
  ];
  return (
    found
      .filter(({ text }) => isUsable(text))
      .map(({ text, source }) => ({ text: shorten(text), source }))
      // A user strikes what is shown: the shortened text.
      .filter(({ text }) => !struck.has(factKey(text)))
      .slice(0, limit)
      .map((fact, index) => ({ n: index + 1, ...fact }))
  );
};

/** "Jan de Vries": first name "Jan". A title or an initial is not a first name. */
export const firstNameOf = (fullName: string): string | undefined => {
  const [first = ""] = cleanText(fullName)
    .replace(/^(dhr|mevr|mw|ir|ing|drs|dr|mr|prof)\.? /i, "")
    .split(" ");
  return /^\p{L}[\p{L}'’-]+$/u.test(first) ? first : undefined;
};
