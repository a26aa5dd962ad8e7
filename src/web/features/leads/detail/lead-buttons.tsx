import { Ellipsis, FileText, Trash2 } from "lucide-react";
import type { Lead } from "#contract/leads.ts";
import { classificationText, classificationTone } from "#lib/labels/classification.ts";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { StarRating } from "#ui/content/star-rating.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#ui/overlay/dropdown-menu.tsx";
import { leadName } from "./lead-details.tsx";

/** Callbacks of a lead's buttons; useLeadDialogs provides them. */
export type LeadActions = {
  onReport: (lead: Lead) => void;
  onClassify: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
  /** The user has confirmed that the person is erased. */
  onErased: (lead: Lead) => void;
};

type LeadActionProps = { lead: Lead; actions: LeadActions };

/** Rating, classification and sync state of a lead. */
export const LeadBadges = ({ lead, actions }: LeadActionProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
    <StarRating value={lead.leadRating} />
    <ClassificationButton lead={lead} actions={actions} />
    <SyncBadge state={lead.sync} />
  </div>
);

export const ClassificationButton = ({ lead, actions }: LeadActionProps) => {
  const { leadClassification } = lead;
  const text = leadClassification === "DELETED" ? "Verwijderd" : classificationText(leadClassification);
  return (
    <Badge asChild tone={classificationTone(leadClassification)}>
      <button
        type="button"
        data-key="c"
        aria-label={`Classificatie van ${leadName(lead)}: ${text}. Wijzigen`}
        onClick={() => actions.onClassify(lead)}
      >
        {text}
      </button>
    </Badge>
  );
};

export const LeadButtons = ({ lead, actions }: LeadActionProps) => (
  <>
    <TooltipButton
      variant="outline"
      size="sm"
      aria-label={`Lead Rapport van ${leadName(lead)}`}
      disabledReason={lead.hasReport ? undefined : "Van deze lead is geen rapport."}
      onClick={() => actions.onReport(lead)}
    >
      <FileText />
      Lead Rapport
    </TooltipButton>
    <TooltipButton
      variant="ghost-danger"
      size="sm"
      aria-label={`${leadName(lead)} verwijderen`}
      onClick={() => actions.onDelete(lead)}
    >
      <Trash2 />
      Verwijderen
    </TooltipButton>
  </>
);

/** The same actions on the page of a lead on a phone, where deleting should not stand out. */
export const LeadMenu = ({ lead, actions }: LeadActionProps) => (
  <DropdownMenu>
    <DropdownMenuTrigger asChild>
      <Button variant="outline" size="icon" className="size-9" aria-label={`Meer acties voor ${leadName(lead)}`}>
        <Ellipsis />
      </Button>
    </DropdownMenuTrigger>
    <DropdownMenuContent align="end">
      {lead.hasReport && (
        <DropdownMenuItem onSelect={() => actions.onReport(lead)}>
          <FileText />
          Lead Rapport
        </DropdownMenuItem>
      )}
      <DropdownMenuItem tone="destructive" onSelect={() => actions.onDelete(lead)}>
        <Trash2 />
        Verwijderen
      </DropdownMenuItem>
    </DropdownMenuContent>
  </DropdownMenu>
);
