import { afterAll, beforeAll, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
  base = await airtable.newBase();
  const types = ["multilineText", "email", "url", "phoneNumber", "number", "checkbox", "date", "dateTime"];
  await airtable.control("POST", `airtable/bases/${base.baseId}/tables`, {
    name: "Alles",
    fields: [
      { name: "singleLineText", type: "singleLineText" },
      ...types.map((type) => ({ name: type, type })),
      { name: "singleSelect", type: "singleSelect", choices: ["Rood", "Blauw"] },
      { name: "multipleSelects", type: "multipleSelects", choices: ["Een", "Twee"] },
      { name: "multipleAttachments", type: "multipleAttachments" },
      { name: "multipleRecordLinks", type: "multipleRecordLinks", linkedTable: "Leads" },
      { name: "createdTime", type: "createdTime" },
    ],
  });
});
afterAll(() => airtable.sandbox.stop());

const write = (field: string, value: unknown, typecast = false) =>
  airtable.call(base, "POST", `${base.baseId}/Alles`, { fields: { [field]: value }, typecast });

const writeAndRead = async (field: string, value: unknown, typecast = false) => {
  const { status, body } = await write(field, value, typecast);
  return status === 200 ? (body["fields"] as Record<string, unknown>)[field] : (body["error"] as { type: string }).type;
};

const BAD = "INVALID_VALUE_FOR_COLUMN";

test.each([
  ["singleLineText", "José", "José"],
  ["singleLineText", "", undefined],
  ["singleLineText", 5, BAD],
  ["singleLineText", ["a"], BAD],
  ["multilineText", "een\ntwee", "een\ntwee"],
  ["multilineText", "x".repeat(100_001), BAD],
  ["email", "geen adres", "geen adres"],
  ["url", "https://voorbeeld.example", "https://voorbeeld.example"],
  ["phoneNumber", "050 123 45 67", "050 123 45 67"],
  ["number", 3.5, 3.5],
  ["number", 0, 0],
  ["number", "3", BAD],
  ["checkbox", true, true],
  ["checkbox", false, undefined],
  ["checkbox", "ja", BAD],
  ["singleSelect", "Rood", "Rood"],
  ["singleSelect", "rood", "INVALID_MULTIPLE_CHOICE_OPTIONS"],
  ["singleSelect", "", "INVALID_MULTIPLE_CHOICE_OPTIONS"],
  ["singleSelect", null, undefined],
  ["multipleSelects", ["Twee", "Een", "Twee"], ["Twee", "Een"]],
  ["multipleSelects", [], undefined],
  ["multipleSelects", "Een", BAD],
  ["date", "2026-11-14", "2026-11-14"],
  ["date", "2026-11-14T23:30:00Z", "2026-11-14"],
  ["date", "2026-02-30", BAD],
  ["date", "morgen", BAD],
  ["dateTime", "2026-11-14T10:00:00Z", "2026-11-14T10:00:00.000Z"],
  ["dateTime", "2026-11-14T10:00:00.123+01:00", "2026-11-14T09:00:00.123Z"],
  ["dateTime", "2026-11-14", "2026-11-13T23:00:00.000Z"],
  ["dateTime", "14-11-2026", BAD],
  ["dateTime", 1_763_114_400_000, BAD],
  ["multipleRecordLinks", [], undefined],
  ["multipleRecordLinks", ["recAAAAAAAAAAAAAA"], "ROW_DOES_NOT_EXIST"],
  ["multipleRecordLinks", ["Jan"], "INVALID_RECORD_ID"],
  ["multipleRecordLinks", "recAAAAAAAAAAAAAA", BAD],
  ["multipleAttachments", "bestand", BAD],
  ["multipleAttachments", [{ url: "geen adres" }], "INVALID_ATTACHMENT_OBJECT"],
  ["createdTime", "2026-11-14T10:00:00Z", BAD],
])("%s: %j is returned as %j", async (field, value, expected) => {
  expect(await writeAndRead(field, value)).toEqual(expected);
});

test.each([
  ["singleLineText", 5, "5"],
  ["number", "€ 1234", 1234],
  ["number", "veel", undefined],
  ["checkbox", "true", true],
  ["singleSelect", "Groen", "Groen"],
  ["singleSelect", "", undefined],
  ["multipleSelects", "Een, Drie", ["Een", "Drie"]],
  ["date", "14-11-2026", "2026-11-14"],
  ["dateTime", "2026-11-14 10:00", "2026-11-14T09:00:00.000Z"],
  ["dateTime", "14 Nov 2026 10:00 UTC", "2026-11-14T10:00:00.000Z"],
])("%s: %j is cast to %j", async (field, value, expected) => {
  expect(await writeAndRead(field, value, true)).toEqual(expected);
});

test("with typecast, a link by name finds or creates the record", async () => {
  const lead = await airtable.call(base, "POST", `${base.baseId}/Leads`, { fields: { "Full Name": "Loes Vos" } });
  expect(await writeAndRead("multipleRecordLinks", "Loes Vos", true)).toEqual([lead.body["id"]]);
  const [made] = (await writeAndRead("multipleRecordLinks", ["Nieuw Gezicht"], true)) as string[];
  const { body } = await airtable.call(base, "GET", `${base.baseId}/Leads/${made}`);
  expect(body["fields"]).toMatchObject({ "Full Name": "Nieuw Gezicht" });
});

test("an attachment has a URL that is valid for two hours", async () => {
  const value = [{ url: `data:text/plain;base64,${Buffer.from("hallo").toString("base64")}`, filename: "brief.txt" }];
  const [attachment] = (await writeAndRead("multipleAttachments", value)) as { url: string }[];
  expect(attachment).toEqual({
    id: expect.stringMatching(/^att/),
    url: expect.stringContaining(airtable.sandbox.url),
    filename: "brief.txt",
    size: 5,
    type: "text/plain",
  });
  const address = attachment?.url ?? "";
  expect(await (await fetch(address)).text()).toBe("hallo");
  expect((await fetch(address.replace(/\/\d+\//, "/9999999999999/"))).status).toBe(410);
  await airtable.control("POST", "clock", { advanceMs: 2 * 3_600_000 });
  expect((await fetch(address)).status).toBe(410);
});
