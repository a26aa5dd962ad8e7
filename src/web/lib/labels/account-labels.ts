import type { Role } from "#contract/roles.ts";

export const ROLE_LABELS: Record<Role, string> = {
  user: "User",
  account_manager: "Account Manager",
  company_admin: "Company Admin",
  super_admin: "Super Admin",
};

const TIERS: Partial<Record<string, string>> = {
  basic: "Basic",
  professional: "Professional",
  enterprise: "Enterprise",
};

export const tierLabel = (tier: string | null | undefined): string => TIERS[tier ?? ""] ?? "Free";
