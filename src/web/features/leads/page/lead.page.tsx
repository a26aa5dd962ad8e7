import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { UserX } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { mayBeContacted } from "#contract/classification.ts";
import { type Lead, leadsRoutes } from "#contract/leads.ts";
import { ApiError, urlOf } from "#lib/api/api.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useConversation, useTexts } from "#lib/leads/conversation.api.ts";
import { LinkedInMark } from "#lib/leads/lead-link.tsx";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { oneOf, useUrlFilters } from "#lib/lists/url-filters.ts";
import { Button } from "#ui/button/button.tsx";
import { Avatar } from "#ui/content/avatar.tsx";
import { webUrl } from "#ui/content/external-link.tsx";
import { ReportFrame } from "#ui/dialog/report-dialog.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton, Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { lazyComponent, usePreload } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#ui/page/tabs.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { type LeadActions, LeadBadges, LeadButtons, LeadMenu } from "../detail/lead-buttons.tsx";
import { leadName } from "../detail/lead-details.tsx";
import { useLeadActions } from "../detail/use-lead-dialogs.tsx";
import { useLead, usePredictedLeads } from "../leads.api.ts";
import type { LeadTab } from "./lead-shortcuts.ts";

// Each part is loaded when it is shown: the first load shows the header.
const ConversationTexts = lazyComponent(() => import("#lib/leads/conversation-texts.tsx"), "ConversationTexts");
const AnswerToLead = lazyComponent(() => import("#lib/leads/answer-form.tsx"), "AnswerToLead");
const LeadNotes = lazyComponent(() => import("./lead-notes.tsx"), "LeadNotes");
const LeadTimeline = lazyComponent(() => import("../detail/lead-timeline.tsx"), "LeadTimeline");
const RecordLinks = lazyComponent(() => import("#lib/sync/record-history.tsx"), "RecordLinks");
const LeadMeetings = lazyComponent(() => import("./lead-meetings.tsx"), "LeadMeetings");
const LeadSide = lazyComponent(() => import("./lead-side.tsx"), "LeadSide");
const LeadShortcuts = lazyComponent(() => import("./lead-shortcuts.ts"), "LeadShortcuts");

const TABS: Record<LeadTab, string> = {
  gesprek: "Gesprek",
  gegevens: "Gegevens",
  notities: "Notities",
  tijdlijn: "Tijdlijn",
  meetings: "Meetings en taken",
  rapport: "Rapport",
};
const TAB_NAMES = Object.keys(TABS) as LeadTab[];
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
      skeleton={<LeadSkeleton />}
    >
      {(shown) => <LeadDetails lead={shown} />}
    </QueryStates>
  );
}

const TAB_WIDTHS = ["w-14", "w-16", "w-12", "w-28", "w-20"];
const FACTS = ["title", "company", "location", "email", "phone", "owner"];

/** The page without its texts: name, badges, details, and the tabs with a conversation. */
const LeadSkeleton = () => (
  <SkeletonGroup label="Lead laden...">
    <PageHeader
      isOneLine
      title={
        <>
          <span className="sr-only">Lead</span>
          <span className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-full" />
            <Skeleton className="w-44" />
          </span>
        </>
      }
      description={<span aria-hidden className="my-1 block h-3 w-64 max-w-full animate-pulse rounded-sm bg-skeleton" />}
      actions={<Skeleton className="size-9 sm:h-8 sm:w-56" />}
    />
    <div className="grid items-start gap-x-6 gap-y-2 px-4 py-3 sm:px-6 sm:py-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-5">
        <Skeleton className="my-1 w-60" />
        <Skeleton className="h-24 max-sm:hidden" />
        <Skeleton className="h-24 max-sm:hidden" />
        {FACTS.map((fact) => (
          <Skeleton key={fact} className="w-4/5 max-sm:hidden" />
        ))}
      </div>
      <div className="min-w-0">
        <div data-skeleton-tabs className="flex gap-6 overflow-hidden border-b py-3">
          {TAB_WIDTHS.map((width) => (
            <Skeleton key={width} className={`shrink-0 ${width}`} />
          ))}
        </div>
        <div className="mt-4 flex max-w-2xl flex-col gap-3">
          <Skeleton className="ml-auto h-24 w-4/5 rounded-md" />
          <Skeleton className="h-16 w-3/5 rounded-md" />
          <Skeleton className="ml-auto h-20 w-4/5 rounded-md" />
        </div>
      </div>
    </div>
  </SkeletonGroup>
);

const NoSuchLead = () => (
  <>
    <PageHeader title="Lead" />
    <Empty
      icon={UserX}
      title="Deze lead is er niet"
      text="De lead is verwijderd of samengevoegd met een andere. Verwijderde leads staan bij All Leads."
      action={
        <>
          <Button asChild variant="outline" size="sm">
            <Link to="/all-leads">Naar All Leads</Link>
          </Button>
          <Button asChild variant="outline" size="sm">
            <Link to="/search-leads">Leads zoeken</Link>
          </Button>
        </>
      }
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
          <LeadTabs lead={lead} actions={actions} details={<LeadSide lead={lead} actions={actions} />} />
        </div>
      ) : (
        <div className="grid items-start gap-6 px-4 py-4 sm:px-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-5">
            <LeadBadges lead={lead} actions={actions} />
            <Suspense fallback={<LinesSkeleton />}>
              <LeadSide lead={lead} actions={actions} />
            </Suspense>
          </div>
          <LeadTabs lead={lead} actions={actions} />
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
  actions: LeadActions;
  /** A tab of their own on a phone; a wider window has them beside the tabs. */
  details?: ReactNode;
};

/**
 * The tab of a phone on which nobody chose one; undefined until it is known. Decided once: the first message of a conversation
 * would otherwise replace the details while somebody types in them.
 */
function useFirstTab(leadId: string): LeadTab | undefined {
  const texts = useTexts(leadId);
  const conversation = useConversation(leadId);
  const [decided, setDecided] = useState<LeadTab>();
  if (decided || texts.isPending || conversation.isPending) return decided;
  // Without a conversation there is more to see in the details.
  const isSilent = texts.data?.length === 0 && conversation.data?.messages.length === 0;
  const firstTab = isSilent ? "gegevens" : "gesprek";
  setDecided(firstTab);
  return firstTab;
}

function LeadTabs({ lead, actions, details }: LeadTabsProps) {
  const conversation = useConversation(lead.id).data;
  const phoneTab = useFirstTab(lead.id);
  const [{ tab = details ? phoneTab : "gesprek" }, setFilters] = useUrlFilters(tabFilter, { keepScroll: true });
  const names = TAB_NAMES.filter((name) => Boolean(details) || name !== "gegevens");
  const shown = tab && !names.includes(tab) ? "gesprek" : tab;
  const isOff = (name: LeadTab) => name === "rapport" && !lead.hasReport;
  const show = (next: LeadTab) => setFilters({ tab: next }, true);
  usePreload(LeadNotes.preload);
  return (
    <Tabs value={shown ?? ""} onValueChange={(next) => show(next as LeadTab)} className="min-w-0">
      <Suspense>
        <LeadShortcuts
          lead={lead}
          actions={actions}
          tabs={names.filter((name) => !isOff(name))}
          shown={shown}
          onShow={show}
          mayAnswer={Boolean(conversation?.senderName) && mayBeContacted(conversation?.leadClassification ?? null)}
        />
      </Suspense>
      <TabsList aria-label="Over deze lead">
        {names.map((name) => (
          <TabsTrigger key={name} value={name} disabled={isOff(name)}>
            {TABS[name]}
          </TabsTrigger>
        ))}
      </TabsList>
      {!shown && (
        <div className="pt-4">
          <LinesSkeleton />
        </div>
      )}
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
          <LeadTimeline leadId={lead.id} heading="h2" />
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
