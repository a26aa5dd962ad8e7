import { describe, expect, test } from "vitest";
import { ROLES } from "#contract/roles.ts";
import { ADMIN_MENU, currentOf, groupMenu, menuFor, WORKSPACE_MENU } from "./navigation.ts";
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
  WORKSPACE_MENU.flatMap((item) => {
    const current = currentOf(item, pathname);
    return current ? [`${item.path} ${current}`] : [];
  });

test.each([
  ["/", ["/ page"]],
  ["/all-leads", ["/all-leads page"]],
  ["/all-leads/", ["/all-leads page"]],
  ["/leads/00000000-0000-4000-8000-000000000001", ["/all-leads true"]],
  ["/invitations", ["/accepted-invitations true"]],
  ["/planning", ["/messages-queued true"]],
  ["/onbekend", []],
  ["/company-admin", ["/company-admin page"]],
  ["/admin", ["/admin page"]],
  ["/admin/users", ["/admin true"]],
])("at %s the active items are %o", (pathname, active) => {
  expect(activeAt(pathname)).toEqual(active);
});

test("in the admin panel one item is active at a time", () => {
  const active = ADMIN_MENU.filter((item) => currentOf(item, "/admin/users"));
  expect(active.map(({ label }) => label)).toEqual(["Users"]);
});

test.each([...WORKSPACE_MENU, ...ADMIN_MENU])("$path is a screen", ({ path }) => {
  expect(SCREENS.map((screen): string => screen.path)).toContain(path);
});
