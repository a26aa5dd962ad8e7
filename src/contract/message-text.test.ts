import { describe, expect, test } from "vitest";
import {
  buildFeedback,
  DUE_KEYS,
  dueKeyOfSection,
  findPlaceholder,
  inReadingOrder,
  joinSections,
  parseConversation,
  parseSections,
  replaceSections,
} from "./message-text.ts";

const headers = (content: string) => parseSections(content).map(({ header }) => header);
const texts = (content: string) => parseSections(content).map(({ text }) => text);

test.each([
  ["Ice Breaker:\nHoi {{naam}},\n\nBericht 1: Nog even.", "{{naam}}"],
  ["Ice Breaker: Hoi {voornaam}!", "{voornaam}"],
  ["Ice Breaker: Hoi Sanne!", undefined],
  ["Older conversations:\n2026-03-01 09:00:00 - Lead: {{x}}\n\nFollow up 1: Dag!", undefined],
])("the placeholder that is left in %j is %j", (content, placeholder) => {
  expect(findPlaceholder(content)).toBe(placeholder);
});

describe("sections", () => {
  const icebreaker = "Ice Breaker:\nHoi Sanne,\n\nLeuk!\n\nBericht 1: Kort berichtje\r\nBericht 2:\r\n\r\nNog iets";

  test("a section starts at its header; the text is on the same line or below", () => {
    expect(headers(icebreaker)).toEqual(["Ice Breaker", "Bericht 1", "Bericht 2"]);
    expect(texts(icebreaker)).toEqual(["Hoi Sanne,\n\nLeuk!", "Kort berichtje", "Nog iets"]);
  });

  test("a text without headers is one section", () => {
    expect(headers("Zomaar een tekst")).toEqual(["Bericht"]);
    expect(headers("")).toEqual(["Bericht"]);
  });

  test("the text above the first header is a section; an unknown header is text", () => {
    const content = "Let op\nIce Breaker: a\nBericht 4: b";
    expect(parseSections(content).map(({ header, text }) => [header, text])).toEqual([
      ["Bericht", "Let op"],
      ["Ice Breaker", "a\nBericht 4: b"],
    ]);
  });

  test("a repeated header is text of the first section with that header", () => {
    expect(texts("Ice Breaker: a\nIce Breaker: b\nBericht 1: c")).toEqual(["a\nIce Breaker: b", "c"]);
  });

  test("older conversations come first in reading order", () => {
    const content = "Follow up 1: a\nOlder conversations: b\nFollow up 2: c";
    expect(inReadingOrder(parseSections(content)).map(({ header }) => header)).toEqual([
      "Older conversations",
      "Follow up 1",
      "Follow up 2",
    ]);
  });

  test("all sections but Bericht 3 and Older conversations have a due date", () => {
    expect(DUE_KEYS).toEqual(["ice_breaker", "message_1", "message_2", "follow_up_1", "follow_up_2", "follow_up_3"]);
    expect(dueKeyOfSection("Bericht 3")).toBeUndefined();
    expect(dueKeyOfSection("Older conversations")).toBeUndefined();
  });
});

/** Numbers from 0 to 1, the same sequence for the same seed. */
const seededRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
const PIECES = [
  "Ice Breaker:",
  "bericht 1 :",
  "Bericht 2:",
  "Older conversations:",
  "Follow up 3:",
  "Bericht 9:",
  "\n",
  "\r\n",
  " ",
  "\t",
  "👋",
  "tekst",
  "é",
  ":",
  "",
];
const randomText = (next: () => number) =>
  Array.from({ length: Math.floor(next() * 14) }, () => PIECES[Math.floor(next() * PIECES.length)]).join("");

describe("for random texts", () => {
  test("joining the parsed sections gives the same text", () => {
    const next = seededRandom(7);
    for (let round = 0; round < 5000; round++) {
      const content = randomText(next);
      expect(joinSections(parseSections(content))).toBe(content);
    }
  });

  test("an edited section has its new text, and the others are unchanged", () => {
    const next = seededRandom(11);
    for (let round = 0; round < 2000; round++) {
      const content = randomText(next);
      const sections = parseSections(content);
      const chosen = sections[Math.floor(next() * sections.length)];
      const edited = replaceSections(content, { [`${chosen?.header}:`]: "NIEUW" }) ?? "";
      const after = parseSections(edited);
      const expected = sections.map(({ header, text }) => [header, header === chosen?.header ? "NIEUW" : text]);
      if (chosen?.header === "Bericht" && chosen.text === "" && sections.length > 1) continue;
      expect(after.map(({ header, text }) => [header, text])).toEqual(expected);
    }
  });

  test("a section that does not exist cannot be edited", () => {
    expect(replaceSections("Ice Breaker: a", { "Bericht 1": "b" })).toBeUndefined();
  });
});

test("feedback is joined to one text, without empty feedback", () => {
  const sections = [
    { header: "Ice Breaker", feedback: " Korter " },
    { header: "Bericht 1", feedback: "  " },
    { header: "Bericht 2", feedback: "Minder formeel" },
  ];
  expect(buildFeedback(sections)).toBe("Ice Breaker: Korter\n\nBericht 2: Minder formeel");
});

test("older conversations are parsed to messages, which may have several lines", () => {
  const text = "2026-03-01 09:15:00 - Sales Frank: Hoi\nalles goed?\r\n2026-03-02 10:00:00 - Lead: Ja: prima";
  expect(parseConversation(text)).toEqual([
    { at: "2026-03-01 09:15:00", sender: "Sales Frank", text: "Hoi\nalles goed?", fromSales: true },
    { at: "2026-03-02 10:00:00", sender: "Lead", text: "Ja: prima", fromSales: false },
  ]);
});
