import { expect, test } from "vitest";
import { differencesOf } from "./audit-differences.ts";

test("a change shows each field with what it was and what it became", () => {
  const before = { city: null, isActive: true, syncIntervalMinutes: 5 };
  const after = { city: "Hoorn", isActive: false, syncIntervalMinutes: 15 };
  expect(differencesOf({ before, after })).toEqual([
    { name: "city", label: "Woonplaats", before: "–", after: "Hoorn" },
    { name: "isActive", label: "Actief", before: "Ja", after: "Nee" },
    { name: "syncIntervalMinutes", label: "Minuten tussen synchronisaties", before: "5", after: "15" },
  ]);
});

test("of something new there is no before, of something deleted no after", () => {
  expect(differencesOf({ before: null, after: { firstName: "Daan" } })).toEqual([
    { name: "firstName", label: "Voornaam", before: "–", after: "Daan" },
  ]);
  expect(differencesOf({ before: { firstName: "Daan" }, after: null })).toEqual([
    { name: "firstName", label: "Voornaam", before: "Daan", after: "–" },
  ]);
});

test("addresses by workflow stand one below the other, and an empty list is nothing", () => {
  const after = { workflowUrls: { "allocate-leads": "https://a.nl", "move-from-on-hold": "https://b.nl" } };
  const [difference] = differencesOf({ before: { workflowUrls: {} }, after });
  expect(difference).toMatchObject({
    before: "–",
    after: "allocate-leads: https://a.nl\nmove-from-on-hold: https://b.nl",
  });
});

test("nothing beside the line itself is no difference, and an unknown field keeps its name", () => {
  expect(differencesOf({ before: null, after: null })).toEqual([]);
  expect(differencesOf({ before: { cadence: [0, 3] }, after: { cadence: [] } })).toEqual([
    { name: "cadence", label: "cadence", before: "0, 3", after: "–" },
  ]);
});

test("a subscription and a role are named as everywhere else", () => {
  const before = { subscriptionTier: "basic", role: "account_manager" };
  const after = { subscriptionTier: "enterprise", role: "company_admin" };
  expect(differencesOf({ before, after }).map(({ before, after }) => [before, after])).toEqual([
    ["Basic", "Enterprise"],
    ["Account Manager", "Company Admin"],
  ]);
  expect(differencesOf({ before: null, after: { role: "user" } })).toMatchObject([{ before: "–", after: "User" }]);
});
