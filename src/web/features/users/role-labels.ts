import type { Role } from "#contract/roles.ts";
import { ROLE_LABELS } from "#lib/role-labels.ts";

/** Within a company there is one kind of admin. */
export const COMPANY_ROLE_LABELS: Record<Role, string> = { ...ROLE_LABELS, company_admin: "Admin" };

export const roleOptions = <R extends Role>(roles: readonly R[]) =>
  roles.map((value) => ({ value, label: ROLE_LABELS[value] }));
