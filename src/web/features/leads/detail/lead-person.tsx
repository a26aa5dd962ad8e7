import type { ReactNode } from "react";
import type { Lead } from "#contract/leads.ts";
import { Avatar } from "#ui/avatar.tsx";
import { ExternalLink } from "#ui/external-link.tsx";
import { webLink } from "../lead-links.ts";

/** A lead may have come without a name. */
export const nameOf = ({ fullName }: Pick<Lead, "fullName">): string => fullName.trim() || "Naam onbekend";

type LeadPersonProps = { lead: Lead; heading: "h2" | "h3"; children?: ReactNode };

/** Who it is: picture, name, title and company. */
export const LeadPerson = ({ lead, heading: Heading, children }: LeadPersonProps) => {
  const profile = webLink(lead.linkedInUrl);
  return (
    <div className="flex items-start gap-3">
      <Avatar name={nameOf(lead)} src={webLink(lead.profilePictureUrl)} size="lg" className="max-sm:size-10" />
      <div className="min-w-0 flex-1">
        <Heading className="break-words font-semibold text-base leading-6">
          {profile ? <ExternalLink href={profile}>{nameOf(lead)}</ExternalLink> : nameOf(lead)}
        </Heading>
        {lead.title && <p className="break-words text-muted-foreground">{lead.title}</p>}
        <Company lead={lead} />
      </div>
      {children}
    </div>
  );
};

function Company({ lead: { company, website, employees } }: { lead: Lead }) {
  const site = webLink(website);
  const name = company ?? website;
  if (!name && !employees) return null;
  return (
    <p className="break-words text-muted-foreground">
      {/* Between other words a link is known by more than its colour. */}
      {name &&
        (site ? (
          <ExternalLink href={site} className="underline">
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
