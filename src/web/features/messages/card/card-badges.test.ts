import { expect, test } from "vitest";
import { parseRating, sentimentBadge } from "./card-badges.tsx";

test.each([
  ["8", 8],
  ["7.5", 7.5],
  ["7,5", 7.5],
  [" 10 ", 10],
])("the rating %s counts as %d", (text, rating) => {
  expect(parseRating(text)).toBe(rating);
});

test.each([null, "", " ", "hoog"])("%s is no rating", (text) => {
  expect(parseRating(text)).toBeNull();
});

test("positive is green and negative red, however they are written", () => {
  expect(sentimentBadge("positive")).toEqual({ label: "Positief", tone: "success" });
  expect(sentimentBadge("NEGATIVE")).toEqual({ label: "Negatief", tone: "danger" });
});

test("any other sentiment is grey, and none is not shown", () => {
  expect(sentimentBadge("neutral")?.tone).toBe("neutral");
  expect(sentimentBadge("Twijfelend")).toEqual({ label: "Twijfelend", tone: "neutral" });
  expect(sentimentBadge(null)).toBeUndefined();
  expect(sentimentBadge(" ")).toBeUndefined();
});
