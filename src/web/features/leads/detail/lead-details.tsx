import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { LeadLink, LinkedInMark } from "#lib/leads/lead-link.tsx";
import { cn } from "#ui/cn.ts";
import { Avatar } from "#ui/content/avatar.tsx";
import { ClampedText } from "#ui/content/clamped-text.tsx";
import { ExternalLink, webUrl } from "#ui/content/external-link.tsx";

import { useLeadSettings } from "../leads.api.ts";

/** The contact in the company's HubSpot portal, if the company has set its portal URL. */
export const hubspotLink = (portalUrl: string | null | undefined, id: string | null): string | undefined => {
  const portal = portalUrl && webUrl(portalUrl);
  return portal && id ? `${portal.replace(/\/+$/, "")}/record/0-1/${encodeURIComponent(id)}` : undefined;
};

type LeadFactsProps = {
  lead: Lead;
  /** In a side pane, with room for two columns, below a summary without the number of employees. */
  narrow?: boolean;
};

export const LeadFacts = ({ lead, narrow = false }: LeadFactsProps) => (
  <dl className={cn("grid grid-cols-2 gap-x-4 gap-y-2.5 text-[0.8125rem]", !narrow && "sm:grid-cols-4 lg:grid-cols-5")}>
    <Fact label="Toegevoegd">{formatLongDate(lead.dateAdded)}</Fact>
    <Fact label="Plaats">{lead.location}</Fact>
    <Fact label="E-mailadres" className="col-span-2">
      {lead.email && <EmailLink address={lead.email} />}
    </Fact>
    <Fact label="Telefoon">{lead.phone && <PhoneLink number={lead.phone} />}</Fact>
    <Fact label="Contract Owner">{lead.contractOwner}</Fact>
    <Fact label="Lead Allocated">{lead.leadAllocated}</Fact>
    <Fact label="Branche">{lead.industry}</Fact>
    {narrow && <Fact label="Medewerkers">{lead.employees}</Fact>}
    <Fact label="HubSpot ID">{lead.hubspotId && <HubspotId id={lead.hubspotId} />}</Fact>
  </dl>
);

const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div className={cn("min-w-0", className)}>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="break-words">{children || "–"}</dd>
  </div>
);

/** The field may hold other text than an e-mail address. */
export const EmailLink = ({ address }: { address: string }) =>
  /^[^\s@?&]+@[^\s@?&]+$/.test(address) ? <ExternalLink href={`mailto:${address}`}>{address}</ExternalLink> : address;

/** The field may hold other text than a phone number. */
export const PhoneLink = ({ number }: { number: string }) =>
  /^\+?[\d\s().-]{6,}$/.test(number) ? (
    <ExternalLink href={`tel:${number.replace(/[^\d+]/g, "")}`}>{number}</ExternalLink>
  ) : (
    number
  );

export function HubspotId({ id }: { id: string }) {
  const link = hubspotLink(useLeadSettings().data?.hubspotPortalUrl, id);
  return link ? <ExternalLink href={link}>{id}</ExternalLink> : id;
}

/** Leads from Airtable may lack a name. */
export const leadName = ({ fullName }: Pick<Lead, "fullName">): string => fullName.trim() || "Naam onbekend";

type LeadPersonProps = {
  lead: Lead;
  heading: "h2" | "h3";
  /** True: the name links to the lead page and an "in" icon to the LinkedIn profile. False: the name links to the profile. */
  linksToPage?: boolean;
  children?: ReactNode;
};

export const LeadPerson = ({ lead, heading: Heading, linksToPage = false, children }: LeadPersonProps) => {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={leadName(lead)} src={webUrl(lead.profilePictureUrl)} size="lg" className="max-sm:size-10" />
      <div className="min-w-0 flex-1">
        <Heading className="break-words font-semibold text-base leading-6">
          <PersonName lead={lead} linksToPage={linksToPage} />
        </Heading>
        {lead.title && <p className="break-words text-muted-foreground">{lead.title}</p>}
        <Company lead={lead} />
      </div>
      {children}
    </div>
  );
};

const PersonName = ({ lead, linksToPage }: { lead: Lead; linksToPage: boolean }) => {
  const profile = webUrl(lead.linkedInUrl);
  if (linksToPage)
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <LeadLink id={lead.id} className="font-semibold">
          {leadName(lead)}
        </LeadLink>
        <LinkedInMark url={lead.linkedInUrl} name={leadName(lead)} />
      </span>
    );
  return profile ? <ExternalLink href={profile}>{leadName(lead)}</ExternalLink> : leadName(lead);
};

function Company({ lead: { company, website, employees } }: { lead: Lead }) {
  const site = webUrl(website);
  const name = company ?? website;
  if (!name && !employees) return null;
  return (
    <p className="break-words text-muted-foreground">
      {/* Underlined, because colour alone does not mark a link within a line of text. */}
      {name &&
        (site ? (
          <ExternalLink href={site} className="inline-block leading-6 underline">
            {name}
          </ExternalLink>
        ) : (
          name
        ))}
      {name && employees && " · "}
      {employees && <span className="inline-block">{employees} medewerkers</span>}
    </p>
  );
}

export const LeadTexts = ({ lead }: { lead: Lead }) => (
  <div className="flex flex-col gap-2">
    <LabelledText label="Motivatie" text={lead.motivation} emptyText="Geen motivatie beschikbaar" />
    <PersonProfile lead={lead} />
  </div>
);

export const PersonProfile = ({ lead }: { lead: Lead }) => (
  <LabelledText label="Persoonlijk profiel" text={lead.personProfile} emptyText="Geen profiel beschikbaar" />
);

const LabelledText = ({ label, text, emptyText }: { label: string; text: string | null; emptyText: string }) => (
  <div className="rounded-sm bg-muted px-3 py-2 text-[0.8125rem] leading-5">
    <p className="font-medium text-xs">{label}</p>
    {text?.trim() ? (
      <ClampedText lines={3}>{text.trim()}</ClampedText>
    ) : (
      <p className="text-muted-foreground">{emptyText}</p>
    )}
  </div>
);
