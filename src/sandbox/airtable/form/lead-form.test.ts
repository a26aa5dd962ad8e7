import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type AirtableBench, startAirtableBench, type TestBase } from "../airtable.fixture.ts";

let bench: AirtableBench;
let base: TestBase;

beforeAll(async () => {
  bench = await startAirtableBench();
});
afterAll(() => bench.sandbox.stop());
beforeEach(async () => {
  base = await bench.newBase();
});

const address = (baseId = base.baseId) => `${bench.sandbox.url}/airtable-form/${baseId}`;
const submit = (answers: Record<string, string>) =>
  fetch(address(), { method: "POST", body: new URLSearchParams(answers) });
const leads = async () => (await bench.call(base, "GET", `${base.baseId}/Leads`)).body.records ?? [];

test("the page can be shown in a frame of the product, and has no script", async () => {
  const page = await fetch(address());
  expect(page.status).toBe(200);
  expect(page.headers.get("x-frame-options")).toBeNull();
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'self' http://127.0.0.1:*");
  const markup = await page.text();
  expect(markup).toContain("Nieuwe leads voor Proefbedrijf komen direct in de base.");
  for (const [, id] of markup.matchAll(/<input id="([^"]+)"/g)) expect(markup).toContain(`<label for="${id}">`);
});

test("a lead that was filled in is in the base, added now", async () => {
  const answer = await submit({
    "Full Name": " Chloë Brandsma ",
    Company: "Brandsma & Zn",
    Email: "chloe@brandsma.example",
  });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining("Chloë Brandsma staat in de lijst"),
  ]);
  const [lead] = await leads();
  expect(lead?.fields).toMatchObject({ "Full Name": "Chloë Brandsma", Company: "Brandsma & Zn" });
  expect(Date.now() - Date.parse(String(lead?.fields["Date Added"]))).toBeLessThan(10_000);
});

test.each([
  ["no name", { Company: "X" }, "Vul de naam van de lead in."],
  ["a wrong e-mail address", { "Full Name": "X", Email: "x" }, "Vul een geldig e-mailadres in."],
  ["an address that is none", { "Full Name": "X", Website: "javascript:alert(1)" }, "Vul een geldig webadres in."],
])("with %s the form comes back with the reason and what was filled in", async (_name, answers, reason) => {
  const answer = await submit(answers);
  const markup = await answer.text();
  expect(answer.status).toBe(422);
  expect(markup).toContain(reason);
  expect(markup).toContain('value="X"');
  expect(await leads()).toEqual([]);
});

test("what people type is text, whatever it looks like", async () => {
  const answer = await submit({ "Full Name": "<script>alert(1)</script>" });
  expect(await answer.text()).not.toContain("<script>");
});

test("a base that is gone has no form", async () => {
  expect((await fetch(address("appAAAAAAAAAAAAAA"))).status).toBe(404);
});
