import { Link } from "@tanstack/react-router";
import { Building2 } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { ListKeys } from "#lib/lists/list-keys.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Empty } from "#ui/feedback/empty.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { useMediaQuery } from "#ui/use-media-query.ts";
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
  const isWide = useMediaQuery("(width >= 87.5rem)");
  return (
    <>
      <PageHeader
        title="Bedrijf Beheer"
        description="Overzicht van jouw bedrijf en gebruikers"
        filters={isWide && companyId && ADMIN_ROLES.includes(role) && <SectionMenu />}
      />
      {companyId ? <CompanyAdmin companyId={companyId} isAdmin={ADMIN_ROLES.includes(role)} /> : <NoCompany />}
    </>
  );
}

const SECTIONS = {
  bedrijf: "Bedrijf",
  synchronisatie: "Synchronisatie",
  gebruikers: "Gebruikers",
  afzenders: "Afzenders",
  linkedin: "LinkedIn",
  airtable: "Airtable",
  schrijver: "Schrijver",
  inloggen: "Inloggen",
  api: "API-sleutels",
  webhooks: "Webhooks",
  wijzigingslog: "Wijzigingslog",
} as const;

/** Links to the sections of the page, in a window in which they fit beside each other. */
const SectionMenu = () => (
  <nav aria-label="Onderdelen" className="-mx-2 -mb-1 flex">
    {Object.entries(SECTIONS).map(([id, label]) => (
      <Link
        key={id}
        to="/company-admin"
        // Keeps the filters of the Wijzigingslog.
        search={true}
        hash={id}
        className="rounded-sm px-2 py-1 text-[0.8125rem] text-muted-foreground hover:bg-accent hover:text-foreground"
      >
        {label}
      </Link>
    ))}
  </nav>
);

const ADMIN_CARDS: readonly { id: keyof typeof SECTIONS; Card: ComponentType }[] = [
  { id: "airtable", Card: ConnectionCard },
  { id: "schrijver", Card: WriterCard },
  { id: "inloggen", Card: SsoCard },
  { id: "api", Card: ApiKeysCard },
  { id: "webhooks", Card: WebhooksCard },
  { id: "wijzigingslog", Card: CompanyAuditCard },
];

/** In the document before its card has loaded, so that a link to it finds it. */
const PageSection = ({ id, children }: { id: keyof typeof SECTIONS; children: ReactNode }) => (
  <div id={id} className="scroll-mt-[calc(var(--table-top,4rem)+1rem)]">
    <Suspense fallback={<LinesSkeleton />}>{children}</Suspense>
  </div>
);

function CompanyAdmin({ companyId, isAdmin }: { companyId: string; isAdmin: boolean }) {
  const disabledReason = isAdmin ? undefined : "Alleen een beheerder van je bedrijf kan dit wijzigen.";
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <ListKeys />
      <PageSection id="bedrijf">
        <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
          <OwnCompanyCard companyId={companyId} disabledReason={disabledReason} />
          <ColleagueStatistics companyId={companyId} />
        </div>
      </PageSection>
      <Suspense>
        <ChannelSwitchNotice />
      </Suspense>
      {isAdmin && (
        <PageSection id="synchronisatie">
          <SyncCard />
        </PageSection>
      )}
      <PageSection id="gebruikers">
        <ColleagueList companyId={companyId} disabledReason={disabledReason} />
      </PageSection>
      <PageSection id="afzenders">
        <SendersCard companyId={companyId} disabledReason={disabledReason} />
      </PageSection>
      <PageSection id="linkedin">
        <LinkedInCard isAdmin={isAdmin} />
      </PageSection>
      {isAdmin &&
        ADMIN_CARDS.map(({ id, Card }) => (
          <PageSection key={id} id={id}>
            <Card />
          </PageSection>
        ))}
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
