import { useNavigate, useParams } from "@tanstack/react-router";
import { UserX } from "lucide-react";
import { Suspense } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { ApiError, urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { LinkedInMark } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { TaskForm } from "#lib/tasks/task-form.tsx";
import { TaskList } from "#lib/tasks/task-list.tsx";
import { Avatar } from "#ui/content/avatar.tsx";
import { webUrl } from "#ui/content/external-link.tsx";
import { ReportFrame } from "#ui/dialog/report-dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { LeadBadges, LeadButtons } from "../detail/lead-buttons.tsx";
import { LeadTexts, leadName } from "../detail/lead-details.tsx";
import { LeadPrivacy } from "../detail/lead-privacy.tsx";
import { LeadTimeline } from "../detail/lead-timeline.tsx";
import { useLeadActions } from "../detail/use-lead-dialogs.tsx";
import { useLead, usePredictedLeads } from "../leads.api.ts";
import { LeadConversation } from "./lead-conversation.tsx";
import { LeadDuplicates } from "./lead-duplicates.tsx";
import { LeadFactsEditor } from "./lead-facts-editor.tsx";
import { LeadMeetings } from "./lead-meetings.tsx";
import { LeadNotes } from "./lead-notes.tsx";
import { LeadTags } from "./lead-tags.tsx";

const LeadDrafts = lazyComponent(() => import("../detail/lead-drafts.tsx"), "LeadDrafts");

const TABS = {
  gesprek: "Gesprek",
  notities: "Notities",
  tijdlijn: "Tijdlijn",
  meetings: "Meetings en taken",
  rapport: "Rapport",
};
type TabName = keyof typeof TABS;
const TAB_NAMES = Object.keys(TABS) as TabName[];
const tabFilter = { tab: oneOf(TAB_NAMES) };

/** Everything about one lead, at a URL of its own. */
export function LeadPage() {
  const { id = "" } = useParams({ strict: false });
  return <LeadScreen key={id} id={id} />;
}

export function LeadScreen({ id }: { id: string }) {
  const query = useLead(id, true);
  const [lead] = usePredictedLeads(query.data ? [query.data] : []);
  useDocumentTitle(lead ? leadName(lead) : "Lead");
  if (query.error instanceof ApiError && [400, 404].includes(query.error.status)) return <NoSuchLead />;
  return (
    <QueryStates
      query={{ ...query, data: lead }}
      errorTitle="De lead kon niet worden geladen"
      skeleton={
        <>
          <PageHeader title="Lead" />
          <div className="p-4 sm:p-6">
            <LinesSkeleton />
          </div>
        </>
      }
    >
      {(shown) => <LeadDetails lead={shown} />}
    </QueryStates>
  );
}

const NoSuchLead = () => (
  <>
    <PageHeader title="Lead" />
    <Empty
      icon={UserX}
      title="Deze lead is er niet"
      text="De lead is verwijderd of samengevoegd met een andere. Verwijderde leads staan bij All Leads."
    />
  </>
);

function LeadDetails({ lead }: { lead: Lead }) {
  const navigate = useNavigate();
  const { actions, dialogs } = useLeadActions(() => void navigate({ to: "/all-leads" }));
  return (
    <>
      <PageHeader
        title={<LeadTitle lead={lead} />}
        description={[lead.title, lead.company].filter(Boolean).join(" · ")}
        actions={<LeadButtons lead={lead} actions={actions} />}
      />
      <div className="grid items-start gap-6 px-4 py-4 sm:px-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-5">
          <LeadBadges lead={lead} actions={actions} />
          <LeadDuplicates lead={lead} />
          <section aria-label="Gegevens">
            <h2 className="mb-1 font-medium text-[0.8125rem]">Gegevens</h2>
            <LeadFactsEditor lead={lead} />
          </section>
          <LeadTags lead={lead} />
          <LeadTexts lead={lead} />
          <Suspense>
            <LeadDrafts lead={lead} />
          </Suspense>
          <LeadPrivacy lead={lead} actions={actions} />
        </div>
        <LeadTabs lead={lead} />
      </div>
      {dialogs}
    </>
  );
}

const LeadTitle = ({ lead }: { lead: Lead }) => (
  <span className="flex min-w-0 items-center gap-3">
    <Avatar name={leadName(lead)} src={webUrl(lead.profilePictureUrl)} />
    <span className="min-w-0 break-words">{leadName(lead)}</span>
    <LinkedInMark url={lead.linkedInUrl} name={leadName(lead)} />
  </span>
);

function LeadTabs({ lead }: { lead: Lead }) {
  const [{ tab = "gesprek" }, setFilters] = useUrlFilters(tabFilter, { keepScroll: true });
  return (
    <Tabs value={tab} onValueChange={(next) => setFilters({ tab: next as TabName }, true)} className="min-w-0">
      <TabsList aria-label="Over deze lead">
        {TAB_NAMES.map((name) => (
          <TabsTrigger key={name} value={name} disabled={name === "rapport" && !lead.hasReport}>
            {TABS[name]}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value="gesprek">
        <LeadConversation leadId={lead.id} />
      </TabsContent>
      <TabsContent value="notities">
        <LeadNotes leadId={lead.id} />
      </TabsContent>
      <TabsContent value="tijdlijn">
        <LeadTimeline leadId={lead.id} />
      </TabsContent>
      <TabsContent value="meetings" className="flex flex-col gap-4">
        <section aria-label="Taken" className="flex flex-col gap-3 rounded-md border bg-card p-3">
          <h2 className="font-medium text-[0.8125rem]">Taken</h2>
          <TaskList of={{ leadId: lead.id }} none="Geen taken voor deze lead." />
          <TaskForm leadId={lead.id} />
        </section>
        <LeadMeetings leadId={lead.id} />
      </TabsContent>
      <TabsContent value="rapport">
        {lead.hasReport && (
          <ReportFrame
            title={`Lead Rapport - ${leadName(lead)}`}
            src={urlOf(leadsRoutes.report, { id: lead.id })}
            className="h-[76dvh]"
          />
        )}
      </TabsContent>
    </Tabs>
  );
}
