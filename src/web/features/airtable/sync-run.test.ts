import { expect, test } from "vitest";
import { comparisonText, intervalText, nextRunText, requestsText } from "./sync-run.tsx";

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

test("a comparison tells per table what it has repaired", () => {
  const at = "2026-11-14T02:30:00Z";
  const repairs = [
    { table: "leads" as const, changed: 1200, added: 1, deleted: 2 },
    { table: "prompts" as const, changed: 0, added: 0, deleted: 1 },
  ];
  expect(comparisonText({ at, repairs })).toBe(
    "Alles vergeleken op 14 november 2026 03:30: Leads (1.200 gewijzigd, 1 toegevoegd en 2 verwijderd) en Prompts (1 verwijderd) hersteld",
  );
  expect(comparisonText({ at, repairs: [] })).toBe("Alles vergeleken op 14 november 2026 03:30: niets hersteld");
});
