import type { Role } from "../../../contract/roles.ts";

export const ROLE_LABELS: Record<Role, string> = {
  user: "User",
  account_manager: "Account Manager",
  company_admin: "Company Admin",
  super_admin: "Super Admin",
};

/** Within a company there is one kind of admin. */
export const COMPANY_ROLE_LABELS: Record<Role, string> = { ...ROLE_LABELS, company_admin: "Admin" };

export const roleOptions = <R extends Role>(roles: readonly R[]) =>
  roles.map((value) => ({ value, label: ROLE_LABELS[value] }));
