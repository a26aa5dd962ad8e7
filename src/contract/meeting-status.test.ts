import { describe, expect, test } from "vitest";
import { mayChangeTo, meetingTab, SELECTABLE_STATUSES } from "./meeting-status.ts";

describe("the tab of a status", () => {
  test.each([
    ["NEW", "new"],
    ["", "new"],
    ["TO_PROCESS", "toProcess"],
    ["To PROCESS", "toProcess"],
    [" to process ", "toProcess"],
    ["PRIVE", "private"],
    ["Prive", "private"],
    ["IGNORED", "ignored"],
    ["PROCESSED", "processed"],
    ["RERUN", "processed"],
    ["DELETED", "deleted"],
    ["deleted", "deleted"],
    ["Wacht op klant", "other"],
    ["PRIVÉ", "other"],
    ["toString", "other"],
    ["__proto__", "other"],
  ])("%j is %s", (status, place) => expect(meetingTab(status)).toBe(place));
});

// The statuses that users can set, and below from which status each of them is allowed.
const ALL = ["NEW", "To PROCESS", "PRIVE", "IGNORED", "RERUN", "DELETED"];
const NOT_RERUN = ALL.filter((status) => status !== "RERUN");
const ALLOWED: Record<string, string[]> = {
  NEW: NOT_RERUN,
  TO_PROCESS: NOT_RERUN,
  "To PROCESS": NOT_RERUN,
  PRIVE: NOT_RERUN,
  IGNORED: NOT_RERUN,
  PROCESSED: ALL,
  RERUN: ALL,
  DELETED: ["NEW"],
  "Wacht op klant": NOT_RERUN,
};

describe("the allowed changes of status", () => {
  test.each(Object.entries(ALLOWED))("%s", (status, allowed) => {
    const found = SELECTABLE_STATUSES.filter((chosen) => mayChangeTo(status, chosen) && chosen !== "TO_PROCESS");
    expect(found).toEqual(ALL.filter((chosen) => allowed.includes(chosen)));
    expect(mayChangeTo(status, "TO_PROCESS")).toBe(mayChangeTo(status, "To PROCESS"));
  });
});
