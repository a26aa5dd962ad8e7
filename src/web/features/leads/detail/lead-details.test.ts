import { expect, test } from "vitest";
import { hubspotLink, webLink } from "./lead-details.tsx";

test.each([
  ["https://zon.nl/", "https://zon.nl/"],
  ["HTTP://zon.nl", "HTTP://zon.nl"],
  [" zon.nl ", "https://zon.nl"],
  ["www.zon.nl/over?x=1", "https://www.zon.nl/over?x=1"],
])("%s becomes a link", (address, link) => {
  expect(webLink(address)).toBe(link);
});

test.each([
  null,
  "",
  " ",
  "geen",
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:x",
  "data:text/html,x",
  "mailto:a@b.nl",
])("%j is plain text", (address) => {
  expect(webLink(address)).toBeUndefined();
});

test("a contact links to the company's HubSpot portal", () => {
  expect(hubspotLink("https://app.hubspot.com/contacts/123/", "42")).toBe(
    "https://app.hubspot.com/contacts/123/record/0-1/42",
  );
  expect(hubspotLink(null, "42")).toBeUndefined();
  expect(hubspotLink("https://app.hubspot.com/contacts/123", null)).toBeUndefined();
  expect(hubspotLink("javascript:alert(1)", "42")).toBeUndefined();
});
