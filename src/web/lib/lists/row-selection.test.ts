import { expect, test } from "vitest";
import { followList } from "./row-selection.tsx";

const FIRST_PAGE = ["a", "b", "c", "d"];

const follow = (selected: string[], known: string[], rows: string[], isComplete = false) =>
  [...followList({ listKey: "", ids: new Set(selected), known, loadedCount: known.length }, rows, isComplete).ids].join(
    "",
  );

test("a row that left the list is not selected any more", () => {
  expect(follow(["a", "b"], FIRST_PAGE, ["a", "c", "d"])).toBe("a");
  expect(follow(["a", "b"], FIRST_PAGE, ["c", "d"])).toBe("");
  expect(follow(["a", "d"], FIRST_PAGE, ["a", "b", "c"])).toBe("a");
  expect(follow(["c", "d"], FIRST_PAGE, ["a", "b"], true)).toBe("");
});

test("rows that new ones moved to a page that is not loaded stay selected", () => {
  expect(follow(["a", "d"], FIRST_PAGE, ["x", "y", "a", "b"])).toBe("ad");
  expect(follow(["a", "d"], FIRST_PAGE, ["v", "w", "x", "y"])).toBe("ad");
});

test("a row that one new row moved away stays selected, however often the same list is followed", () => {
  const rows = ["x", "a", "b", "c"];
  const once = followList({ listKey: "", ids: new Set(["a", "d"]), known: FIRST_PAGE, loadedCount: 4 }, rows, false);
  expect([...followList(once, rows, false).ids]).toEqual(["a", "d"]);
});

test("a row that is loaded later is followed too", () => {
  const all = { listKey: "", ids: new Set(["a", "f", "z"]), known: FIRST_PAGE, loadedCount: 4 };
  const loaded = followList(all, [...FIRST_PAGE, "e", "f", "g"], false);
  expect([...followList(loaded, [...FIRST_PAGE, "e", "g"], false).ids]).toEqual(["a", "z"]);
});

test("rows that moved to the next page are known again when it is loaded", () => {
  const moved = followList(
    { listKey: "", ids: new Set(["b", "d"]), known: FIRST_PAGE, loadedCount: 4 },
    ["v", "w", "x", "y"],
    false,
  );
  const loaded = followList(moved, ["v", "w", "x", "y", "a", "c", "d"], false);
  expect([...loaded.ids]).toEqual(["d"]);
});

test("the same list stays the same selection", () => {
  const state = { listKey: "", ids: new Set(["a"]), known: FIRST_PAGE, loadedCount: 4 };
  expect(followList(state, [...FIRST_PAGE], false)).toBe(state);
});
