import { expect, test } from "vitest";
import { hubspotLink } from "./lead-details.tsx";

test("a contact links to the company's HubSpot portal", () => {
  expect(hubspotLink("https://app.hubspot.com/contacts/123/", "42")).toBe(
    "https://app.hubspot.com/contacts/123/record/0-1/42",
  );
  expect(hubspotLink(null, "42")).toBeUndefined();
  expect(hubspotLink("https://app.hubspot.com/contacts/123", null)).toBeUndefined();
  expect(hubspotLink("javascript:alert(1)", "42")).toBeUndefined();
});
