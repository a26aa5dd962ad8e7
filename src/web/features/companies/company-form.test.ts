import { expect, test } from "vitest";
import { newCompany } from "#contract/company-forms.ts";
import { toCompanyForm } from "./company-form.tsx";

test("a new company requires only a name", () => {
  const empty = toCompanyForm(null);
  expect(newCompany.safeParse(empty).error?.issues.map(({ path }) => path)).toEqual([["name"]]);
  expect(newCompany.parse({ ...empty, name: "Noorderlicht" })).toMatchObject({
    name: "Noorderlicht",
    address: null,
    subscriptionTier: "basic",
    isActive: true,
    statisticsPerson: null,
    syncIntervalMinutes: 5,
    workflowUrls: { "allocate-leads": null, "add-to-search-queue": null, "move-from-on-hold": null },
    airtableApiKey: "",
  });
});

test("invalid values are reported at their fields", () => {
  const invalid = {
    ...toCompanyForm(null),
    name: "A",
    adminEmail: "geen",
    logoUrl: "javascript:alert(1)",
    syncIntervalMinutes: "0",
  };
  const paths = newCompany.safeParse(invalid).error?.issues.map(({ path }) => path.join("."));
  expect(paths).toEqual(["adminEmail", "logoUrl", "syncIntervalMinutes"]);
});
