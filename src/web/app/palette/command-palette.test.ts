import { expect, test } from "vitest";
import { nameMatches } from "./command-palette.tsx";

test.each(["mess", "SENT", "sent mess", "  berichten ", ""])("'%s' finds Messages SENT", (typed) => {
  expect(nameMatches("Berichten Messages SENT", typed)).toBe(true);
});

test("accents are ignored, in the name and in the query", () => {
  expect(nameMatches("Meetings Privé", "prive")).toBe(true);
  expect(nameMatches("Meetings Prive", "privé")).toBe(true);
});

test("letters that are scattered over the name do not match", () => {
  expect(nameMatches("Meetings Meetings", "mess")).toBe(false);
});
