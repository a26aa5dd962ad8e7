import { FileText } from "lucide-react";
import { Suspense } from "react";
import { useTexts } from "#lib/leads/conversation.api.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { SyncBadge } from "#lib/sync/sync-badge.tsx";
import { Button } from "#ui/button/button.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { useLead, usePredictedLeads, useTimeline } from "../leads.api.ts";
import { LeadFacts, PersonProfile } from "./lead-details.tsx";
import { LeadTimeline } from "./lead-timeline.tsx";
import { useLeadActions } from "./use-lead-dialogs.tsx";

const ConversationTexts = lazyComponent(() => import("#lib/leads/conversation-texts.tsx"), "ConversationTexts");

const keepPane = () => undefined;

/**
 * More about the lead beside a message that is being reviewed, below its title, rating, class and motivation. A reply is answered on
 * the message.
 */
export function LeadPane({ id }: { id: string }) {
  const query = useLead(id, true);
  const [lead] = usePredictedLeads(query.data ? [query.data] : []);
  const { actions, dialogs } = useLeadActions(keepPane);
  return (
    <QueryStates
      query={{ ...query, data: lead }}
      errorTitle="De lead kon niet worden geladen"
      skeleton={<LinesSkeleton />}
    >
      {(shown) => (
        <div className="@container flex flex-col gap-4">
          <div className="flex flex-wrap items-center gap-2 empty:hidden">
            {shown.hasReport && (
              <Button variant="outline" size="sm" onClick={() => actions.onReport(shown)}>
                <FileText />
                Lead Rapport
              </Button>
            )}
            <SyncBadge state={shown.sync} />
          </div>
          <LeadFacts lead={shown} narrow />
          <PersonProfile lead={shown} />
          <LeadHistory leadId={shown.id} />
          {dialogs}
        </div>
      )}
    </QueryStates>
  );
}

/**
 * The conversation, left out while it is empty, and the timeline. The timeline is shown once the conversation is loaded: it would
 * move otherwise.
 */
function LeadHistory({ leadId }: { leadId: string }) {
  const texts = useTexts(leadId);
  useTimeline(leadId);
  if (texts.isPending) return <LinesSkeleton />;
  return (
    <Suspense fallback={<LinesSkeleton />}>
      {texts.data?.length !== 0 && (
        <section aria-label="Gesprek" className="flex flex-col gap-2">
          <h3 className="font-medium text-[0.8125rem]">Gesprek</h3>
          <ConversationTexts leadId={leadId} />
        </section>
      )}
      <LeadTimeline leadId={leadId} />
    </Suspense>
  );
}
