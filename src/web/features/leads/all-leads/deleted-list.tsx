import { useMutation, useQuery } from "@tanstack/react-query";
import { Eraser, RotateCcw } from "lucide-react";
import { type DeletedLead, leadListsRoutes } from "#contract/lead-lists.ts";
import { type Lead, leadsRoutes, type RestoredLead } from "#contract/leads.ts";
import { companyAdministration } from "#contract/roles.ts";
import { call } from "#lib/api/api.ts";
import { formatLongDate } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { failureToast, useEraseLead, useLeadRefresh } from "../leads.api.ts";

const useDeletedLeads = () =>
  useQuery({
    queryKey: ["leads", "deleted"],
    queryFn: ({ signal }) => call(leadListsRoutes.deleted, { query: { limit: 200 }, signal }),
  });

const describeRestored = ({ fullName, messagesToReview, stoppedMessages }: RestoredLead): string => {
  const texts = [`${fullName} staat weer in de lijsten.`];
  if (messagesToReview === 1) texts.push("1 bericht staat weer bij Te beoordelen.");
  if (messagesToReview > 1) texts.push(`${messagesToReview} berichten staan weer bij Te beoordelen.`);
  if (stoppedMessages === 1) texts.push("1 vervolgbericht blijft geannuleerd.");
  if (stoppedMessages > 1) texts.push(`${stoppedMessages} vervolgberichten blijven geannuleerd.`);
  return texts.join(" ");
};

function useRestoreLead() {
  const refresh = useLeadRefresh();
  return useMutation({
    mutationFn: ({ id }: Pick<Lead, "id" | "fullName">) => call(leadsRoutes.restore, { params: { id } }),
    onSuccess: (lead) => showToast({ title: "Lead hersteld", description: describeRestored(lead) }),
    onError: (error) => showToast(failureToast("Kon de lead niet herstellen. Probeer het opnieuw.")(error)),
    onSettled: refresh,
  });
}

/** The deleted leads that can still be restored. */
export function DeletedList() {
  const deleted = useDeletedLeads();
  return (
    <QueryStates query={deleted} errorTitle="De lijst kon niet worden geladen" skeleton={<LinesSkeleton />}>
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-muted-foreground">Geen verwijderde leads.</p>
        ) : (
          <ul className="divide-y">
            {items.map((lead) => (
              <DeletedRow key={lead.id} lead={lead} />
            ))}
          </ul>
        )
      }
    </QueryStates>
  );
}

function DeletedRow({ lead }: { lead: DeletedLead }) {
  const restore = useRestoreLead();
  const erase = useEraseLead();
  const { role } = useCurrentUser();
  const canErase = companyAdministration.roles.some((allowed) => allowed === role);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="break-words font-medium">{leadName(lead)}</p>
        <p className="text-muted-foreground text-xs">
          Verwijderd op {formatLongDate(lead.deletedAt)}
          {lead.deletedBy && ` door ${lead.deletedBy}`} · te herstellen tot {formatLongDate(lead.restoreUntil)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {canErase && (
          <Button
            variant="ghost"
            size="sm"
            className="text-danger"
            aria-label={`${leadName(lead)} definitief wissen`}
            onClick={() => void erase(lead)}
          >
            <Eraser />
            Wissen
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          aria-label={`${leadName(lead)} herstellen`}
          busy={restore.isPending}
          busyLabel="Herstellen..."
          onClick={() => restore.mutate(lead)}
        >
          <RotateCcw />
          Herstellen
        </Button>
      </div>
    </li>
  );
}
