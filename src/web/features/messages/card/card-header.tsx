import { Check } from "lucide-react";
import { Suspense } from "react";
import { isOpen } from "#contract/message-status.ts";
import type { Message } from "#contract/messages.ts";
import { LeadName } from "#lib/leads/lead-link.tsx";
import { isRangeClick } from "#lib/lists/range-selection.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Avatar } from "#ui/content/avatar.tsx";
import { ExternalLink, keepHttpUrl, webUrl } from "#ui/content/external-link.tsx";

import { Checkbox } from "#ui/field/checkbox.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import type { OnCardCommand } from "./card-command.ts";
import { cardId } from "./card-focus.ts";
import { CardMenu } from "./card-menu.tsx";

// Loaded lazily: nobody needs the id to read the message.
export const ProviderId = lazyComponent(() => import("./provider-id.tsx"), "ProviderId");

/** Airtable's placeholder for an unknown company. */
const UNKNOWN_COMPANY = "Geen bedrijf";

/** The company field holds the URL of the contact's profile, or other text. */
export const profileLink = ({ contactCompany }: Pick<Message, "contactCompany">): string | undefined =>
  keepHttpUrl(contactCompany);

type CompanyFields = Pick<Message, "researchReport" | "companyWebsite">;

export const companyLink = ({ researchReport, companyWebsite }: CompanyFields) => {
  const name = researchReport.company.trim();
  if (name === "" || name === UNKNOWN_COMPANY) return undefined;
  return { name, website: webUrl(companyWebsite) };
};

type CardHeaderProps = { message: Message; selected: boolean; isBesideLead: boolean; onCommand: OnCardCommand };

export function CardHeader({ message, selected, isBesideLead, onCommand }: CardHeaderProps) {
  const open = isOpen(message.status);
  const isPhone = useIsPhone();
  return (
    // The name stays in sight while a long text scrolls.
    <header
      className={cn(
        "sticky top-(--table-top,0px) z-5 flex gap-3 rounded-t-md bg-card px-4 pt-3 pb-1.5 sm:px-5 sm:pt-4 sm:pb-2",
        isBesideLead ? "items-center" : "items-start",
      )}
    >
      <Avatar
        name={message.contactName}
        src={message.profilePictureUrl}
        initials={message.contactInitials}
        size={isBesideLead ? "md" : "lg"}
        className="max-sm:size-10"
      />
      <div className="min-w-0 flex-1">
        <h2 id={`${cardId(message.id)}-name`} className="font-semibold text-base leading-6">
          <LeadName leadId={message.leadId} name={message.contactName} profileUrl={profileLink(message) ?? null} />
        </h2>
        {!isBesideLead && <ContactDetails message={message} />}
      </div>
      <div className="flex min-h-6 shrink-0 items-center gap-1.5">
        {open && (
          <Button size="sm" className="max-sm:hidden" onClick={() => onCommand({ kind: "approve", message })}>
            <Check />
            Goedkeuren
          </Button>
        )}
        {!(open && isPhone) && <CardMenu message={message} onCommand={onCommand} />}
        {open && (
          <Checkbox
            checked={selected}
            onClick={(event) => onCommand({ kind: isRangeClick(event) ? "selectRange" : "select", message })}
            aria-label={`Selecteer het bericht aan ${message.contactName}`}
            className="mx-1 max-sm:mr-0"
          />
        )}
      </div>
    </header>
  );
}

function ContactDetails({ message }: { message: Message }) {
  const company = companyLink(message);
  return (
    <>
      {/* One line, two on a phone: a longer one would wrap, and move the text below it when the font arrives. */}
      <p
        className="flex text-muted-foreground max-sm:flex-col sm:gap-1"
        title={[message.contactTitle, company?.name].filter(Boolean).join(" · ")}
      >
        <span className="truncate">{message.contactTitle}</span>
        {message.contactTitle && company && <span className="max-sm:hidden">·</span>}
        {company && <CompanyName {...company} />}
      </p>
      {message.providerId && (
        <Suspense fallback={<div className="h-6 max-sm:hidden" />}>
          <ProviderId text={message.providerId} className="max-sm:hidden" />
        </Suspense>
      )}
    </>
  );
}

export const CompanyName = ({ name, website }: NonNullable<ReturnType<typeof companyLink>>) =>
  website ? (
    // Underlined, because colour alone does not mark a link within a line of text.
    <ExternalLink href={website} className="truncate leading-6 underline decoration-current/40 max-sm:max-w-fit">
      {name}
    </ExternalLink>
  ) : (
    <span className="truncate">{name}</span>
  );
