import { Download, Eraser } from "lucide-react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { companyAdministration } from "#contract/roles.ts";
import { urlOf } from "#lib/api/api.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { useEraseLead } from "./erase-lead.tsx";
import type { LeadActions } from "./lead-buttons.tsx";
import { leadName } from "./lead-details.tsx";

/** GDPR requests, for administrators only: export or erase everything about this person. */
export function LeadPrivacy({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  const { role } = useCurrentUser();
  const { erase, isReading } = useEraseLead(lead);
  const eraseAndClose = async () => {
    if (await erase()) actions.onErased(lead);
  };
  if (!companyAdministration.roles.some((allowed) => allowed === role)) return null;
  return (
    <section aria-label="Privacy">
      <h3 className="mb-2 font-medium text-[0.8125rem]">Privacy (AVG)</h3>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm">
          <a
            href={urlOf(leadsRoutes.exportPerson, { id: lead.id })}
            download
            aria-label={`Alle gegevens van ${leadName(lead)} exporteren`}
          >
            <Download />
            Alle gegevens exporteren
          </a>
        </Button>
        <Button
          variant="ghost-danger"
          size="sm"
          aria-label={`${leadName(lead)} definitief wissen`}
          busy={isReading}
          onClick={() => void eraseAndClose()}
        >
          <Eraser />
          Definitief wissen
        </Button>
      </div>
    </section>
  );
}
