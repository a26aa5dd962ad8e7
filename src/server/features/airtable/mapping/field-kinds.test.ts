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

const UNREADABLE = undefined;

test.each<[string, FieldKind, unknown, unknown]>([
  ["an empty cell", text, undefined, null],
  ["an empty text", text, "", null],
  ["a text", text, "Dag", "Dag"],
  ["a looked-up text", text, ["Dag"], "Dag"],
  ["a text with a NUL", text, "a\0b", "ab"],
  ["half a pair", text, "a\ud800b", "a\ufffdb"],
  ["a number for a text", text, 5, UNREADABLE],
  ["HTML that is only a script", html, "<script>x</script>", null],
  ["an address", url, "https://a.example/x", "https://a.example/x"],
  ["an address without its scheme", url, "www.a.example/x", "https://www.a.example/x"],
  ["a script for an address", url, "javascript:alert(1)", null],
  ["a script in disguise", url, " \tjava\nscript:alert(1)", null],
  ["a file for an address", url, "file:///etc/passwd", null],
  ["a rating", rating, 7, 7],
  ["the lowest rating", rating, 0, 0],
  ["a rating with a fraction", rating, 7.6, 8],
  ["a rating too high", rating, 11, UNREADABLE],
  ["a rating in words", rating, "acht", UNREADABLE],
  ["a moment", dateTime, "2026-11-15T10:00:00.000Z", "2026-11-15T10:00:00.000Z"],
  ["a moment of another zone", dateTime, "2026-11-15T10:00:00+01:00", "2026-11-15T09:00:00.000Z"],
  ["a day", dateTime, "2026-11-15", "2026-11-15T00:00:00.000Z"],
  ["no moment at all", dateTime, "morgen", UNREADABLE],
  ["a year of five digits", dateTime, "+012026-11-15T10:00:00Z", UNREADABLE],
  ["a ticked box", checkbox, true, true],
  ["an empty box", checkbox, undefined, false],
  ["a link", recordLink, ["recA", "recB"], "recA"],
  ["no link", recordLink, undefined, null],
  ["a choice in another case", selectOf(["SENT"]), "sent", "SENT"],
  ["a choice we do not know", selectOf(["SENT"]), "LOST", UNREADABLE],
])("%s is read", (_name, kind, cell, value) => {
  expect(kind.fromCell(cell)).toBe(value);
});

const selectField = (...choices: string[]) => ({ id: "fld", name: "Keuze", type: "singleSelect", choices });
const classificationKind = MAPPING.leads.fields.classification.kind;
const meetingStatusKind = MAPPING.meetings.fields.status.kind;

test.each<[string, FieldKind, string | null, ReturnType<typeof selectField>, unknown]>([
  ["a class with its score", classificationKind, "HOT", selectField("COLD | 10", "HOT | 80"), "HOT | 80"],
  ["a plain class", classificationKind, "HOT", selectField("COLD", "HOT"), "HOT"],
  ["a class that is not there", classificationKind, "CLIENT", selectField("COLD", "HOT"), undefined],
  ["no class", classificationKind, null, selectField("COLD"), null],
  [
    "a status as it is spelled here",
    meetingStatusKind,
    "To PROCESS",
    selectField("TO_PROCESS", "To PROCESS"),
    "To PROCESS",
  ],
  ["a status as it is spelled there", meetingStatusKind, "To PROCESS", selectField("NEW", "TO_PROCESS"), "TO_PROCESS"],
  ["a choice nobody made", select(), "Evaluatie", selectField("Sales"), undefined],
])("%s is written as the choice that exists", (_name, kind, value, field, cell) => {
  expect(kind.toCell(value, field)).toBe(cell);
});

test("two spellings are the same, and what is going out shows as queued", () => {
  expect(meetingStatusKind.equals("To PROCESS", "TO_PROCESS")).toBe(true);
  expect(meetingStatusKind.equals("NEW", "TO_PROCESS")).toBe(false);
  expect(MAPPING.queue.fields.status.kind.fromColumn("SENDING")).toBe("QUEUED");
});

test("a moment of the database is compared to the millisecond", () => {
  expect(dateTime.fromColumn("2026-11-15T10:00:00.123456+00:00")).toBe("2026-11-15T10:00:00.123Z");
});
