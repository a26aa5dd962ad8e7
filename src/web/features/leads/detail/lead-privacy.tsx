import { Download, Eraser } from "lucide-react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { companyAdministration } from "#contract/roles.ts";
import { addressOf } from "#lib/api.ts";
import { useCurrentUser } from "#lib/current-user.ts";
import { Button } from "#ui/button.tsx";
import type { LeadActions } from "./lead-actions.tsx";
import { nameOf } from "./lead-person.tsx";

/** What a person may ask of a company, for whoever runs it: all that is known of them, and to be forgotten. */
export function LeadPrivacy({ lead, actions }: { lead: Lead; actions: LeadActions }) {
  const { role } = useCurrentUser();
  if (!companyAdministration.roles.some((allowed) => allowed === role)) return null;
  return (
    <section aria-label="Privacy">
      <h3 className="mb-2 font-medium text-[0.8125rem]">Privacy (AVG)</h3>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="outline" size="sm">
          <a
            href={addressOf(leadsRoutes.exportPerson, { id: lead.id })}
            download
            aria-label={`Alle gegevens van ${nameOf(lead)} exporteren`}
          >
            <Download />
            Alle gegevens exporteren
          </a>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          className="text-danger"
          aria-label={`${nameOf(lead)} definitief wissen`}
          onClick={() => actions.onErase(lead)}
        >
          <Eraser />
          Definitief wissen
        </Button>
      </div>
    </section>
  );
}
