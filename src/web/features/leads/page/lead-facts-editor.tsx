import type { ReactNode } from "react";
import type { LeadChange } from "#contract/forms.ts";
import { LEAD_FIELDS } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { ExternalLink, webUrl } from "#ui/content/external-link.tsx";
import { EmailLink, HubspotId, PhoneLink } from "../detail/lead-details.tsx";
import { useLeadFilterOptions, useLeadSettings } from "../leads.api.ts";
import { InlineField } from "./inline-field.tsx";
import { useEditLead } from "./lead-details.api.ts";

type EditedField = keyof LeadChange;

const LABELS: Record<EditedField, string> = {
  ...(Object.fromEntries(Object.entries(LEAD_FIELDS).map(([name, { label }]) => [name, label])) as Record<
    keyof typeof LEAD_FIELDS,
    string
  >),
  contractOwner: "Contact Owner",
  hubspotId: "HubSpot ID",
};

const FIELDS = Object.keys(LABELS) as EditedField[];

/** A link where the value is one. */
const showValue = (field: EditedField, value: string | null) => {
  if (!value) return undefined;
  if (field === "email") return <EmailLink address={value} />;
  if (field === "phone") return <PhoneLink number={value} />;
  if (field === "hubspotId") return <HubspotId id={value} />;
  if (field === "website" || field === "linkedInUrl") {
    const url = webUrl(value);
    return url ? <ExternalLink href={url}>{value.replace(/^https?:\/\/(www\.)?/, "")}</ExternalLink> : undefined;
  }
  return undefined;
};

/** The details of a lead, each edited in place. */
export function LeadFactsEditor({ lead }: { lead: Lead }) {
  const { mutateAsync } = useEditLead(lead);
  const { owners = [], industries = [] } = useLeadFilterOptions().data ?? {};
  const { readOnlyFields = [] } = useLeadSettings().data ?? {};
  const suggestions: Partial<Record<EditedField, readonly string[]>> = { contractOwner: owners, industry: industries };
  return (
    <dl className="flex flex-col gap-0.5">
      {FIELDS.map((field) => {
        const readOnly = readOnlyFields.find((found) => found.field === field);
        return readOnly ? (
          <OnlyInAirtable key={field} label={LABELS[field]} name={readOnly.name}>
            {showValue(field, lead[field]) ?? (lead[field] || "–")}
          </OnlyInAirtable>
        ) : (
          <InlineField
            key={field}
            label={LABELS[field]}
            value={lead[field]}
            {...(suggestions[field] ? { suggestions: suggestions[field] } : {})}
            onSave={(value) => mutateAsync({ [field]: value })}
          >
            {showValue(field, lead[field])}
          </InlineField>
        );
      })}
      <ReadOnly label="Lead Allocated" value={lead.leadAllocated} />
      <ReadOnly label="Toegevoegd" value={formatLongDate(lead.dateAdded)} />
      <ReadOnly label="Provider ID" value={lead.providerId} />
    </dl>
  );
}

/** Its field in Airtable is of a type that we only read, such as a list of choices. */
const OnlyInAirtable = ({ label, name, children }: { label: string; name: string; children: ReactNode }) => (
  <div className="grid min-h-7 grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-2 text-[0.8125rem]">
    <dt className="pt-1.5 text-muted-foreground text-xs">{label}</dt>
    <dd className="min-w-0 break-words py-1">
      {children}
      <span className="block text-muted-foreground text-xs">Alleen in Airtable te wijzigen, in “{name}”.</span>
    </dd>
  </div>
);

const ReadOnly = ({ label, value }: { label: string; value: string | null }) => (
  <div className="grid min-h-7 grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-2 text-[0.8125rem]">
    <dt className="pt-1.5 text-muted-foreground text-xs">{label}</dt>
    <dd className="min-w-0 truncate pt-1" title={value ?? undefined}>
      {value || "–"}
    </dd>
  </div>
);
