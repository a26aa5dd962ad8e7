import { beforeAll, describe, expect, test } from "vitest";
import type { Base } from "../airtable/model/base.ts";
import { localText } from "./calendar.ts";
import { DEMO_BASES } from "./company.ts";
import { seedDemo } from "./demo.ts";

const DAY_MS = 86_400_000;
type Row = Record<string, unknown> & { id: string; modifiedAt: number };

const makeDemo = (now: string) => [...seedDemo(Date.parse(now)).bases.values()].map((make) => make());

function rowsOf(base: Base, tableName: string): Row[] {
  const table = base.table(tableName);
  return [...(table?.records() ?? [])].map(({ id, modifiedAt, cells }) => ({
    id,
    modifiedAt,
    ...Object.fromEntries(table?.fields.map((field) => [field.name, cells[field.id]]) ?? []),
  }));
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
const moment = (value: unknown) => Date.parse(text(value));
const dayOf = (value: unknown) => localText(moment(value)).slice(0, 10);
const valuesOf = (rows: Row[], field: string) => new Set(rows.map((row) => row[field]));

// A working day, a Sunday just after midnight, and the night in which the clock goes forward.
describe.each(["2026-11-13T10:20:00Z", "2026-11-14T23:10:00Z", "2027-03-28T01:30:00Z"])(
  "the demo made at %s",
  (now) => {
    let bases: Base[];
    const today = localText(Date.parse(now)).slice(0, 10);
    const all = (table: string) => bases.flatMap((base) => rowsOf(base, table));
    beforeAll(() => {
      bases = makeDemo(now);
    });

    test("has enough rows, about 60 % in the first base", () => {
      expect(all("Leads").length).toBeGreaterThanOrEqual(2_000);
      expect(all("Messages").length).toBeGreaterThanOrEqual(120);
      expect(
        all("Queue").filter(({ Status }) => Status === "QUEUED" || Status === "SENT").length,
      ).toBeGreaterThanOrEqual(300);
      expect(all("Meetings").length).toBeGreaterThanOrEqual(60);
      expect(all("Prompts")).toHaveLength(12);
      for (const table of ["Leads", "Messages", "Queue", "Meetings", "Invitations"]) {
        const share = (bases[0]?.table(table)?.size ?? 0) / all(table).length;
        expect(share).toBeGreaterThan(0.55);
        expect(share).toBeLessThan(0.65);
      }
    });

    test("has every classification, status, type and sentiment in each base", () => {
      for (const base of bases) {
        for (const [table, fields] of Object.entries({
          Leads: ["Lead Classification"],
          Messages: ["Status", "Type", "Sentiment"],
          Queue: ["Status"],
          Meetings: ["Status", "Type"],
          Invitations: ["Status"],
        })) {
          for (const name of fields) {
            const choices =
              base
                .table(table)
                ?.field(name)
                ?.options.choices?.map((choice) => choice.name) ?? [];
            expect([...valuesOf(rowsOf(base, table), name)]).toEqual(expect.arrayContaining(choices));
          }
        }
      }
    });

    test("has rows that are overdue, due today, and due in the next three weeks", () => {
      for (const base of bases) {
        const due = rowsOf(base, "Queue")
          .filter(({ Status }) => Status === "QUEUED")
          .map((row) => row["Date Due"]);
        expect(due.filter((date) => dayOf(date) < today).length).toBeGreaterThanOrEqual(4);
        expect(due.filter((date) => Date.parse(now) - moment(date) > 7 * DAY_MS)).toEqual([]);
        expect(
          due.filter((date) => dayOf(date) === today && moment(date) > Date.parse(now)).length,
        ).toBeGreaterThanOrEqual(3);
        const times = due
          .filter((date) => moment(date) > Date.parse(now))
          .map((date) => localText(moment(date)).slice(11, 16));
        expect(times.filter((time) => time < "08:30" || time > "17:30")).toEqual([]);
        const weeks = due.map((date) => Math.floor((moment(date) - Date.parse(now)) / (7 * DAY_MS)));
        expect([0, 1].every((week) => weeks.includes(week))).toBe(true);
        expect(Math.max(...weeks)).toBeLessThanOrEqual(3);
      }
    });

    test("has no past event with a future date", () => {
      for (const [table, field] of [
        ["Queue", "Date Sent"],
        ["Invitations", "Invited At"],
        ["Invitations", "Accepted At"],
        ["Leads", "Date Added"],
        ["Messages", "Date Created"],
        ["Meetings", "Meeting Date"],
      ] as const) {
        for (const row of all(table)) if (row[field]) expect(moment(row[field])).toBeLessThan(Date.parse(now));
      }
    });

    test("has invitations over a year, mostly on working days, and some today", () => {
      for (const base of bases) {
        const invited = rowsOf(base, "Invitations").flatMap((row) =>
          row["Invited At"] ? moment(row["Invited At"]) : [],
        );
        expect(Math.min(...invited)).toBeLessThan(Date.parse(now) - 350 * DAY_MS);
        const isWeekend = (at: number) => [0, 6].includes(new Date(localText(at).slice(0, 10)).getUTCDay());
        expect(invited.filter(isWeekend).length).toBeLessThan(invited.length * 0.06);
        expect(invited.filter((at) => localText(at).startsWith(today)).length).toBeGreaterThanOrEqual(8);
      }
      expect(valuesOf(all("Invitations"), "Connected With").has("Frank Hoekstra")).toBe(true);
    });

    test("has leads that were rated yesterday and today", () => {
      const yesterday = localText(Date.parse(now) - DAY_MS).slice(0, 10);
      for (const base of bases) {
        const rated = rowsOf(base, "Leads").filter((row) => row["Lead Rating"] !== undefined);
        const days = rated.map(({ modifiedAt }) => localText(modifiedAt).slice(0, 10));
        expect(days.filter((day) => day === today).length).toBeGreaterThanOrEqual(8);
        expect(days.filter((day) => day === yesterday).length).toBeGreaterThanOrEqual(8);
      }
    });
  },
);

describe("the texts of the demo", () => {
  const bases = makeDemo("2026-11-13T10:20:00Z");
  const all = (table: string) => bases.flatMap((base) => rowsOf(base, table));

  test("contain no unfilled placeholders and no undefined values", () => {
    const everything = JSON.stringify(bases.flatMap((base) => base.tables.flatMap((table) => [...table.records()])));
    expect(everything.match(/\{[a-z]\w*\}|undefined|\bNaN\b|\[object|lorem|B\.V\.\./g)).toBeNull();
  });

  test("differ from message to message", () => {
    const contents = all("Messages").map((row) => text(row["Content"]));
    expect(new Set(contents).size).toBe(contents.length);
    const openings = contents.map((content) => content.split("\n")[1]);
    expect(new Set(openings).size).toBeGreaterThan(contents.length * 0.9);
  });

  test("have the sections of their type, and one line per older message", () => {
    const messages = all("Messages").filter((row) => text(row["Content"]).includes(":\n"));
    for (const message of messages) {
      const headers = [...text(message["Content"]).matchAll(/^([A-Z][\w ]+):$/gm)].map(([, header]) => header);
      expect(headers).toEqual(
        message["Type"] === "icebreaker"
          ? ["Ice Breaker", "Bericht 1", "Bericht 2", "Bericht 3"]
          : ["Older conversations", "Follow up 1", "Follow up 2", "Follow up 3"],
      );
    }
    const [, history = ""] =
      /Older conversations:\n(.*?)\n\n/s.exec(text(messages.find((row) => row["Type"] === "followup")?.["Content"])) ??
      [];
    for (const line of history.split("\n")) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d - (sales|lead): .+/);
  });

  test("are not queued for leads who must not be contacted", () => {
    const leads = new Map(all("Leads").map((row) => [row.id, text(row["Lead Classification"])]));
    for (const row of all("Queue").filter(({ Status }) => Status === "QUEUED")) {
      expect(leads.get((row["Lead"] as string[])[0] ?? "")).not.toMatch(/^(DO NOT|NOT |DELETED)/);
    }
  });

  test("have names with accents, and meetings with leads", () => {
    const leads = all("Leads");
    expect(leads.filter((row) => /[À-ſ]/.test(text(row["Full Name"]))).length).toBeGreaterThan(150);
    const emails = new Set(leads.map((row) => row["Email"]));
    for (const meeting of all("Meetings")) expect(emails.has(text(meeting["Attendees"]).split(", ")[0])).toBe(true);
    for (const row of all("Meetings").filter(({ Status }) => Status === "PROCESSED"))
      expect(text(row["Report"])).toContain("<h1>Gespreksverslag");
    expect(leads.filter((row) => text(row["HTML Report"]).startsWith("<article>")).length).toBeGreaterThan(500);
  });

  test("have no picture URLs, and only websites under .example", () => {
    for (const row of all("Leads")) {
      expect(row["Profile Picture URL"]).toBeUndefined();
      expect(new URL(text(row["Website"])).hostname).toMatch(/\.example$/);
    }
  });

  test("are the same every time they are generated", () => {
    const again = makeDemo("2026-11-13T10:20:00Z");
    expect(again.map((base) => rowsOf(base, "Messages"))).toEqual(bases.map((base) => rowsOf(base, "Messages")));
    expect(again.map(({ id }) => id)).toEqual(DEMO_BASES.map(({ baseId }) => baseId));
  });
});
