import { describe, expect, test } from "vitest";
import { ROLES } from "#contract/roles.ts";
import { ADMIN_MENU, groupMenu, isActive, menuFor, WORKSPACE_MENU } from "./navigation.ts";
import { SCREENS } from "./screens.ts";

const COMMON = [
  "Rated Leads /rated-leads",
  "All Leads /all-leads",
  "Search Leads /search-leads",
  "ADD Leads /add-leads",
  "Hot Leads /hot-leads",
  "Accepted Invitations /accepted-invitations",
  "Ice Breakers /",
  "Follow-up Messages /berichten",
  "Messages Queued /messages-queued",
  "Messages SENT /messages-sent",
  "Inbox /inbox",
  "Meetings /meetings",
  "Prompts /prompts",
];
const MANAGEMENT = "Management /acties";

describe("the menu of each role", () => {
  test.each([
    ["user", [...COMMON, MANAGEMENT]],
    ["account_manager", COMMON],
    ["company_admin", [...COMMON, MANAGEMENT, "Admin /company-admin"]],
    ["super_admin", [...COMMON, MANAGEMENT, "Admin /admin"]],
  ] as const)("%s", (role, expected) => {
    expect(menuFor(role).map(({ label, path }) => `${label} ${path}`)).toEqual(expected);
  });

  test.each(ROLES)("groups do not change the order: %s", (role) => {
    const menu = menuFor(role);
    const groups = groupMenu(menu);
    expect(groups.map(({ group }) => group)).toEqual(["Leads", "Berichten", "Meetings", "Beheer"]);
    expect(groups.flatMap(({ items }) => items)).toEqual(menu);
  });
});

const activeAt = (pathname: string) =>
  WORKSPACE_MENU.filter((item) => isActive(item, pathname)).map(({ path }) => path);

test.each([
  ["/", ["/"]],
  ["/all-leads", ["/all-leads"]],
  ["/all-leads/", ["/all-leads"]],
  ["/onbekend", []],
  ["/company-admin", ["/company-admin"]],
  ["/admin", ["/admin"]],
  ["/admin/users", ["/admin"]],
])("at %s the active items are %o", (pathname, active) => {
  expect(activeAt(pathname)).toEqual(active);
});

test("in the admin panel one item is active at a time", () => {
  const active = ADMIN_MENU.filter((item) => isActive(item, "/admin/users"));
  expect(active.map(({ label }) => label)).toEqual(["Users"]);
});

test.each([...WORKSPACE_MENU, ...ADMIN_MENU])("$path is a screen", ({ path }) => {
  expect(SCREENS.map((screen): string => screen.path)).toContain(path);
});
