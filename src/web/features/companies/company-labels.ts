import type { AdminCompany } from "../../../contract/companies.ts";

const TIERS: Partial<Record<string, string>> = {
  basic: "Basic",
  professional: "Professional",
  enterprise: "Enterprise",
};

export const tierLabel = (tier: string | null | undefined): string => TIERS[tier ?? ""] ?? "Free";

/** With one of the two, nothing can be synchronised. */
export const hasAirtable = ({ airtableBaseId, hasAirtableApiKey }: AdminCompany): boolean =>
  Boolean(airtableBaseId) && hasAirtableApiKey;

export const peopleCount = (count: number): string => (count === 1 ? "1 gebruiker" : `${count} gebruikers`);
