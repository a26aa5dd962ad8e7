import { z } from "zod";
import { type newUser, userChange } from "#contract/user-form.ts";
import type { AdminUser } from "#contract/users.ts";

/** The same form for a new user and for one that is there; only the first can be invited with it. */
export type UserValues = z.input<typeof newUser>;

/** The form holds the whole person, so it can also say what is missing. */
export const userEdit = userChange
  .required({ username: true, firstName: true, lastName: true, password: true })
  .extend({ sendInvitation: z.boolean().optional() })
  .refine(({ role, companyId }) => role === "super_admin" || Boolean(companyId), {
    path: ["companyId"],
    error: "Kies een bedrijf.",
  });
export type UserEdit = z.infer<typeof userEdit>;

export const NEW_USER: UserValues = {
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
export const formOf = ({ firstName, lastName, username, email, companyId, role, isActive }: AdminUser): UserValues => ({
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  username,
  email: email ?? "",
  companyId: companyId ?? "",
  role,
  isActive,
  password: "",
});
