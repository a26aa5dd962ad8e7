import { expect, test } from "vitest";
import type { CompanyUser } from "#contract/users.ts";
import { countColleagues, describeDifference } from "./colleague-statistics.tsx";

const colleague = (role: CompanyUser["role"], isActive: boolean): CompanyUser => ({
  id: crypto.randomUUID(),
  email: null,
  username: "iemand",
  firstName: null,
  lastName: null,
  role,
  isActive,
  profileImageUrl: null,
  companyId: null,
  invitedAt: null,
});

test("roles include inactive users; a platform admin counts only as an active user", () => {
  const people = [
    colleague("company_admin", true),
    colleague("user", true),
    colleague("user", false),
    colleague("account_manager", false),
    colleague("super_admin", true),
  ];
  expect(countColleagues(people)).toEqual([
    { label: "Admins", count: 1 },
    { label: "Actieve Gebruikers", count: 3 },
    { label: "Users", count: 2 },
    { label: "Account Managers", count: 1 },
  ]);
});

test.each([
  [[colleague("company_admin", true), colleague("user", true)], undefined],
  [[colleague("user", true), colleague("super_admin", true)], "Actieve Gebruikers: met 1 Super Admin."],
  [[colleague("user", false)], "Actieve Gebruikers: zonder 1 die inactief of uitgenodigd is."],
  [
    [
      colleague("user", false),
      { ...colleague("user", true), invitedAt: "2026-11-16T09:00:00.000Z" },
      colleague("super_admin", true),
    ],
    "Actieve Gebruikers: met 1 Super Admin, zonder 2 die inactief of uitgenodigd zijn.",
  ],
])("the active users of %o: %s", (people, text) => {
  expect(describeDifference(people)).toBe(text);
});
