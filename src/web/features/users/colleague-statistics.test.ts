import { expect, test } from "vitest";
import type { CompanyUser } from "#contract/users.ts";
import { countColleagues } from "./colleague-statistics.tsx";

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
