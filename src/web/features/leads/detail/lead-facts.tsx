import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { formatLongDate } from "#lib/dates.ts";
import { cn } from "#ui/cn.ts";
import { ExternalLink } from "#ui/external-link.tsx";
import { hubspotLink } from "../lead-links.ts";
import { useLeadSettings } from "../leads.api.ts";

/** What is known of a lead, in a few words each. */
export const LeadFacts = ({ lead }: { lead: Lead }) => (
  <dl className="grid grid-cols-2 gap-x-4 gap-y-2.5 text-[0.8125rem] sm:grid-cols-4">
    <Fact label="Toegevoegd">{formatLongDate(lead.dateAdded)}</Fact>
    <Fact label="Locatie">{lead.location}</Fact>
    <Fact label="Email" className="col-span-2">
      {lead.email && <EmailLink address={lead.email} />}
    </Fact>
    <Fact label="Contract Owner">{lead.contractOwner}</Fact>
    <Fact label="Lead Allocated">{lead.leadAllocated}</Fact>
    <Fact label="Industrie">{lead.industry}</Fact>
    <Fact label="HubSpot ID">{lead.hubspotId && <HubspotId id={lead.hubspotId} />}</Fact>
  </dl>
);

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={cn("min-w-0", className)}>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="break-words">{children || "–"}</dd>
  </div>
);

/** Anything else than an address would be a link to nowhere. */
const EmailLink = ({ address }: { address: string }) =>
  /^[^\s@?&]+@[^\s@?&]+$/.test(address) ? <ExternalLink href={`mailto:${address}`}>{address}</ExternalLink> : address;

function HubspotId({ id }: { id: string }) {
  const link = hubspotLink(useLeadSettings().data?.hubspotPortalUrl, id);
  return link ? <ExternalLink href={link}>{id}</ExternalLink> : id;
}
