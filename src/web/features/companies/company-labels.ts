import type { AdminCompany, WorkflowId } from "../../../contract/companies.ts";

const TIERS: Partial<Record<string, string>> = {
  basic: "Basic",
  professional: "Professional",
  enterprise: "Enterprise",
};

export const tierLabel = (tier: string | null | undefined): string => TIERS[tier ?? ""] ?? "Free";

export const WORKFLOW_NAMES: Record<WorkflowId, string> = {
  "allocate-leads": "Allocate Leads",
  "add-to-search-queue": "Toevoegen items aan lead search Que",
  "move-from-on-hold": "Move Items from On Hold",
};

/** With one of the two, nothing can be synchronised. */
export const hasAirtable = ({ airtableBaseId, hasAirtableApiKey }: AdminCompany): boolean =>
  Boolean(airtableBaseId) && hasAirtableApiKey;

export const peopleCount = (count: number): string => (count === 1 ? "1 gebruiker" : `${count} gebruikers`);
