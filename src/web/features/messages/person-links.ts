import type { Message } from "#contract/messages.ts";

const WEB_ADDRESS = /^https?:\/\//i;
/** What the spreadsheet says of somebody whose company is not known. */
const NO_COMPANY = "Geen bedrijf";

/** The profile of a contact stands in the company field, when it is an address at all. */
export const profileLink = ({ contactCompany }: Pick<Message, "contactCompany">): string | undefined =>
  contactCompany && WEB_ADDRESS.test(contactCompany) ? contactCompany : undefined;

type CompanyOf = Pick<Message, "researchReport" | "companyWebsite">;

const websiteLink = (website: string | null): string | undefined => {
  const text = website?.trim();
  if (!text) return undefined;
  if (WEB_ADDRESS.test(text)) return text;
  // People write "bakkerij.nl"; what has another scheme is no website.
  return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : undefined;
};

export const companyOf = ({ researchReport, companyWebsite }: CompanyOf) => {
  const name = researchReport.company.trim();
  if (name === "" || name === NO_COMPANY) return undefined;
  return { name, website: websiteLink(companyWebsite) };
};
