import { expect, test } from "vitest";
import { describeProgress, timeLeftText } from "./run-progress.tsx";

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
