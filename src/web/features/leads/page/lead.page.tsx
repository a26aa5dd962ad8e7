import { useNavigate, useParams } from "@tanstack/react-router";
import { UserX } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { ApiError, urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useConversation } from "#lib/leads/conversation.api.ts";
import { LinkedInMark } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Avatar } from "#ui/content/avatar.tsx";
import { webUrl } from "#ui/content/external-link.tsx";
import { ReportFrame } from "#ui/dialog/report-dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { LeadBadges, LeadButtons, LeadMenu } from "../detail/lead-buttons.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { useLeadActions } from "../detail/use-lead-dialogs.tsx";
import { useLead, usePredictedLeads } from "../leads.api.ts";

// Each part is loaded when it is shown: the first load shows the header.
const ConversationTexts = lazyComponent(() => import("#lib/leads/conversation-texts.tsx"), "ConversationTexts");
const AnswerToLead = lazyComponent(() => import("#lib/leads/answer-form.tsx"), "AnswerToLead");
const LeadNotes = lazyComponent(() => import("./lead-notes.tsx"), "LeadNotes");
const LeadTimeline = lazyComponent(() => import("../detail/lead-timeline.tsx"), "LeadTimeline");
const RecordLinks = lazyComponent(() => import("#lib/sync/record-history.tsx"), "RecordLinks");
const LeadMeetings = lazyComponent(() => import("./lead-meetings.tsx"), "LeadMeetings");
const LeadSide = lazyComponent(() => import("./lead-side.tsx"), "LeadSide");

const TABS = {
  gesprek: "Gesprek",
  gegevens: "Gegevens",
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
  const isPhone = useIsPhone();
  const { actions, dialogs } = useLeadActions(() => void navigate({ to: "/all-leads" }));
  return (
    <>
      <PageHeader
        isOneLine
        title={<LeadTitle lead={lead} />}
        description={[lead.title, lead.company].filter(Boolean).join(" · ")}
        actions={isPhone ? <LeadMenu lead={lead} actions={actions} /> : <LeadButtons lead={lead} actions={actions} />}
      />
      {isPhone ? (
        <div className="flex flex-col gap-2 px-4 py-3">
          <LeadBadges lead={lead} actions={actions} />
          <LeadTabs lead={lead} details={<LeadSide lead={lead} actions={actions} />} />
        </div>
      ) : (
        <div className="grid items-start gap-6 px-4 py-4 sm:px-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-5">
            <LeadBadges lead={lead} actions={actions} />
            <Suspense fallback={<LinesSkeleton />}>
              <LeadSide lead={lead} actions={actions} />
            </Suspense>
          </div>
          <LeadTabs lead={lead} />
        </div>
      )}
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

type LeadTabsProps = {
  lead: Lead;
  /** A tab of their own on a phone; a wider window has them beside the tabs. */
  details?: ReactNode;
};

function LeadTabs({ lead, details }: LeadTabsProps) {
  const conversation = useConversation(lead.id).data;
  const [{ tab = "gesprek" }, setFilters] = useUrlFilters(tabFilter, { keepScroll: true });
  const names = TAB_NAMES.filter((name) => Boolean(details) || name !== "gegevens");
  return (
    <Tabs
      value={names.includes(tab) ? tab : "gesprek"}
      onValueChange={(next) => setFilters({ tab: next as TabName }, true)}
      className="min-w-0"
    >
      <TabsList aria-label="Over deze lead">
        {names.map((name) => (
          <TabsTrigger key={name} value={name} disabled={name === "rapport" && !lead.hasReport}>
            {TABS[name]}
          </TabsTrigger>
        ))}
      </TabsList>
      <Suspense fallback={<LinesSkeleton />}>
        <TabsContent value="gesprek" className="flex flex-col gap-4">
          <ConversationTexts leadId={lead.id} messages={conversation?.messages} />
          <Suspense>
            <AnswerToLead leadId={lead.id} />
          </Suspense>
        </TabsContent>
        <TabsContent value="gegevens" className="flex flex-col gap-5">
          {details}
        </TabsContent>
        <TabsContent value="notities">
          <LeadNotes leadId={lead.id} />
        </TabsContent>
        <TabsContent value="tijdlijn">
          <LeadTimeline leadId={lead.id} />
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <RecordLinks table="leads" recordId={lead.id} label="Wijzigingen met Airtable" />
          </div>
        </TabsContent>
        <TabsContent value="meetings">
          <LeadMeetings leadId={lead.id} />
        </TabsContent>
      </Suspense>
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
