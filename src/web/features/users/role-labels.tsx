import type { Role } from "#contract/roles.ts";
import { ROLE_LABELS } from "#lib/labels/person.ts";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";

/** Inside a company "Admin" is unambiguous. */
export const COMPANY_ROLE_LABELS: Record<Role, string> = { ...ROLE_LABELS, company_admin: "Admin" };

export const roleOptions = <R extends Role>(roles: readonly R[]) =>
  roles.map((value) => ({ value, label: ROLE_LABELS[value] }));

/** The roles that a company admin can give. */
export const COMPANY_ROLES = roleOptions(["user", "account_manager", "company_admin"]);

const TONES: Record<Role, BadgeTone> = {
  user: "neutral",
  account_manager: "info",
  company_admin: "violet",
  super_admin: "danger",
};

export const RoleBadge = ({ role, labels = ROLE_LABELS }: { role: Role; labels?: Record<Role, string> }) => (
  <Badge tone={TONES[role]}>{labels[role]}</Badge>
);
