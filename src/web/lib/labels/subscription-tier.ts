const TIERS: Partial<Record<string, string>> = {
  basic: "Basic",
  professional: "Professional",
  enterprise: "Enterprise",
};

export const tierLabel = (tier: string | null | undefined): string => TIERS[tier ?? ""] ?? "Free";
