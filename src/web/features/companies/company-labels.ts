import type { AdminCompany } from "#contract/companies.ts";

/** With one of the two, nothing can be synchronised. */
export const hasAirtable = ({ airtableBaseId, hasAirtableApiKey }: AdminCompany): boolean =>
  Boolean(airtableBaseId) && hasAirtableApiKey;

export const peopleCount = (count: number): string => (count === 1 ? "1 gebruiker" : `${count} gebruikers`);
