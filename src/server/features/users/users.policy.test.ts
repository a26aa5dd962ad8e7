import { describe, expect, test } from "vitest";
import { ROLES, type Role } from "#contract/roles.ts";
import { losesAdmin, refuseChange, refuseInvitation, TEXTS, type UserRights } from "./users.policy.ts";

const HERE = "company-here";
const ELSEWHERE = "company-elsewhere";

const standings: UserRights[] = ROLES.flatMap((role) =>
  [true, false].flatMap((isActive) => [HERE, ELSEWHERE].map((companyId) => ({ role, isActive, companyId }))),
);
const outcomes: (UserRights | null)[] = [...standings, null];
const admins: Role[] = ["company_admin", "super_admin"];

interface Case {
  actor: { id: string; role: Role };
  before: UserRights & { id: string };
  after: UserRights | null;
  otherAdmins: number;
}

/** Every actor with every person in every state, into every state, with and without somebody who could stand in. */
const cases: Case[] = admins.flatMap((actorRole) =>
  ["self", "other"].flatMap((actorId) =>
    standings
      .filter(({ role }) => actorId === "other" || role === actorRole)
      .flatMap((before) =>
        outcomes.flatMap((after) =>
          [0, 1].map((otherAdmins) => ({
            actor: { id: actorId, role: actorRole },
            before: { id: "self", ...before },
            after,
            otherAdmins,
          })),
        ),
      ),
  ),
);

const verdict = (change: Case) => {
  const error = refuseChange(change);
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
    for (const change of tried) expect(refuseChange(change)?.code, JSON.stringify(change)).toBe("forbidden");
  });

  test("users cannot delete, deactivate or demote themselves", () => {
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
    const refusedForAReason = ({ actor, before, after, otherAdmins }: Case) =>
      (actor.role === "company_admin" && (before.role === "super_admin" || after?.role === "super_admin")) ||
      (actor.id === before.id && (!after || after.role !== before.role || (before.isActive && !after.isActive))) ||
      (otherAdmins === 0 && losesAdmin(before, after));
    const rest = cases.filter((change) => !refusedForAReason(change));
    expect(rest.length).toBeGreaterThan(0);
    for (const change of rest) expect(verdict(change), JSON.stringify(change)).toBeUndefined();
  });
});

const at = (role: Role, isActive = true, companyId: string | null = HERE): UserRights => ({
  role,
  isActive,
  companyId,
});

test.each<[string, UserRights, UserRights | null, boolean]>([
  ["deleted", at("company_admin"), null, true],
  ["deactivated", at("company_admin"), at("company_admin", false), true],
  ["demoted", at("company_admin"), at("user"), true],
  ["moved", at("company_admin"), at("company_admin", true, ELSEWHERE), true],
  ["promoted away from the company", at("company_admin"), at("super_admin"), true],
  ["unchanged", at("company_admin"), at("company_admin"), false],
  ["inactive already", at("company_admin", false), null, false],
  ["a platform admin who moves", at("super_admin"), at("super_admin", true, null), false],
  ["a platform admin demoted", at("super_admin"), at("company_admin"), true],
  ["an ordinary user deleted", at("user"), null, false],
])("whether %s loses admin rights %#", (_what, before, after, expected) => {
  expect(losesAdmin(before, after)).toBe(expected);
});

const superAdmin = { id: "boss", role: "super_admin" as const };
const person = (standing: UserRights) => ({ id: "somebody", ...standing });

test.each<[string, Case, string]>([
  [
    "last company_admin",
    { actor: superAdmin, before: person(at("company_admin")), after: null, otherAdmins: 0 },
    TEXTS.lastCompanyAdmin,
  ],
  [
    "last super_admin",
    { actor: superAdmin, before: person(at("super_admin")), after: at("user"), otherAdmins: 0 },
    TEXTS.lastPlatformAdmin,
  ],
  [
    "oneself deleted",
    { actor: { ...superAdmin, id: "somebody" }, before: person(at("super_admin")), after: null, otherAdmins: 1 },
    TEXTS.deleteSelf,
  ],
  [
    "oneself deactivated",
    {
      actor: { id: "somebody", role: "company_admin" },
      before: person(at("company_admin")),
      after: at("company_admin", false),
      otherAdmins: 1,
    },
    TEXTS.deactivateSelf,
  ],
  [
    "oneself demoted",
    {
      actor: { id: "somebody", role: "company_admin" },
      before: person(at("company_admin")),
      after: at("user"),
      otherAdmins: 1,
    },
    TEXTS.demoteSelf,
  ],
])("%s has its own message", (_what, change, text) => {
  expect(verdict(change)).toBe(`conflict: ${text}`);
});

test.each([
  [{ email: null, isActive: true, companyIsActive: true }, "Voor een uitnodiging is een e-mailadres nodig."],
  [
    { email: "a@b.nl", isActive: false, companyIsActive: true },
    "Deze gebruiker is niet actief en kan niet worden uitgenodigd.",
  ],
  [{ email: "a@b.nl", isActive: true, companyIsActive: false }, "Het bedrijf van deze gebruiker is niet actief."],
  [{ email: "a@b.nl", isActive: true, companyIsActive: true }, undefined],
  [{ email: "a@b.nl", isActive: true, companyIsActive: null }, undefined],
])("an invitation of %j", (invitee, expected) => {
  expect(refuseInvitation(invitee)).toBe(expected);
});
