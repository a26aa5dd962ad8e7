import { Building2 } from "lucide-react";
import { Suspense } from "react";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { useCurrentUser } from "#lib/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { SyncCard } from "#web/features/airtable/sync-card.tsx";
import { OwnCompanyCard } from "#web/features/companies/own-company-card.tsx";
import { ColleagueList } from "#web/features/users/colleague-list.tsx";
import { ColleagueStatistics } from "#web/features/users/colleague-statistics.tsx";

// The last cards of the page: they would take the first load over its budget.
const CompanyAuditCard = lazyComponent(() => import("#web/features/audit/audit-log.tsx"), "CompanyAuditCard");

const ApiKeysCard = lazyComponent(() => import("#web/features/api-keys/api-keys-card.tsx"), "ApiKeysCard");

const WebhooksCard = lazyComponent(() => import("#web/features/webhooks/webhooks-card.tsx"), "WebhooksCard");
const ConnectionCard = lazyComponent(() => import("#web/features/airtable/connection-card.tsx"), "ConnectionCard");
const WriterCard = lazyComponent(() => import("#web/features/writer/writer-card.tsx"), "WriterCard");

const SendersCard = lazyComponent(() => import("#web/features/senders/senders-card.tsx"), "SendersCard");

const LinkedInCard = lazyComponent(() => import("#web/features/linkedin/linkedin-card.tsx"), "LinkedInCard");

const ChannelSwitchNotice = lazyComponent(
  () => import("#web/features/queue/channel-switch-notice.tsx"),
  "ChannelSwitchNotice",
);

const SsoCard = lazyComponent(() => import("#web/features/auth/sso/sso-card.tsx"), "SsoCard");

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

export function CompanyAdminPage() {
  useDocumentTitle("Bedrijf Beheer");
  const { companyId, role } = useCurrentUser();
  return (
    <>
      <PageHeader title="Bedrijf Beheer" description="Overzicht van jouw bedrijf en gebruikers" />
      {companyId ? <CompanyAdmin companyId={companyId} isAdmin={ADMIN_ROLES.includes(role)} /> : <NoCompany />}
    </>
  );
}

function CompanyAdmin({ companyId, isAdmin }: { companyId: string; isAdmin: boolean }) {
  const disabledReason = isAdmin ? undefined : "Alleen een beheerder van je bedrijf kan dit wijzigen.";
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <OwnCompanyCard companyId={companyId} disabledReason={disabledReason} />
        <ColleagueStatistics companyId={companyId} />
      </div>
      <Suspense>
        <ChannelSwitchNotice />
      </Suspense>
      {isAdmin && <SyncCard />}
      <div id="gebruikers" className="scroll-mt-20">
        <ColleagueList companyId={companyId} disabledReason={disabledReason} />
      </div>
      <div id="afzenders" className="flex scroll-mt-20 flex-col gap-4">
        <Suspense fallback={<LinesSkeleton />}>
          <SendersCard companyId={companyId} disabledReason={disabledReason} />
          <LinkedInCard isAdmin={isAdmin} />
        </Suspense>
      </div>
      {isAdmin && (
        <Suspense fallback={<LinesSkeleton />}>
          <ConnectionCard />
          <WriterCard />
          <SsoCard />
          <ApiKeysCard />
          <WebhooksCard />
          <CompanyAuditCard />
        </Suspense>
      )}
    </div>
  );
}

const NoCompany = () => (
  <Empty
    icon={Building2}
    title="Je account hoort bij geen bedrijf"
    text="Zodra een platformbeheerder je aan een bedrijf koppelt, zie je hier de gegevens en gebruikers ervan."
  />
);
