import { z } from "zod";
import { type newUser, userChange } from "#contract/forms.ts";
import type { UserInAdminPanel } from "#contract/users.ts";

/** Values of the form for a new and for an existing user; `sendInvitation` is only for a new one. */
export type UserFormValues = z.input<typeof newUser>;

/** The form holds all fields, so unlike `userChange` it can require the names and the company. */
export const editUserFormSchema = userChange
  .required({ username: true, firstName: true, lastName: true, password: true })
  .extend({ sendInvitation: z.boolean().optional() })
  .refine(({ role, companyId }) => role === "super_admin" || Boolean(companyId), {
    path: ["companyId"],
    error: "Kies een bedrijf.",
  });
export type EditUserFormValues = z.infer<typeof editUserFormSchema>;

export const EMPTY_USER_FORM: UserFormValues = {
  firstName: "",
  lastName: "",
  username: "",
  email: "",
  companyId: "",
  role: "user",
  isActive: true,
  password: "",
  sendInvitation: false,
};

/** The password starts empty; an empty password is not sent, so the current one stays. */
export const toUserFormValues = ({
  firstName,
  lastName,
  username,
  email,
  companyId,
  role,
  isActive,
}: UserInAdminPanel): UserFormValues => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  username,
  email: email ?? "",
  companyId: companyId ?? "",
  role,
  isActive,
  password: "",
});
