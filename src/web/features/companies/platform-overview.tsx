import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PlatformOverview } from "#contract/companies.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { usePlatformOverview } from "./companies.api.ts";
import { RecentlyDeleted } from "./recently-deleted.tsx";

const LOAD_FAILED = "Het overzicht kon niet worden geladen";

/** Companies with problems, recent sign-ins and deleted companies. */
export function PlatformOverviewCards() {
  const overview = usePlatformOverview();
  const renderLoaded = (render: (overview: PlatformOverview) => ReactNode) => (
    <QueryStates query={overview} errorTitle={LOAD_FAILED} skeleton={<LinesSkeleton />}>
      {render}
    </QueryStates>
  );
  return (
    <div className="grid items-start gap-4 xl:grid-cols-3">
      <OverviewCard title="Bedrijven die aandacht vragen">
        {renderLoaded(({ troubled }) => (
          <TroubledCompanies companies={troubled} />
        ))}
      </OverviewCard>
      <OverviewCard title="Recent ingelogd">
        {renderLoaded(({ recentSignIns }) => (
          <SignIns signIns={recentSignIns} />
        ))}
      </OverviewCard>
      <OverviewCard title="Recently deleted">
        {renderLoaded(({ deleted }) => (
          <RecentlyDeleted companies={deleted} />
        ))}
      </OverviewCard>
    </div>
  );
}

const OverviewCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="min-w-0">
    <CardHeader>
      <CardTitle>{title}</CardTitle>
    </CardHeader>
    <CardContent>{children}</CardContent>
  </Card>
);

const lineStyle = "py-2.5 first:pt-0 last:pb-0";

const TroubledCompanies = ({ companies }: { companies: PlatformOverview["troubled"] }) => {
  if (companies.length === 0)
    return <p className="text-muted-foreground">Alles loopt: geen bedrijf vraagt aandacht.</p>;
  return (
    <ul className="divide-y">
      {companies.map(({ id, name, reason }) => (
        <li key={id} className={lineStyle}>
          <Link to="/admin/companies" search={{ q: name }} className="rounded-xs font-medium hover:underline">
            {name}
          </Link>
          <p className="text-warning text-xs">{reason}</p>
        </li>
      ))}
    </ul>
  );
};

const SignIns = ({ signIns }: { signIns: PlatformOverview["recentSignIns"] }) => {
  if (signIns.length === 0) return <p className="text-muted-foreground">Er heeft nog niemand ingelogd.</p>;
  return (
    <ul className="divide-y">
      {signIns.map(({ userId, name, companyName, at, sessionKind }) => (
        <li key={`${userId} ${at} ${sessionKind}`} className={lineStyle}>
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{name}</span>
            {sessionKind === "admin" && <Badge lang="en">Admin Panel</Badge>}
          </p>
          <p className="text-muted-foreground text-xs">
            {companyName && `${companyName} · `}
            <time dateTime={at}>{formatDateTime(at)}</time>
          </p>
        </li>
      ))}
    </ul>
  );
};
