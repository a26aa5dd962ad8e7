import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "#contract/roles.ts";
import { losesAdmin, reasonToRefuseChange, reasonToRefuseInvitation, TEXTS, type UserRights } from "./users.policy.ts";

const HERE = "company-here";
const ELSEWHERE = "company-elsewhere";

const allRights: UserRights[] = ROLES.flatMap((role) =>
  [true, false].flatMap((isActive) => [HERE, ELSEWHERE].map((companyId) => ({ role, isActive, companyId }))),
);
const outcomes: (UserRights | null)[] = [...allRights, null];
const admins: Role[] = ["company_admin", "super_admin"];

interface Case {
  actor: { id: string; role: Role };
  before: UserRights & { id: string };
  after: UserRights | null;
  otherAdmins: number;
}

const CHANGED_USER = "changed-user";
const OTHER_ADMIN = "other-admin";

/** Every combination of actor, user before, user after (null: deleted) and number of other admins (0 or 1). */
const cases: Case[] = admins.flatMap((actorRole) =>
  [CHANGED_USER, OTHER_ADMIN].flatMap((actorId) =>
    allRights
      .filter(({ role }) => actorId === OTHER_ADMIN || role === actorRole)
      .flatMap((before) =>
        outcomes.flatMap((after) =>
          [0, 1].map((otherAdmins) => ({
            actor: { id: actorId, role: actorRole },
            before: { id: CHANGED_USER, ...before },
            after,
            otherAdmins,
          })),
        ),
      ),
  ),
);

const verdict = (change: Case) => {
  const error = reasonToRefuseChange(change);
  return error && `${error.code}: ${error.message}`;
};

test("the cases cover all combinations", () => {
  expect(cases.length).toBe((4 + 16) * 17 * 2 * 2);
});

describe("in all combinations", () => {
  test("a company_admin cannot change or create a platform admin", () => {
    const tried = cases.filter(
      ({ actor, before, after }) =>
        actor.role === "company_admin" && (before.role === "super_admin" || after?.role === "super_admin"),
    );
    expect(tried.length).toBeGreaterThan(0);
    for (const change of tried) expect(reasonToRefuseChange(change)?.code, JSON.stringify(change)).toBe("forbidden");
  });

  test("users cannot delete or deactivate themselves or change their own role", () => {
    const tried = cases.filter(
      ({ actor, before, after }) =>
        actor.id === before.id && (!after || after.role !== before.role || (before.isActive && !after.isActive)),
    );
    expect(tried.length).toBeGreaterThan(0);
    for (const change of tried) expect(verdict(change), JSON.stringify(change)).toBeDefined();
  });

  test("the last active admin cannot lose their rights", () => {
    const tried = cases.filter(({ before, after, otherAdmins }) => otherAdmins === 0 && losesAdmin(before, after));
    expect(tried.length).toBeGreaterThan(0);
    for (const change of tried) expect(verdict(change), JSON.stringify(change)).toBeDefined();
  });

  test("everything else is allowed", () => {
    const isRefused = ({ actor, before, after, otherAdmins }: Case) =>
      (actor.role === "company_admin" && (before.role === "super_admin" || after?.role === "super_admin")) ||
      (actor.id === before.id && (!after || after.role !== before.role || (before.isActive && !after.isActive))) ||
      (otherAdmins === 0 && losesAdmin(before, after));
    const rest = cases.filter((change) => !isRefused(change));
    expect(rest.length).toBeGreaterThan(0);
    for (const change of rest) expect(verdict(change), JSON.stringify(change)).toBeUndefined();
  });
});

const rights = (role: Role, isActive = true, companyId: string | null = HERE): UserRights => ({
  role,
  isActive,
  companyId,
});

test.each<[string, UserRights, UserRights | null, boolean]>([
  ["a company admin deleted", rights("company_admin"), null, true],
  ["a company admin deactivated", rights("company_admin"), rights("company_admin", false), true],
  ["a company admin demoted", rights("company_admin"), rights("user"), true],
  ["a company admin moved to another company", rights("company_admin"), rights("company_admin", true, ELSEWHERE), true],
  ["a company admin promoted to platform admin", rights("company_admin"), rights("super_admin"), true],
  ["a company admin unchanged", rights("company_admin"), rights("company_admin"), false],
  ["an inactive company admin deleted", rights("company_admin", false), null, false],
  ["a platform admin who moves", rights("super_admin"), rights("super_admin", true, null), false],
  ["a platform admin demoted", rights("super_admin"), rights("company_admin"), true],
  ["an ordinary user deleted", rights("user"), null, false],
])("losesAdmin of %s", (_what, before, after, expected) => {
  expect(losesAdmin(before, after)).toBe(expected);
});

const superAdmin = { id: OTHER_ADMIN, role: "super_admin" as const };
const userWith = (rights: UserRights) => ({ id: CHANGED_USER, ...rights });

test.each<[string, Case, string]>([
  [
    "deleting the last company_admin",
    { actor: superAdmin, before: userWith(rights("company_admin")), after: null, otherAdmins: 0 },
    TEXTS.lastCompanyAdmin,
  ],
  [
    "demoting the last super_admin",
    { actor: superAdmin, before: userWith(rights("super_admin")), after: rights("user"), otherAdmins: 0 },
    TEXTS.lastPlatformAdmin,
  ],
  [
    "deleting oneself",
    {
      actor: { ...superAdmin, id: CHANGED_USER },
      before: userWith(rights("super_admin")),
      after: null,
      otherAdmins: 1,
    },
    TEXTS.deleteSelf,
  ],
  [
    "deactivating oneself",
    {
      actor: { id: CHANGED_USER, role: "company_admin" },
      before: userWith(rights("company_admin")),
      after: rights("company_admin", false),
      otherAdmins: 1,
    },
    TEXTS.deactivateSelf,
  ],
  [
    "changing one's own role",
    {
      actor: { id: CHANGED_USER, role: "company_admin" },
      before: userWith(rights("company_admin")),
      after: rights("user"),
      otherAdmins: 1,
    },
    TEXTS.changeOwnRole,
  ],
])("%s has its own error text", (_what, change, text) => {
  expect(verdict(change)).toBe(`conflict: ${text}`);
});

test.each([
  [{ email: null, isActive: true, companyIsActive: true }, "Voor een uitnodiging is een e-mailadres nodig."],
  [
    { email: "a@b.nl", isActive: false, companyIsActive: true },
    "Deze gebruiker is niet actief en kan niet worden uitgenodigd.",
  ],
  [{ email: "a@b.nl", isActive: true, companyIsActive: false }, "Het bedrijf van deze gebruiker is niet actief."],
])("inviting %j is refused with: %s", (invitee, expected) => {
  expect(reasonToRefuseInvitation(invitee)).toBe(expected);
});

test.each([
  ["of an active company", { email: "a@b.nl", isActive: true, companyIsActive: true }],
  ["without a company", { email: "a@b.nl", isActive: true, companyIsActive: null }],
])("a user %s can be invited", (_case, invitee) => {
  expect(reasonToRefuseInvitation(invitee)).toBeUndefined();
});
