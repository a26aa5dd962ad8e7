import { describe, expect, test } from "vitest";
import { diffItems, diffTexts, type Piece } from "./text-diff.tsx";

const toText = (pieces: Piece[] | null) =>
  pieces?.map(({ text, marked }) => (marked ? `[${text}]` : text)).join("") ?? null;
const rows = (before: string, after: string) =>
  diffTexts(before, after).map((row) => [toText(row.before), toText(row.after)]);

test("equal texts have no changed line", () => {
  expect(diffTexts("een\ntwee", "een\ntwee").some(({ changed }) => changed)).toBe(false);
  expect(rows("", "")).toEqual([["", ""]]);
});

test("a changed line is shown beside its old version, with the differing words marked", () => {
  expect(rows("Maximaal 60 woorden.\nSlot", "Maximaal 80 woorden!\nSlot")).toEqual([
    ["Maximaal [60] woorden[.]", "Maximaal [80] woorden[!]"],
    ["Slot", "Slot"],
  ]);
});

test("an added or removed line has nothing beside it", () => {
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

test("of a replacement with more lines, the surplus lines have nothing beside them", () => {
  expect(rows("a\nx", "b\nc\nx")).toEqual([
    ["[a]", "[b]"],
    [null, "[c]"],
    ["x", "x"],
  ]);
});

test("texts too different to compare in reasonable time are shown as entirely different", () => {
  const repeatLine = (word: string) => Array.from({ length: 5_000 }, (_, nth) => `${word} ${nth}`);
  const [before, after] = [
    [...repeatLine("oud"), "gelijk"],
    [...repeatLine("nieuw"), "gelijk"],
  ];
  expect(diffItems(before, after)).toEqual([
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]);
});

/** The same seed gives the same sequence. */
const generator = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

describe("on random texts", () => {
  const next = generator(7);
  const random = () => Array.from({ length: Math.floor(next() * 12) }, () => "abcd"[Math.floor(next() * 4)] ?? "");

  test("both texts can be reconstructed from the diff", () => {
    for (let round = 0; round < 500; round++) {
      const [before, after] = [random(), random()];
      const changes = diffItems(before, after);
      expect(changes.filter(({ added }) => !added).flatMap(({ value }) => value)).toEqual(before);
      expect(changes.filter(({ removed }) => !removed).flatMap(({ value }) => value)).toEqual(after);
      const table = diffTexts(before.join("\n"), after.join("\n"));
      const side = (name: "before" | "after") =>
        table.flatMap((row) => (row[name] ? [row[name].map(({ text }) => text).join("")] : [])).join("\n");
      expect([side("before"), side("after")]).toEqual([before.join("\n"), after.join("\n")]);
    }
  });
});
