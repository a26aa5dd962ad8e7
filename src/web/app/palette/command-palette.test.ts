import { expect, test } from "vitest";
import { matchScore } from "./palette-match.ts";

test.each(["mess", "SENT", "sent mess", "  berichten ", ""])("'%s' finds Messages SENT", (typed) => {
  expect(matchScore("Berichten Messages SENT", typed)).toBe(1);
});

test("accents are ignored, in the name and in the query", () => {
  expect(matchScore("Meetings Privé", "prive")).toBe(1);
  expect(matchScore("Meetings Prive", "privé")).toBe(1);
});

test.each(["wachtrj", "wachrtij", "wachhtr", "vachtrij"])(
  "'%s' finds the wachtrij despite the typing error",
  (typed) => {
    expect(matchScore("Messages Queued wachtrij", typed)).toBe(0.5);
  },
);

test("letters that are scattered over the name do not match", () => {
  expect(matchScore("Meetings Meetings", "mess")).toBe(0);
});

test("short words have no typing errors", () => {
  expect(matchScore("Hot Leads", "hit")).toBe(0);
});
