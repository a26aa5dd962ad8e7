import { expect, test } from "vitest";
import { rewriteContent } from "./rewrite.ts";

const CONTENT = `Ice Breaker:
Hoi Saskia, bedankt voor de connectie! Als financieel directeur bij Novum zit je vast niet stil. Veel winkelketens zijn druk met hun voorraad. Onze CFO's helpen daarbij.

Groet, Marieke

Bericht 1:
Dag Saskia, ik dacht deze week nog aan Novum. Wij koppelen bedrijven aan een CFO.

Hartelijke groet,
Marieke`;

const [, breaker = ""] = /Ice Breaker:\n(.*?)\n\nBericht 1/s.exec(CONTENT) ?? [];
const rewriteBreaker = (feedback: string) => {
  const [, text = ""] = /Ice Breaker:\n(.*?)\n\nBericht 1/s.exec(rewriteContent(CONTENT, feedback)) ?? [];
  return text;
};

test("only the sections that the feedback names are rewritten", () => {
  const rewritten = rewriteContent(CONTENT, "Bericht 1: Sluit af met een vraag");
  expect(rewritten).toContain(breaker);
  expect(rewritten).toContain("Bericht 1:\nHoi Saskia, ik dacht deze week nog aan Novum.");
  expect(rewritten).toContain("Hoe kijk jij daarnaar?\n\nHartelijke groet,\nMarieke");
});

test("feedback without a header applies to all sections except the older conversations", () => {
  const history = "Older conversations:\n2026-10-02 09:14:22 - sales: Hoi Saskia, alles goed?";
  const rewritten = rewriteContent(
    `${history}\n\nFollow up 1:\nHoi Saskia, nog even over je voorraad.\n\nGroet, Marieke`,
    "Korter",
  );
  expect(rewritten).toContain(history);
  expect(rewritten).toContain("Follow up 1:\nDag Saskia, nog even over je voorraad.");
});

test.each([
  [
    "Mag korter",
    "Dag Saskia, bedankt voor de connectie! Als financieel directeur bij Novum zit je vast niet stil.\n\nGroet, Marieke",
  ],
  [
    "Minder verkoperig",
    "Dag Saskia, bedankt voor de connectie! Als financieel directeur bij Novum zit je vast niet stil. Veel winkelketens zijn druk met hun voorraad.\n\nGroet, Marieke",
  ],
  [
    "Te formeel, maak het losser",
    expect.stringMatching(/^Hey Saskia, .*Je profiel las ik met plezier.*\n\nGroetjes, Marieke$/s),
  ],
  [
    "Graag wat formeler",
    expect.stringMatching(/^Goedendag Saskia, .*zit u vast niet stil.*\n\nMet vriendelijke groet, Marieke$/s),
  ],
  ["Noem ook de beurs in Zwolle.", expect.stringContaining("Ik moest daarbij ook denken aan de beurs in Zwolle.")],
  ["Eindig met een vraag", expect.stringContaining("Hoe kijk jij daarnaar?")],
  ["Gewoon anders", expect.stringMatching(/^Dag Saskia, bedankt voor de connectie!/)],
])("%s", (feedback, expected) => {
  expect(rewriteBreaker(`Ice Breaker: ${feedback}`)).toEqual(expected);
});

test("a text without headers is rewritten as one section", () => {
  expect(rewriteContent("Hoi Bas, leuk je te spreken.\n\nGroet, Frank", "korter")).toBe(
    "Dag Bas, leuk je te spreken.\n\nGroet, Frank",
  );
});
