import { expect, test } from "vitest";
import { ADMIN_MENU } from "../navigation.ts";
import { SCREENS, type Screen } from "../screens.ts";
import { matchScore } from "./palette-match.ts";
import { SCREEN_KEYWORDS, screenKeys, screensFor } from "./palette-screens.ts";

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

const GUARDED: readonly Screen[] = SCREENS.filter(({ path }) => !path.includes("$"));
const pathsOf = (guard: Screen["guard"]) => GUARDED.filter((screen) => screen.guard === guard).map(({ path }) => path);

test("every screen is in the palette, with its own key and other words for it", () => {
  const found = new Set(
    [...screensFor("super_admin"), ...screensFor("company_admin"), ...ADMIN_MENU].map(({ path }) => path),
  );
  const screens = [...pathsOf("workspace"), ...pathsOf("admin")];
  expect(screens.filter((path) => !found.has(path))).toEqual([]);
  expect(screens.filter((path) => !SCREEN_KEYWORDS[path])).toEqual([]);
  for (const guard of ["workspace", "admin"] as const) {
    const keys = pathsOf(guard).map(screenKeys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).not.toContain(undefined);
  }
});
