import { expect, test } from "vitest";
import { embeddableFormUrl } from "./leads.policy.ts";

const SANDBOX = "http://127.0.0.1:3001";

test.each([
  ["https://airtable.com/appA1/pagB2/form", "https://airtable.com/embed/appA1/pagB2/form"],
  ["https://airtable.com/appA1/shrB2", "https://airtable.com/embed/appA1/shrB2"],
  [
    "https://airtable.com/appA1/pagB2/form?prefill_Company=Zon",
    "https://airtable.com/embed/appA1/pagB2/form?prefill_Company=Zon",
  ],
  ["https://airtable.com/embed/appA1/pagB2/form", "https://airtable.com/embed/appA1/pagB2/form"],
  [`${SANDBOX}/airtable-form/appA1`, `${SANDBOX}/airtable-form/appA1`],
])("%s can be framed", (form, frame) => {
  expect(embeddableFormUrl(form, SANDBOX)).toBe(frame);
});

test.each([
  null,
  "https://forms.example.nl/leads",
  "http://airtable.com/appA1/pagB2/form",
  "https://airtable.com.example.nl/appA1/pagB2/form",
  "geen adres",
])("%j cannot", (form) => {
  expect(embeddableFormUrl(form, SANDBOX)).toBeNull();
});

test("without a sandbox no local address is framed", () => {
  expect(embeddableFormUrl(`${SANDBOX}/airtable-form/appA1`, undefined)).toBeNull();
});
