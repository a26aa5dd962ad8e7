import { expect, test } from "vitest";
import { nameMatches } from "./command-palette.tsx";

test.each(["mess", "SENT", "sent mess", "  berichten ", ""])("'%s' finds Messages SENT", (typed) => {
  expect(nameMatches("Berichten Messages SENT", typed)).toBe(true);
});

test("accents do not stand in the way, on either side", () => {
  expect(nameMatches("Meetings Privé", "prive")).toBe(true);
  expect(nameMatches("Meetings Prive", "privé")).toBe(true);
});

test("letters that only happen to occur in that order find nothing", () => {
  expect(nameMatches("Meetings Meetings", "mess")).toBe(false);
});
