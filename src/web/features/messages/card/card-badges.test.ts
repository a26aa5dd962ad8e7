import { expect, test } from "vitest";
import { parseRating, sentimentBadge } from "./card-badges.tsx";

test.each([
  ["8", 8],
  ["7.5", 7.5],
  ["7,5", 7.5],
  [" 10 ", 10],
])("the rating %s is parsed as %d", (text, rating) => {
  expect(parseRating(text)).toBe(rating);
});

test.each([null, "", " ", "hoog"])("%s is not a rating", (text) => {
  expect(parseRating(text)).toBeNull();
});

test("positive is green and negative red, regardless of case", () => {
  expect(sentimentBadge("positive")).toEqual({ label: "Positief", tone: "success" });
  expect(sentimentBadge("NEGATIVE")).toEqual({ label: "Negatief", tone: "danger" });
});

test("another sentiment is grey, and so is none", () => {
  expect(sentimentBadge("neutral").tone).toBe("neutral");
  expect(sentimentBadge("Twijfelend")).toEqual({ label: "Twijfelend", tone: "neutral" });
  expect(sentimentBadge(null)).toEqual({ label: "Geen sentiment", tone: "neutral" });
  expect(sentimentBadge(" ")).toEqual({ label: "Geen sentiment", tone: "neutral" });
});
