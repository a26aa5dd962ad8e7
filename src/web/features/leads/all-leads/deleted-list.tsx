import { Eraser, RotateCcw } from "lucide-react";
import { type DeletedLead, leadListsRoutes } from "#contract/lead-lists.ts";
import { type Lead, leadsRoutes, type RestoredLead } from "#contract/leads.ts";
import { companyAdministration } from "#contract/roles.ts";
import { call } from "#lib/api/api.ts";
import { useUndoableMutation } from "#lib/api/undo.tsx";
import { formatLongDate } from "#lib/dates/dates.ts";
import { keepFocus } from "#lib/lists/keep-focus.ts";
import { usePagedList } from "#lib/lists/paged-list.ts";
import { NextPageStatus, QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { useEraseLead } from "../detail/erase-lead.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { failureToast, useLeadRefresh } from "../leads.api.ts";

const useDeletedLeads = () =>
  usePagedList({
    queryKey: ["leads", "deleted"],
    read: async ({ cursor, signal }) => {
      const { items, nextCursor } = await call(leadListsRoutes.deleted, { query: { limit: 200, cursor }, signal });
      return { items, nextCursor: nextCursor ?? undefined, total: items.length };
    },
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
  return useUndoableMutation({
    mutationFn: ({ id }: Pick<Lead, "id" | "fullName">) => call(leadsRoutes.restore, { params: { id } }),
    onSuccess: (lead) => showToast({ title: "Lead hersteld", description: describeRestored(lead) }),
    onError: (error) => showToast(failureToast("Kon de lead niet herstellen. Probeer het opnieuw.")(error)),
    onSettled: refresh,
  });
}

/** The deleted leads that can still be restored. */
export function DeletedList() {
  const { query, items, loadMore } = useDeletedLeads();
  return (
    <div ref={keepFocus} tabIndex={-1}>
      <QueryStates query={query} errorTitle="De lijst kon niet worden geladen" skeleton={<LinesSkeleton />}>
        {() =>
          items.length === 0 ? (
            <p className="text-muted-foreground">Geen verwijderde leads.</p>
          ) : (
            <>
              <ul className="divide-y">
                {items.map((lead) => (
                  <DeletedRow key={lead.id} lead={lead} />
                ))}
              </ul>
              {query.isFetchNextPageError ? (
                <NextPageStatus query={query} errorText="De volgende leads konden niet worden geladen." />
              ) : (
                query.hasNextPage && (
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-3"
                    busy={query.isFetchingNextPage}
                    busyLabel="Laden..."
                    onClick={loadMore}
                  >
                    Meer tonen
                  </Button>
                )
              )}
            </>
          )
        }
      </QueryStates>
    </div>
  );
}

function DeletedRow({ lead }: { lead: DeletedLead }) {
  const restore = useRestoreLead();
  const { erase, isReading } = useEraseLead(lead);
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
        {canErase && (
          <Button
            variant="ghost-danger"
            size="sm"
            aria-label={`${leadName(lead)} definitief wissen`}
            busy={isReading}
            onClick={() => void erase()}
          >
            <Eraser />
            Wissen
          </Button>
        )}
      </div>
    </li>
  );
}
