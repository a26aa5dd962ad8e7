import { expect, test } from "vitest";
import { adjacentId, nextFocusedId } from "./list-focus.ts";

const ids = ["een", "twee", "drie"];

test("after a card comes the one below it, and after the last the one above", () => {
  expect(nextFocusedId(ids, "een")).toBe("twee");
  expect(nextFocusedId(ids, "drie")).toBe("twee");
  expect(nextFocusedId(["een"], "een")).toBeUndefined();
  expect(nextFocusedId(ids, "onbekend")).toBeUndefined();
});

test("a step leads down or up, and not past an end", () => {
  expect(adjacentId(ids, "twee", 1)).toBe("drie");
  expect(adjacentId(ids, "twee", -1)).toBe("een");
  expect(adjacentId(ids, "drie", 1)).toBeUndefined();
  expect(adjacentId(ids, "een", -1)).toBeUndefined();
  expect(adjacentId(ids, "onbekend", 1)).toBeUndefined();
});
