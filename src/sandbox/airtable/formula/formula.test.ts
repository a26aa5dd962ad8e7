import { expect, test } from "vitest";
import { Base } from "../model/base.ts";
import { createBaseFromTemplate } from "../model/base-template.ts";
import type { AirtableRecord, Cells } from "../model/table.ts";
import { filterRecords } from "../records/list.ts";

const NOW = Date.parse("2026-11-14T12:00:00Z");
const base = new Base("appProef", "Proefbedrijf", NOW);
createBaseFromTemplate(base, "scored");

function add(tableName: string, id: string, fields: Cells): AirtableRecord {
  const table = base.table(tableName);
  const cells = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [table?.field(name)?.id ?? "", value]),
  );
  const record = { id, createdAt: NOW - 86_400_000, modifiedAt: NOW - 3_600_500, cells };
  table?.add(record);
  return record;
}

add("Leads", "recLead", { "Full Name": "José d'Hondt", Title: 'De "grote" baas', "Lead Rating": 8 });
const message = add("Messages", "recMessage", {
  "App ID": "m-1",
  Status: "pending",
  Content: "Goedemiddag José,\nleuk profiel.",
  "Date Created": "2026-11-13T09:30:00.000Z",
  Lead: ["recLead"],
});

function matches(formula: string, record = message, tableName = "Messages"): boolean {
  const table = base.table(tableName);
  if (!table) throw new Error(`There is no table ${tableName}.`);
  return filterRecords({ base, origin: "", now: NOW }, table, formula, [record]).length === 1;
}

test.each([
  // Fields, texts and numbers
  ["{Status} = 'pending'", true],
  ['{Status} = "sent"', false],
  ["Status = 'pending'", true],
  ["{App ID} != 'm-2'", true],
  ["{Content} = 'Goedemiddag José,\\nleuk profiel.'", true],
  ["'it\\'s' = \"it's\"", true],
  ['"a\\"b\\\\c" = \'a"b\\\\c\'', true],
  ["1 + 2 * 3 = 7", true],
  ["(1 + 2) * 3 = 9", true],
  ["-2 + 3 = 1", true],
  ["10 / 4 >= 2.5", true],
  ["'a' & 1 & 'b' = 'a1b'", true],
  ["'a' < 'b'", true],
  // Empty cells
  ["{Flow} = ''", true],
  ["{Flow} = BLANK()", true],
  ["NOT({Flow})", true],
  ["{Flow}", false],
  ["{Status}", true],
  ["{Flow} != 'x'", true],
  // Logic
  ["AND({Status} = 'pending', {App ID} = 'm-1')", true],
  ["AND({Status} = 'pending', {App ID} = 'm-2')", false],
  ["OR({App ID} = 'x', {App ID} = 'm-1')", true],
  ["XOR(1, 1)", false],
  ["IF({Status} = 'pending', 1, 0)", true],
  ["IF({Status} = 'sent', 1)", false],
  ["SWITCH({Status}, 'sent', 0, 'pending', 1, 0)", true],
  ["TRUE()", true],
  ["FALSE()", false],
  ["ISERROR(ERROR())", true],
  ["ERROR()", false],
  ["NOT(-ERROR())", false],
  ["0", false],
  ["''", false],
  ["0 / 0", false],
  // Texts
  ["FIND('José', {Content})", true],
  ["FIND('josé', {Content})", false],
  ["FIND('x', {Content}) = 0", true],
  ["SEARCH('josé', {Content})", true],
  ["SEARCH('x', {Content}) = BLANK()", true],
  ["LOWER({App ID}) = UPPER({App ID})", false],
  ["LEN({App ID}) = 3", true],
  ["LEFT({App ID}, 1) & RIGHT({App ID}, 1) = 'm1'", true],
  ["MID({App ID}, 2, 1) = '-'", true],
  ["SUBSTITUTE({App ID}, '-', '') = 'm1'", true],
  ["SUBSTITUTE({App ID}, '-', '$&') = 'm$&1'", true],
  ["CONCATENATE('a', 'b') = 'ab'", true],
  ["TRIM(' a ') = 'a'", true],
  ["VALUE('12') = 12", true],
  ["MAX(1, 3, 2) = 3", true],
  ["ROUND(2.345, 1) = 2.3", true],
  // Links show names, never ids
  ['{Lead} = "José d\'Hondt"', true],
  ["{Lead} = 'recLead'", false],
  ["FIND('José', ARRAYJOIN({Lead}))", true],
  ["FIND('d', {Full Name (from Lead)})", true],
  // Records and times
  ["RECORD_ID() = 'recMessage'", true],
  ["IS_AFTER(LAST_MODIFIED_TIME(), DATETIME_PARSE('2026-11-14T10:59:58Z'))", true],
  ["IS_AFTER(LAST_MODIFIED_TIME(), DATETIME_PARSE('2026-11-14T10:59:59Z'))", false],
  ["IS_AFTER(LAST_MODIFIED_TIME({Status}), '2026-11-13T12:00:01Z')", false],
  ["IS_BEFORE(CREATED_TIME(), '2026-11-14')", true],
  ["IS_SAME({Date Created}, '2026-11-13', 'day')", true],
  ["IS_SAME({Date Created}, '2026-11-13')", false],
  ["IS_AFTER({Date Created}, DATETIME_PARSE('13-11-2026 09:00', 'DD-MM-YYYY HH:mm'))", true],
  ["IS_AFTER({Date Created}, 'morgen')", false],
  ["{Date Created} > DATETIME_PARSE('2026-11-13')", true],
  ["DATETIME_DIFF(NOW(), {Date Created}, 'hours') = 26", true],
  ["IS_SAME(DATEADD({Date Created}, 1, 'days'), TODAY(), 'day')", true],
  // A date compared with a text is always the greater.
  ["LAST_MODIFIED_TIME() > '2027-01-01'", true],
  ["{Date Created} >= '2099-01-01'", true],
  ["{Date Created} < '2099-01-01'", false],
])("%s is %s", (formula, expected) => {
  expect(matches(formula)).toBe(expected);
});

test("numbers and quotes in the cells of a lead", () => {
  const [lead] = [...(base.table("Leads")?.records() ?? [])];
  expect(matches("{Lead Rating} > 7.5", lead, "Leads")).toBe(true);
  expect(matches("{Lead Rating} = '8'", lead, "Leads")).toBe(true);
  expect(matches('{Title} = "De \\"grote\\" baas"', lead, "Leads")).toBe(true);
});

test.each([
  ["", "Invalid formula. Please check your formula text."],
  ["{Status", "Invalid formula. Please check your formula text."],
  ["{Status} =", "Invalid formula. Please check your formula text."],
  ["{Status} = 'pending", "Invalid formula. Please check your formula text."],
  ["{Status} 'x'", "Invalid formula. Please check your formula text."],
  ["AND({Status}", "Invalid formula. Please check your formula text."],
  ["{Status} = “x”", "Invalid formula. Please check your formula text."],
  ["{Voornaam} = 'x'", "Unknown field names: voornaam"],
  ["Voornaam", "Unknown field names: voornaam"],
  ["TOVER({Status})", "Unknown function names: TOVER"],
  ["NOT()", "Invalid number of arguments for function NOT"],
])("%j is an invalid formula", (formula, detail) => {
  expect(() => matches(formula)).toThrow(`The formula for filtering records is invalid: ${detail}`);
});
