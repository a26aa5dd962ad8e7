import { describe, expect, test } from "vitest";
import { companyLink, profileLink } from "./card-header.tsx";

describe("the name of a contact", () => {
  test.each(["https://www.linkedin.com/in/sanne", "http://voorbeeld.nl"])("links to %s", (contactCompany) => {
    expect(profileLink({ contactCompany })).toBe(contactCompany);
  });

  test.each([null, "", "Bakkerij Jansen", "javascript:alert(1)", "httpbin"])(
    "is plain text for %s",
    (contactCompany) => {
      expect(profileLink({ contactCompany })).toBeUndefined();
    },
  );
});

describe("the company", () => {
  const company = (name: string, companyWebsite: string | null) =>
    companyLink({ researchReport: { company: name }, companyWebsite });

  test.each(["Geen bedrijf", "", "  "])("is not shown when it is '%s'", (name) => {
    expect(company(name, "https://voorbeeld.nl")).toBeUndefined();
  });

  test("links to its website, written with or without https", () => {
    expect(company("Jansen", "https://jansen.nl/over")).toEqual({ name: "Jansen", website: "https://jansen.nl/over" });
    expect(company("Jansen", "www.jansen.nl")).toEqual({ name: "Jansen", website: "https://www.jansen.nl" });
  });

  test.each([null, "", "javascript:alert(1)", "geen website", "data:text/html,x"])(
    "is plain text for %s",
    (website) => {
      expect(company("Jansen", website)?.website).toBeUndefined();
    },
  );
});
