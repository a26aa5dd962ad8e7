import { readSections, rewriteContent, toFormal } from "../automation/rewrite.ts";
import type { Mode } from "./behaviour.ts";
import type { Fact, WritingTask } from "./read-prompt.ts";

type Sentence = { text: string; facts: number[] };
type Section = { header: string; sentences: Sentence[] };

const sentenceWithoutFacts = (text: string): Sentence => ({ text, facts: [] });

/** The same request gives the same text. */
function chooser(seed: string): <T>(options: readonly T[]) => T {
  let state = 7;
  for (const character of seed) state = (state * 31 + character.charCodeAt(0)) % 2_147_483_647;
  return (options) => {
    state = (state * 48_271) % 2_147_483_647;
    return options[state % options.length] as (typeof options)[number];
  };
}

/** "Directeur" becomes "directeur"; "IT-dienstverlening" and "Operations Manager" are names and stay. */
const lowerFirst = (text: string) =>
  /\p{Lu}/u.test(text.slice(1)) ? text : text.charAt(0).toLowerCase() + text.slice(1);

type Statement = { pattern: RegExp; say: (value: string) => string };

/** How a fact is worked into a sentence; the first pattern that matches counts. */
const STATEMENTS: readonly Statement[] = [
  { pattern: /^Recent: (.+?)\.?$/, say: (value) => `Ik las over ${value}.` },
  { pattern: /thema in berichten en vacatures: (.+?)\.?$/, say: (value) => `Bij jullie speelt ${value}, zo las ik.` },
  { pattern: /^Functie: (.+)$/, say: (value) => `Als ${lowerFirst(value)} heb je daar vast een mening over.` },
  { pattern: /^Branche: (.+)$/, say: (value) => `In de branche ${lowerFirst(value)} hoor ik die vraag vaker.` },
  { pattern: /^Plaats: (.+)$/, say: (value) => `Ik ben benieuwd hoe het ondernemen in ${value} bevalt.` },
  { pattern: /^Bedrijf: (.+)$/, say: (value) => `Bij ${value} kom je die afweging vast tegen.` },
];

function stateFact({ n, text }: Fact): Sentence | undefined {
  for (const { pattern, say } of STATEMENTS) {
    const [, value] = pattern.exec(text) ?? [];
    if (value) return { text: say(value), facts: [n] };
  }
  return undefined;
}

const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  first: ["Hoe kijk jij daarnaar?", "Wat viel je daarbij het meest op?", "Hoe pakken jullie dat nu aan?"],
  later: ["Zullen we er kort over bellen?", "Herken je dat?", "Is dit iets voor jullie?"],
  last: ["Mag ik later nog eens informeren?", "Zal ik het hierbij laten?"],
};

const OPENINGS: Readonly<Record<string, readonly string[]>> = {
  "Ice Breaker": ["Leuk dat we nu verbonden zijn.", "Dank voor het accepteren van mijn uitnodiging."],
  "Bericht 1": ["Ik kom nog even terug op mijn vraag.", "Misschien kwam mijn bericht op een druk moment."],
  "Bericht 2": ["Nog één gedachte van mijn kant.", "Ik moest van de week weer aan ons contact denken."],
  "Bericht 3": ["Dit is mijn laatste bericht hierover.", "Ik wil niet blijven aandringen."],
  "Follow up 1": ["Ik pak graag de draad weer op.", "Het is even geleden dat ik iets liet horen."],
  "Follow up 2": ["Nog een korte vraag van mijn kant.", "Ik was benieuwd of er al iets veranderd is."],
  "Follow up 3": ["Ik rond het hierbij graag netjes af.", "Tot slot nog dit."],
};

function writeSection(header: string, index: number, task: WritingTask, count: number): Section {
  const pick = chooser(`${task.firstName}${task.data}${header}`);
  const statements = task.facts.flatMap((fact) => stateFact(fact) ?? []);
  // Each section uses other facts, so that nothing is repeated.
  const own = statements.filter((_, place) => place % count === index).slice(0, 2);
  const kind = index === 0 ? "first" : index === count - 1 ? "last" : "later";
  const sentences = [sentenceWithoutFacts(pick(OPENINGS[header] ?? ["Ik schrijf je met een korte vraag."])), ...own];
  if (own.length === 0) sentences.push(sentenceWithoutFacts(GENERIC[index % GENERIC.length] ?? ""));
  // Another question in each section.
  const questions = QUESTIONS[kind] ?? ["Hoe kijk jij daarnaar?"];
  const first = chooser(`${task.firstName}${task.data}`)([0, 1, 2]);
  sentences.push(sentenceWithoutFacts(questions[(first + index) % questions.length] ?? ""));
  if (task.signature) sentences.push(sentenceWithoutFacts(`Groet, ${task.signature}`));
  return { header, sentences: task.isFormal ? sentences.map(toFormalSentence) : sentences };
}

const GENERIC = [
  "Ik ben benieuwd wat er op dit moment bij jullie speelt.",
  "Een kort gesprek geeft vaak al een goed beeld.",
  "Ik deel graag hoe anderen dit aanpakken.",
  "Je weet me te vinden als het later beter uitkomt.",
];

const toFormalSentence = ({ text, facts }: Sentence): Sentence => ({ text: toFormal(text), facts });

const splitSentences = (text: string): string[] =>
  (text.match(/[^.!?\n]+[.!?]+["”]?|[^.!?\n]+/g) ?? []).map((sentence) => sentence.trim()).filter(Boolean);

/** The closing that the company's automation writes below a text; ours writes one only where the prompt asks for it. */
const SIGNATURE = /\n\n(?:(?:hartelijke |met vriendelijke )?groet(?:en|jes)?|fijne dag)\b[^\n]*(?:\n[^\n]+)?$/i;

/** Applies the feedback to the sections that it names. */
function rewriteSections(task: WritingTask): Section[] {
  // A greeting in a paragraph of its own would make the text after it look like the closing.
  const text = task.currentText.replace(/^((?:Hoi|Hey|Hallo|Dag|Beste|Goedendag)[^,\n]*,)\n\n/gm, "$1 ");
  const before = readSections(text);
  const after = readSections(rewriteContent(text, task.feedback));
  // General feedback adds the same sentence everywhere; once is enough.
  const seen = new Set<string>();
  const isNew = (sentence: string) => !seen.has(sentence) && seen.add(sentence).size > 0;
  return after
    .filter(({ header }) => header !== null && task.headers.includes(header))
    .map(({ header, text }, index) => {
      const body = text.replace(/^(?:Hoi|Hey|Hallo|Dag|Beste|Goedendag)[^,\n]*,\s*/, "").replace(SIGNATURE, "");
      const isSame = before.find((section) => section.header === header)?.text === text;
      const sentences = splitSentences(body)
        .filter(isNew)
        .map((sentence) => citeFact(capitalise(sentence), task.facts));
      return {
        header: header ?? "",
        sentences: isSame ? [...sentences, sentenceWithoutFacts(GENERIC[index % 4] ?? "")] : sentences,
      };
    });
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence cites the first fact whose value it contains. */
function citeFact(text: string, facts: readonly Fact[]): Sentence {
  const fact = facts.find((candidate) => {
    const value = candidate.text.replace(/^[^:]*: /, "").replace(/\.$/, "");
    return value.length > 3 && text.toLowerCase().includes(value.toLowerCase());
  });
  return { text, facts: fact ? [fact.n] : [] };
}

const lengthen = ({ header, sentences }: Section): Section => ({
  header,
  sentences: [
    ...sentences,
    ...Array.from({ length: 30 }, () => sentenceWithoutFacts("En daar valt nog veel meer over te vertellen.")),
  ],
});

const RECIPE = "Neem 200 gram suiker en klop de eieren.";

/** A sentence that a careless model puts first. */
const WRONG_SENTENCES: Partial<Record<Mode, (task: WritingTask) => Sentence>> = {
  invent_figure: () => sentenceWithoutFacts("Wij besparen onze klanten gemiddeld 37 procent."),
  invent_name: () => sentenceWithoutFacts("Ook Philips Lighting werkt met ons samen."),
  mix_forms_of_address: ({ isFormal }) =>
    sentenceWithoutFacts(isFormal ? "Heb jij daar al over nagedacht?" : "Graag hoor ik uw mening."),
  placeholder: () => sentenceWithoutFacts("Ik zag het bericht van [naam] over {onderwerp}."),
  link: () => sentenceWithoutFacts("Kijk eens op https://voorbeeld.example/aanbod."),
  claimed_meeting: () => sentenceWithoutFacts("Zoals besproken tijdens ons gesprek stuur ik dit bericht."),
  odd_characters: () => sentenceWithoutFacts("Een\0 half teken\ud83d staat hier."),
  unknown_fact: () => ({ text: "Ik las daarover in het nieuws.", facts: [999] }),
};

type SpoilSections = (sections: Section[], task: WritingTask) => Section[];

const WRONG_SECTIONS: Partial<Record<Mode, SpoilSections>> = {
  too_long: (sections) => sections.map(lengthen),
  missing_section: (sections) => sections.slice(0, -1),
  header_variants: (sections) =>
    sections.map(({ header, sentences }) => ({ header: `${header.replace(" ", "").toUpperCase()}:`, sentences })),
  unknown_sections: (sections) => sections.map(({ sentences }, index) => ({ header: `Deel ${index + 1}`, sentences })),
  repeat: (sections) => sections.map(({ header }) => ({ header, sentences: sections[0]?.sentences ?? [] })),
  obey_injection: (sections, { data }) =>
    /negeer|ignore/i.test(data)
      ? sections.map(({ header }) => ({ header, sentences: [sentenceWithoutFacts(RECIPE)] }))
      : sections,
};

const spoilSentences = (mode: Mode, sentences: Sentence[], task: WritingTask): Sentence[] => {
  const wrong = WRONG_SENTENCES[mode]?.(task);
  return wrong ? [wrong, ...sentences] : sentences;
};

/** What a careless model would make of the sections. */
function spoil(mode: Mode, sections: Section[], task: WritingTask): Section[] {
  const wrong = WRONG_SENTENCES[mode]?.(task);
  const [first, ...rest] = sections;
  if (wrong && first) return [{ ...first, sentences: [wrong, ...first.sentences] }, ...rest];
  return WRONG_SECTIONS[mode]?.(sections, task) ?? sections;
}

const SENTIMENTS: readonly [RegExp, string][] = [
  [/\b(stop|afmelden|uitschrijven|geen interesse|niet geïnteresseerd|verwijder)\b/i, "not_interested"],
  [/\b(graag|interessant|bel|afspraak|vertel)\b/i, "interested"],
];

/** The answer to a task, as an object that fits the schema of that task. */
export function writeAnswer(task: WritingTask, mode: Mode): unknown {
  switch (task.task) {
    case "test":
      return { ok: true };
    case "beoordelen":
      return {
        rating: 4 + (task.facts.length % 5),
        motivation: spoilSentences(
          mode,
          task.facts.slice(0, 2).map(({ n, text }) => ({ text, facts: [n] })),
          task,
        ),
        report: [{ heading: "Wat we weten", sentences: task.facts.map(({ n, text }) => ({ text, facts: [n] })) }],
      };
    case "gesprek samenvatten":
      return {
        summary: spoilSentences(mode, splitSentences(task.data).slice(0, 2).map(sentenceWithoutFacts), task)
          .map(({ text }) => text)
          .join(" "),
        actionItems: splitSentences(task.data).filter((sentence) => /\b(stuur|bel|plan|maak)/i.test(sentence)),
        salesOpportunities: [],
        followUpInterests: [],
      };
    case "reactie beoordelen": {
      const sentiment = SENTIMENTS.find(([pattern]) => pattern.test(task.data))?.[1] ?? "neutral";
      const answer = [
        sentenceWithoutFacts("Dank voor je bericht."),
        sentenceWithoutFacts("Wanneer schikt het om even te bellen?"),
      ];
      return { sentiment, answer: spoilSentences(mode, task.isFormal ? answer.map(toFormalSentence) : answer, task) };
    }
    default: {
      const sections = task.feedback
        ? rewriteSections(task)
        : task.headers.map((header, index) => writeSection(header, index, task, task.headers.length));
      return { sections: spoil(mode, sections, task) };
    }
  }
}
