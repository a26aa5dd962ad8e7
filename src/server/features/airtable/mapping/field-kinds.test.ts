import { expect, test } from "vitest";
import {
  checkbox,
  dateTime,
  type FieldKind,
  html,
  rating,
  recordLink,
  select,
  selectOf,
  text,
  url,
} from "./field-kinds.ts";
import { MAPPING } from "./mapping.ts";

const UNPARSABLE = undefined;

test.each<[string, FieldKind, unknown, unknown]>([
  ["an empty cell", text, undefined, null],
  ["an empty text", text, "", null],
  ["a text", text, "Dag", "Dag"],
  ["a looked-up text", text, ["Dag"], "Dag"],
  ["a text with a NUL", text, "a\0b", "ab"],
  ["an unpaired surrogate", text, "a\ud800b", "a\ufffdb"],
  ["a number for a text", text, 5, UNPARSABLE],
  ["HTML that is only a script", html, "<script>x</script>", null],
  ["a URL", url, "https://a.example/x", "https://a.example/x"],
  ["a URL without a scheme", url, "www.a.example/x", "https://www.a.example/x"],
  ["a javascript URL", url, "javascript:alert(1)", null],
  ["a disguised javascript URL", url, " \tjava\nscript:alert(1)", null],
  ["a file URL", url, "file:///etc/passwd", null],
  ["a rating", rating, 7, 7],
  ["the lowest rating", rating, 0, 0],
  ["a rating with a fraction", rating, 7.6, 8],
  ["a rating too high", rating, 11, UNPARSABLE],
  ["a rating in words", rating, "acht", UNPARSABLE],
  ["a time", dateTime, "2026-11-15T10:00:00.000Z", "2026-11-15T10:00:00.000Z"],
  ["a time with a time zone", dateTime, "2026-11-15T10:00:00+01:00", "2026-11-15T09:00:00.000Z"],
  ["a date", dateTime, "2026-11-15", "2026-11-15T00:00:00.000Z"],
  ["a text that is not a time", dateTime, "morgen", UNPARSABLE],
  ["a year of five digits", dateTime, "+012026-11-15T10:00:00Z", UNPARSABLE],
  ["a checked checkbox", checkbox, true, true],
  ["an unchecked checkbox", checkbox, undefined, false],
  ["a link", recordLink, ["recA", "recB"], "recA"],
  ["no link", recordLink, undefined, null],
  ["a choice in another case", selectOf(["SENT"]), "sent", "SENT"],
  ["an unknown choice", selectOf(["SENT"]), "LOST", UNPARSABLE],
])("reads %s", (_name, kind, cell, value) => {
  expect(kind.fromCell(cell)).toBe(value);
});

const selectField = (...choices: string[]) => ({ id: "fld", name: "Keuze", type: "singleSelect", choices });
const classificationKind = MAPPING.leads.fields.classification.kind;
const meetingStatusKind = MAPPING.meetings.fields.status.kind;

test.each<[string, FieldKind, string | null, ReturnType<typeof selectField>, unknown]>([
  ["a class with its score", classificationKind, "HOT", selectField("COLD | 10", "HOT | 80"), "HOT | 80"],
  ["a plain class", classificationKind, "HOT", selectField("COLD", "HOT"), "HOT"],
  ["a class without a choice", classificationKind, "CLIENT", selectField("COLD", "HOT"), undefined],
  ["no class", classificationKind, null, selectField("COLD"), null],
  ["a status in our spelling", meetingStatusKind, "To PROCESS", selectField("TO_PROCESS", "To PROCESS"), "To PROCESS"],
  [
    "a status in the spelling of the base",
    meetingStatusKind,
    "To PROCESS",
    selectField("NEW", "TO_PROCESS"),
    "TO_PROCESS",
  ],
  ["a value without a choice", select(), "Evaluatie", selectField("Sales"), undefined],
])("writes %s as an existing choice, if there is one", (_name, kind, value, field, cell) => {
  expect(kind.toCell(value, field)).toBe(cell);
});

test("two spellings of a choice are equal, and SENDING is shown as QUEUED", () => {
  expect(meetingStatusKind.equals("To PROCESS", "TO_PROCESS")).toBe(true);
  expect(meetingStatusKind.equals("NEW", "TO_PROCESS")).toBe(false);
  expect(MAPPING.queue.fields.status.kind.fromColumn("SENDING")).toBe("QUEUED");
});

test("database times are compared to the millisecond", () => {
  expect(dateTime.fromColumn("2026-11-15T10:00:00.123456+00:00")).toBe("2026-11-15T10:00:00.123Z");
});
