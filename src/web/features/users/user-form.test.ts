import { expect, test } from "vitest";
import type { UserInAdminPanel } from "#contract/users.ts";
import { changedValues } from "#lib/forms/form-resolver.ts";
import { editUserFormSchema, toUserFormValues } from "./user-form.ts";

const DAAN: UserInAdminPanel = {
  id: "0c6b7d26-8e59-4022-9e13-2f8c9e272c5c",
  username: "daan",
  email: null,
  firstName: "Daan",
  lastName: null,
  companyId: "50352ab5-590f-4d0a-a397-ed102a8c2f0e",
  companyName: "Zuiderzee",
  role: "user",
  isActive: true,
  twoStepEnabled: false,
  lastSignInAt: null,
  createdAt: "2026-11-14T08:30:00.000Z",
};

const invalidFields = (form: object) =>
  editUserFormSchema.safeParse(form).error?.issues.map(({ path }) => path.join(".")) ?? [];

test("missing names of an existing user are required", () => {
  expect(invalidFields(toUserFormValues(DAAN))).toEqual(["lastName"]);
});

test("only a platform admin may belong to no company", () => {
  const withoutCompany = { ...toUserFormValues(DAAN), lastName: "Visser", companyId: "" };
  expect(invalidFields(withoutCompany)).toEqual(["companyId"]);
  expect(invalidFields({ ...withoutCompany, role: "super_admin" })).toEqual([]);
});

test("an empty password is not sent", () => {
  const values = editUserFormSchema.parse({ ...toUserFormValues(DAAN), lastName: "Visser" });
  expect(changedValues(values, { lastName: true })).toEqual({ lastName: "Visser" });
});
