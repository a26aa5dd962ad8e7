import { ArrowRight } from "lucide-react";
import { Fragment } from "react";
import type { AcceptedInvitation } from "#contract/invitations.ts";
import { formatLongDate } from "#lib/dates.ts";

/** From being added to being connected. */
export function InvitationFlow({ lead }: { lead: AcceptedInvitation }) {
  const steps = [
    { label: "Toegevoegd", at: lead.dateAdded },
    { label: "Date Invited", at: lead.dateInvited },
    { label: "Date Accepted", at: lead.dateAccepted },
  ];
  return (
    <div className="rounded-sm border bg-background px-3 py-2">
      <dl className="flex flex-col gap-x-3 gap-y-1 text-[0.8125rem] sm:flex-row sm:flex-wrap sm:items-center">
        {steps.map(({ label, at }, index) => (
          <Fragment key={label}>
            {index > 0 && <ArrowRight aria-hidden className="size-4 shrink-0 text-muted-foreground max-sm:hidden" />}
            <div className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
              <dt className="text-muted-foreground text-xs">{label}</dt>
              <dd className="tabular-nums">{formatLongDate(at) || "–"}</dd>
            </div>
          </Fragment>
        ))}
      </dl>
      {lead.connectedWith && (
        <p className="mt-1.5 text-muted-foreground text-xs">Connected With: {lead.connectedWith}</p>
      )}
    </div>
  );
}
