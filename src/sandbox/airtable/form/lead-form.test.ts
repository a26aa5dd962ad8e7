import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableFixture, startAirtableFixture, type TestBase } from "../airtable.fixture.ts";

let airtable: AirtableFixture;
let base: TestBase;

beforeAll(async () => {
  airtable = await startAirtableFixture();
});
afterAll(() => airtable.sandbox.stop());
beforeEach(async () => {
  base = await airtable.newBase();
});

const address = (baseId = base.baseId) => `${airtable.sandbox.url}/airtable-form/${baseId}`;
const submit = (values: Record<string, string>) =>
  fetch(address(), { method: "POST", body: new URLSearchParams(values) });
const leads = async () => (await airtable.call(base, "GET", `${base.baseId}/Leads`)).body.records ?? [];

test("the page may be framed by the product and has a label for every input", async () => {
  const page = await fetch(address());
  expect(page.status).toBe(200);
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self' http://127.0.0.1:*");
  const markup = await page.text();
  expect(markup).toContain("Nieuwe leads voor Proefbedrijf komen direct in de base.");
  for (const [, id] of markup.matchAll(/<input id="([^"]+)"/g)) expect(markup).toContain(`<label for="${id}">`);
});

test("a submitted lead is in the base, with the sandbox's time", async () => {
  const timeAfter = async (advanceMs: number) =>
    Date.parse(String((await airtable.control("POST", "clock", { advanceMs })).body["now"]));
  const before = await timeAfter(30 * 86_400_000);
  const response = await submit({
    "Full Name": " Chloë Brandsma ",
    Company: "Brandsma & Zn",
    Email: "chloe@brandsma.example",
    Telefoon: "06 12345678",
  });
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining("Chloë Brandsma staat in de lijst"),
  ]);
  const [lead] = await leads();
  expect(lead?.fields).toMatchObject({
    "Full Name": "Chloë Brandsma",
    Company: "Brandsma & Zn",
    Telefoon: "06 12345678",
  });
  const added = Date.parse(String(lead?.fields["Date Added"]));
  expect(added).toBeGreaterThanOrEqual(before);
  expect(added).toBeLessThanOrEqual(await timeAfter(0));
});

test.each([
  ["no name", { Company: "X" }, "Vul de naam van de lead in."],
  ["a wrong e-mail address", { "Full Name": "X", Email: "x" }, "Vul een geldig e-mailadres in."],
  ["an invalid website", { "Full Name": "X", Website: "javascript:alert(1)" }, "Vul een geldig webadres in."],
])("with %s the form returns with the reason and the entered values", async (_name, values, reason) => {
  const response = await submit(values);
  const markup = await response.text();
  expect(response.status).toBe(422);
  expect(markup).toContain(reason);
  expect(markup).toContain('value="X"');
  expect(await leads()).toEqual([]);
});

test("input is escaped", async () => {
  const response = await submit({ "Full Name": "<script>alert(1)</script>" });
  expect(await response.text()).not.toContain("<script>");
});

test("an unknown base has no form", async () => {
  expect((await fetch(address("appAAAAAAAAAAAAAA"))).status).toBe(404);
});
