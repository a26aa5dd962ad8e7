import { forOptionalLeadFields } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";

/** A complete lead as the API returns it. */
export const buildLead = (overrides: Partial<Lead> = {}): Lead => ({
  ...forOptionalLeadFields(() => null),
  id: "00000000-0000-4000-8000-000000000001",
  providerId: "ACoAAB1",
  fullName: "Anna de Vries",
  linkedInUrl: "https://www.linkedin.com/in/anna",
  dateAdded: "2026-11-14T09:00:00.000Z",
  title: "Directeur",
  company: "Zon B.V.",
  website: "https://zon.example",
  employees: "11-50",
  email: "anna@zon.example",
  phone: "06 12345678",
  location: "Groningen",
  industry: "Energie",
  hubspotId: "42",
  contractOwner: "Frank",
  leadAllocated: "Marieke",
  profilePictureUrl: null,
  leadRating: 8,
  leadClassification: "COLD",
  motivation: null,
  personProfile: null,
  hasReport: true,
  sync: "synced",
  ...overrides,
});

/** Leads with the given names, in the order of the list. */
export const buildLeads = (...names: string[]): Lead[] =>
  names.map((fullName, index) =>
    buildLead({ id: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`, fullName }),
  );
