import { FileText, Trash2 } from "lucide-react";
import type { Lead } from "#contract/leads.ts";
import { classText, classTone } from "#lib/classification.ts";
import { SyncBadge } from "#lib/sync-badge.tsx";
import { Badge } from "#ui/badge.tsx";
import { GuardedButton } from "#ui/guarded-button.tsx";
import { StarRating } from "#ui/star-rating.tsx";
import { nameOf } from "./lead-person.tsx";

/** What can be done with a lead; the dialogs are the screen's. */
export type LeadActions = {
  onReport: (lead: Lead) => void;
  onClassify: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
  onErase: (lead: Lead) => void;
};

type WithActions = { lead: Lead; actions: LeadActions };

/** The rating, the class and how it stands with Airtable. */
export const LeadStanding = ({ lead, actions }: WithActions) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
    <StarRating value={lead.leadRating} />
    <ClassButton lead={lead} actions={actions} />
    <SyncBadge state={lead.sync} />
  </div>
);

export const ClassButton = ({ lead, actions }: WithActions) => {
  const { leadClassification } = lead;
  const text = leadClassification === "DELETED" ? "Verwijderd" : classText(leadClassification);
  return (
    <Badge asChild tone={classTone(leadClassification)}>
      <button
        type="button"
        aria-label={`Classificatie van ${nameOf(lead)}: ${text}. Wijzigen`}
        onClick={() => actions.onClassify(lead)}
      >
        {text}
      </button>
    </Badge>
  );
};

export const LeadButtons = ({ lead, actions }: WithActions) => (
  <>
    <GuardedButton
      variant="outline"
      size="sm"
      aria-label={`Lead Rapport van ${nameOf(lead)}`}
      refusal={lead.hasReport ? undefined : "Van deze lead is geen rapport."}
      onClick={() => actions.onReport(lead)}
    >
      <FileText />
      Lead Rapport
    </GuardedButton>
    <GuardedButton
      variant="ghost"
      size="sm"
      className="text-danger"
      aria-label={`${nameOf(lead)} verwijderen`}
      onClick={() => actions.onDelete(lead)}
    >
      <Trash2 />
      Verwijderen
    </GuardedButton>
  </>
);
