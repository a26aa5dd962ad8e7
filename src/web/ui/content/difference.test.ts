import { describe, expect, test } from "vitest";
import { compare, compareTexts, type Piece } from "./difference.ts";

const written = (pieces: Piece[] | null) =>
  pieces?.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("") ?? null;
const rows = (before: string, after: string) =>
  compareTexts(before, after).map((row) => [written(row.before), written(row.after)]);

test("equal texts have no difference", () => {
  expect(compareTexts("een\ntwee", "een\ntwee").some(({ changed }) => changed)).toBe(false);
  expect(rows("", "")).toEqual([["", ""]]);
});

test("a changed line stands beside what it was, with the words that differ", () => {
  expect(rows("Maximaal 60 woorden.\nSlot", "Maximaal 80 woorden!\nSlot")).toEqual([
    ["Maximaal [60] woorden[.]", "Maximaal [80] woorden[!]"],
    ["Slot", "Slot"],
  ]);
});

test("a line that came or went stands alone", () => {
  expect(rows("een\ndrie", "een\ntwee\ndrie")).toEqual([
    ["een", "een"],
    [null, "[twee]"],
    ["drie", "drie"],
  ]);
  expect(rows("een\ntwee", "een")).toEqual([
    ["een", "een"],
    ["[twee]", null],
  ]);
});

test("more lines than before: those left over stand alone", () => {
  expect(rows("a\nx", "b\nc\nx")).toEqual([
    ["[a]", "[b]"],
    [null, "[c]"],
    ["x", "x"],
  ]);
});

test("texts too different to compare are shown as wholly different, at once", () => {
  const many = (word: string) => Array.from({ length: 5_000 }, (_, nth) => `${word} ${nth}`);
  const started = performance.now();
  const runs = compare(many("oud"), many("nieuw"));
  expect(runs.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  expect(performance.now() - started).toBeLessThan(1_000);
});

/** The same seed gives the same sequence. */
const generator = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe("on random texts", () => {
  const next = generator(7);
  const random = () => Array.from({ length: Math.floor(next() * 12) }, () => "abcd"[Math.floor(next() * 4)] ?? "");

  test("both texts can be read back from the difference", () => {
    for (let round = 0; round < 500; round++) {
      const [before, after] = [random(), random()];
      const runs = compare(before, after);
      expect(runs.filter(({ kind }) => kind !== "added").flatMap(({ items }) => items)).toEqual(before);
      expect(runs.filter(({ kind }) => kind !== "removed").flatMap(({ items }) => items)).toEqual(after);
      const table = compareTexts(before.join("\n"), after.join("\n"));
      const side = (name: "before" | "after") =>
        table.flatMap((row) => (row[name] ? [row[name].map(({ text }) => text).join("")] : [])).join("\n");
      expect([side("before"), side("after")]).toEqual([before.join("\n"), after.join("\n")]);
    }
  });
});
