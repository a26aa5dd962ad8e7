import { z } from "zod";
import { type newUser, userChange } from "#contract/forms.ts";
import type { AdminUser } from "#contract/users.ts";

/** The same form for a new user and for one that is there; only the first can be invited with it. */
export type UserFormValues = z.input<typeof newUser>;

/** The form holds the whole person, so it can also say what is missing. */
export const userEditSchema = userChange
  .required({ username: true, firstName: true, lastName: true, password: true })
  .extend({ sendInvitation: z.boolean().optional() })
  .refine(({ role, companyId }) => role === "super_admin" || Boolean(companyId), {
    path: ["companyId"],
    error: "Kies een bedrijf.",
  });
export type UserEdit = z.infer<typeof userEditSchema>;

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

/** A blank password is never sent: it stays as it is. */
export const toUserForm = ({
  firstName,
  lastName,
  username,
  email,
  companyId,
  role,
  isActive,
}: AdminUser): UserFormValues => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  username,
  email: email ?? "",
  companyId: companyId ?? "",
  role,
  isActive,
  password: "",
});
