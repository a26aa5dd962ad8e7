import { Lock, Printer } from "lucide-react";
import { Suspense } from "react";
import { management, type Role } from "#contract/roles.ts";
import type { ResultsQuery } from "#contract/statistics.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { TooltipButton } from "#ui/button/tooltip-button.tsx";
import { Empty } from "#ui/feedback/empty.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useIsPhone } from "#ui/use-media-query.ts";
import { AcceptedSection, InvitationSection } from "#web/features/statistics/invitation-section.tsx";
import { MessageSection } from "#web/features/statistics/message-section.tsx";
import { OverviewSection } from "#web/features/statistics/overview-section.tsx";
import { RefreshButton } from "#web/features/statistics/refresh-button.tsx";
import { PeriodDays, PeriodSelect, usePeriod } from "#web/features/statistics/result-period.tsx";
import { ResultsSection } from "#web/features/statistics/results-section.tsx";
import { useCommonFailure } from "#web/features/statistics/statistics.api.ts";

// The last section of the page: with dnd-kit the first load would be over its budget.
const WorkflowSection = lazyComponent(() => import("#web/features/workflows/workflow-section.tsx"), "WorkflowSection");

const MANAGEMENT_ROLES: readonly Role[] = management.roles;

export function ManagementPage() {
  useDocumentTitle("Management");
  const { role } = useCurrentUser();
  return MANAGEMENT_ROLES.includes(role) ? <Dashboard /> : <NoAccess />;
}

// Below the results: they would take the first load over its budget.
const GoalsSection = lazyComponent(() => import("#web/features/statistics/goals-section.tsx"), "GoalsSection");
const WeeklyMail = lazyComponent(() => import("#web/features/statistics/weekly-mail.tsx"), "WeeklyMail");

function Dashboard() {
  const period = usePeriod();
  const isPhone = useIsPhone();
  const failure = useCommonFailure(period.query);
  return (
    <>
      <PageHeader
        actionsBelow
        title="Management"
        actions={
          <>
            {!isPhone && <PeriodDays period={period} />}
            <PeriodSelect period={period} />
            <PrintButton />
            <RefreshButton />
            {/* Below the other buttons, also for Tab and a screen reader. */}
            {isPhone && <PeriodDays period={period} />}
          </>
        }
      />
      <Sections query={period.query} failure={failure} />
    </>
  );
}

type SectionsProps = { query: Partial<ResultsQuery>; failure: ReturnType<typeof useCommonFailure> };

/** When the figures fail, goals and workflows stay mounted, so that an open dialog and its input are kept. */
const Sections = ({ query, failure }: SectionsProps) => (
  <div className="flex flex-col gap-8 p-4 sm:p-6 print:gap-2 print:p-0 print:[zoom:0.75]">
    {failure ? (
      <QueryStates query={failure} errorTitle="De cijfers konden niet worden geladen" skeleton={null}>
        {() => null}
      </QueryStates>
    ) : (
      <ResultsSection query={query} />
    )}
    <Suspense>
      <GoalsSection />
    </Suspense>
    {!failure && (
      <>
        <InvitationSection />
        <MessageSection />
        <AcceptedSection />
        <OverviewSection />
      </>
    )}
    <Suspense>
      <WorkflowSection />
      <WeeklyMail />
    </Suspense>
  </div>
);

const PrintButton = () => (
  <TooltipButton
    variant="outline"
    size="icon"
    aria-label="Afdrukken"
    hint="Afdrukken"
    onClick={() => window.print()}
    className="max-sm:hidden print:hidden"
  >
    <Printer />
  </TooltipButton>
);

const NoAccess = () => (
  <>
    <PageHeader title="Management" />
    <Empty icon={Lock} title="Geen toegang" text="Dit scherm hoort niet bij jouw rol. Vraag het aan je beheerder." />
  </>
);
