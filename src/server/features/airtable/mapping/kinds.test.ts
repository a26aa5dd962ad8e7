import { expect, test } from "vitest";
import { address, choice, flag, html, type Kind, link, moment, oneOf, rating, text } from "./kinds.ts";
import { MAPPING } from "./mapping.ts";

const UNREADABLE = undefined;

test.each<[string, Kind, unknown, unknown]>([
  ["an empty cell", text, undefined, null],
  ["an empty text", text, "", null],
  ["a text", text, "Dag", "Dag"],
  ["a looked-up text", text, ["Dag"], "Dag"],
  ["a text with a NUL", text, "a\0b", "ab"],
  ["half a pair", text, "a\ud800b", "a\ufffdb"],
  ["a number for a text", text, 5, UNREADABLE],
  ["HTML that is only a script", html, "<script>x</script>", null],
  ["an address", address, "https://a.example/x", "https://a.example/x"],
  ["an address without its scheme", address, "www.a.example/x", "https://www.a.example/x"],
  ["a script for an address", address, "javascript:alert(1)", null],
  ["a script in disguise", address, " \tjava\nscript:alert(1)", null],
  ["a file for an address", address, "file:///etc/passwd", null],
  ["a rating", rating, 7, 7],
  ["the lowest rating", rating, 0, 0],
  ["a rating with a fraction", rating, 7.6, 8],
  ["a rating too high", rating, 11, UNREADABLE],
  ["a rating in words", rating, "acht", UNREADABLE],
  ["a moment", moment, "2026-11-15T10:00:00.000Z", "2026-11-15T10:00:00.000Z"],
  ["a moment of another zone", moment, "2026-11-15T10:00:00+01:00", "2026-11-15T09:00:00.000Z"],
  ["a day", moment, "2026-11-15", "2026-11-15T00:00:00.000Z"],
  ["no moment at all", moment, "morgen", UNREADABLE],
  ["a year of five digits", moment, "+012026-11-15T10:00:00Z", UNREADABLE],
  ["a ticked box", flag, true, true],
  ["an empty box", flag, undefined, false],
  ["a link", link, ["recA", "recB"], "recA"],
  ["no link", link, undefined, null],
  ["a choice in another case", oneOf(["SENT"]), "sent", "SENT"],
  ["a choice we do not know", oneOf(["SENT"]), "LOST", UNREADABLE],
])("%s is read", (_name, kind, cell, value) => {
  expect(kind.read(cell)).toBe(value);
});

const select = (...choices: string[]) => ({ id: "fld", name: "Keuze", type: "singleSelect", choices });
const classes = MAPPING.leads.fields.classification.kind;
const meetingStatus = MAPPING.meetings.fields.status.kind;

test.each<[string, Kind, string | null, ReturnType<typeof select>, unknown]>([
  ["a class with its score", classes, "HOT", select("COLD | 10", "HOT | 80"), "HOT | 80"],
  ["a plain class", classes, "HOT", select("COLD", "HOT"), "HOT"],
  ["a class that is not there", classes, "CLIENT", select("COLD", "HOT"), undefined],
  ["no class", classes, null, select("COLD"), null],
  ["a status as it is spelled here", meetingStatus, "To PROCESS", select("TO_PROCESS", "To PROCESS"), "To PROCESS"],
  ["a status as it is spelled there", meetingStatus, "To PROCESS", select("NEW", "TO_PROCESS"), "TO_PROCESS"],
  ["a choice nobody made", choice(), "Evaluatie", select("Sales"), undefined],
])("%s is written as the choice that exists", (_name, kind, value, field, cell) => {
  expect(kind.write(value, field)).toBe(cell);
});

test("two spellings are the same, and what is going out shows as queued", () => {
  expect(meetingStatus.same("To PROCESS", "TO_PROCESS")).toBe(true);
  expect(meetingStatus.same("NEW", "TO_PROCESS")).toBe(false);
  expect(MAPPING.queue.fields.status.kind.fromRow("SENDING")).toBe("QUEUED");
});

test("a moment of the database is compared to the millisecond", () => {
  expect(moment.fromRow("2026-11-15T10:00:00.123456+00:00")).toBe("2026-11-15T10:00:00.123Z");
});
