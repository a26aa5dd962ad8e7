import { expect, test } from "vitest";
import { describeProgress, paceText, timeLeftText } from "./run-progress.tsx";

const NOTHING = { seen: 0, changed: 0, pushed: 0, conflicts: 0, errors: 0 };

test("a run without progress has a generic label", () => {
  expect(describeProgress({ tables: [{ table: "leads", ...NOTHING }] })).toEqual({
    label: "Synchroniseren met Airtable",
    seen: 0,
    detail: "",
  });
});

test("the label names the current table, and the counts are over all tables", () => {
  const tables = [
    { table: "leads" as const, ...NOTHING, seen: 1200, changed: 12, conflicts: 1 },
    { table: "messages" as const, ...NOTHING, seen: 80, pushed: 3, errors: 2 },
    { table: "queue" as const, ...NOTHING },
  ];
  expect(describeProgress({ tables })).toEqual({
    label: "Berichten synchroniseren",
    seen: 1280,
    detail: "12 gewijzigd · 3 verstuurd · 1 conflict · 2 fouten",
  });
});

test("the time left is shown in minutes, if it is known", () => {
  expect([null, 20, 70, 300].map(timeLeftText)).toEqual([
    null,
    "nog minder dan een minuut",
    "nog 1 minuut",
    "nog 5 minuten",
  ]);
});

test("without a total, the rows so far, the time and the pace are shown", () => {
  expect(paceText(12_400, 180)).toBe("12.400 gelezen in 3 minuten, ongeveer 69 per seconde · totaal niet bekend");
  expect(paceText(1, 1)).toBe("1 gelezen in 1 seconde, ongeveer 1 per seconde · totaal niet bekend");
  expect(paceText(20, 40)).toBe("20 gelezen in 40 seconden, ongeveer 30 per minuut · totaal niet bekend");
  expect(paceText(900_000, 7_500)).toBe(
    "900.000 gelezen in 2 uur en 5 min, ongeveer 120 per seconde · totaal niet bekend",
  );
  expect([paceText(0, 180), paceText(12, 0), paceText(12, null)]).toEqual([null, null, null]);
});
