import { expect, test } from "vitest";
import { adjacentId, nextFocusedId } from "./list-focus.ts";

const ids = ["een", "twee", "drie"];

test("the focus goes to the item below, and from the last one to the item above", () => {
  expect(nextFocusedId(ids, "een")).toBe("twee");
  expect(nextFocusedId(ids, "drie")).toBe("twee");
  expect(nextFocusedId(["een"], "een")).toBeUndefined();
  expect(nextFocusedId(ids, "onbekend")).toBeUndefined();
});

test("the adjacent id is the next or previous one, and undefined past the end", () => {
  expect(adjacentId(ids, "twee", 1)).toBe("drie");
  expect(adjacentId(ids, "twee", -1)).toBe("een");
  expect(adjacentId(ids, "drie", 1)).toBeUndefined();
  expect(adjacentId(ids, "een", -1)).toBeUndefined();
  expect(adjacentId(ids, "onbekend", 1)).toBeUndefined();
});
