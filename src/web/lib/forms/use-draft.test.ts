import { expect, test } from "vitest";
import { changedTexts, mergeDraft } from "./use-draft.ts";

const base = { "Ice Breaker": "Hoi", "Bericht 1": "Dag" };

test("a field that only the other side changed is taken from it", () => {
  const merged = mergeDraft({ base, mine: base, theirs: { ...base, "Bericht 1": "Goedendag" } });
  expect(merged).toEqual({ texts: { "Ice Breaker": "Hoi", "Bericht 1": "Goedendag" }, conflicts: [] });
});

test("a field that only the draft changed keeps the draft", () => {
  const mine = { ...base, "Ice Breaker": "Hallo" };
  const merged = mergeDraft({ base, mine, theirs: { ...base, "Bericht 1": "Goedendag" } });
  expect(merged).toEqual({ texts: { "Ice Breaker": "Hallo", "Bericht 1": "Goedendag" }, conflicts: [] });
});

test("a field that both changed keeps the draft, and is a conflict", () => {
  const mine = { ...base, "Ice Breaker": "Hallo" };
  const merged = mergeDraft({ base, mine, theirs: { ...base, "Ice Breaker": "Beste" } });
  expect(merged).toEqual({ texts: mine, conflicts: ["Ice Breaker"] });
});

test("the same change on both sides is no conflict", () => {
  const mine = { ...base, "Ice Breaker": "Hallo" };
  expect(mergeDraft({ base, mine, theirs: mine })).toEqual({ texts: mine, conflicts: [] });
});

test("a removed field disappears, unless the draft changed it", () => {
  const theirs = { "Ice Breaker": "Hoi" };
  expect(mergeDraft({ base, mine: base, theirs }).texts).toEqual(theirs);
  const mine = { ...base, "Bericht 1": "Goedendag" };
  expect(mergeDraft({ base, mine, theirs })).toEqual({ texts: mine, conflicts: ["Bericht 1"] });
});

test("a new field appears", () => {
  const theirs = { ...base, "Bericht 2": "Nog iets" };
  expect(mergeDraft({ base, mine: base, theirs }).texts).toEqual(theirs);
});

test("changedTexts has only the changed fields", () => {
  expect(changedTexts(base, { ...base, "Bericht 1": "Goedendag" })).toEqual({ "Bericht 1": "Goedendag" });
  expect(changedTexts(base, base)).toEqual({});
});
