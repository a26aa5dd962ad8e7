import { expect, test } from "vitest";
import { intervalText, nextRunText, requestsText } from "./sync-run.tsx";

const MINUTE_END = Date.parse("2026-11-14T08:31:00Z");

test("the next run has a time, starts within a minute, or is not scheduled", () => {
  expect(nextRunText("2026-11-14T08:35:00Z", MINUTE_END)).toBe("14 november 2026 09:35");
  expect(nextRunText("2026-11-14T08:30:20Z", MINUTE_END)).toBe("Binnen een minuut");
  expect(nextRunText(null, MINUTE_END)).toBe("Niet gepland");
});

test("intervals and requests are shown in singular and plural", () => {
  expect([intervalText(1), intervalText(5)]).toEqual(["elke minuut", "elke 5 minuten"]);
  expect([requestsText(1), requestsText(1200)]).toEqual(["1 verzoek", "1.200 verzoeken"]);
});
