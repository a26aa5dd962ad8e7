import type { Role } from "#contract/roles.ts";
import { ROLE_LABELS } from "#lib/role-labels.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";

const TONES: Record<Role, BadgeTone> = {
  user: "neutral",
  account_manager: "info",
  company_admin: "violet",
  super_admin: "danger",
};

export const RoleBadge = ({ role, labels = ROLE_LABELS }: { role: Role; labels?: Record<Role, string> }) => (
  <Badge tone={TONES[role]}>{labels[role]}</Badge>
);
