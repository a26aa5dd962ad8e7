import { Link } from "@tanstack/react-router";
import { ArrowRight, Building2, CircleCheck, type LucideIcon, UserCheck, Users } from "lucide-react";
import type { PlatformStats } from "#contract/companies.ts";
import type { PlatformSettings } from "#contract/settings.ts";
import { useDocumentTitle } from "#lib/browser/document-title.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { Button } from "#ui/button/button.tsx";
import { useConfirm } from "#ui/dialog/confirm.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { Field } from "#ui/field/field.tsx";
import { Switch } from "#ui/field/switch.tsx";
import { Card, CardContent, CardHeader, CardTitle } from "#ui/page/card.tsx";
import { PageHeader } from "#ui/page/page-header.tsx";
import { usePlatformStats, useSettings, useUpdateSettings } from "./companies.api.ts";
import { PlatformOverviewCards } from "./platform-overview.tsx";

export function AdminDashboardPage() {
  useDocumentTitle("Dashboard");
  return (
    <>
      <PageHeader title="Dashboard" description="Overzicht van het multi-tenant platform" />
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PlatformStatistics />
        <QuickActions />
        <PlatformOverviewCards />
        <PlatformSecurity />
      </div>
    </>
  );
}

const QuickActions = () => (
  <Card lang="en">
    <CardHeader>
      <CardTitle>Quick Actions</CardTitle>
    </CardHeader>
    <CardContent className="grid gap-2 sm:grid-cols-2">
      <QuickAction to="/admin/companies" icon={Building2} label="Manage Companies" />
      <QuickAction to="/admin/users" icon={Users} label="Manage Users" />
    </CardContent>
  </Card>
);

type QuickActionProps = { to: "/admin/companies" | "/admin/users"; icon: LucideIcon; label: string };

const QuickAction = ({ to, icon: Icon, label }: QuickActionProps) => (
  <Button asChild variant="outline" className="h-11 justify-start">
    <Link to={to}>
      <Icon aria-hidden className="text-muted-foreground" />
      {label}
      <ArrowRight aria-hidden className="ml-auto text-muted-foreground" />
    </Link>
  </Button>
);

const COUNTERS: { name: keyof PlatformStats; label: string; icon: LucideIcon }[] = [
  { name: "totalCompanies", label: "Total Companies", icon: Building2 },
  { name: "activeCompanies", label: "Active Companies", icon: CircleCheck },
  { name: "totalUsers", label: "Total Users", icon: Users },
  { name: "activeUsers", label: "Active Users", icon: UserCheck },
];

const COUNTER_GRID = "grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4";

const PlatformStatistics = () => (
  <QueryStates
    query={usePlatformStats()}
    errorTitle="De cijfers konden niet worden geladen"
    skeleton={<StatisticsSkeleton />}
  >
    {(stats) => (
      <dl lang="en" className={COUNTER_GRID}>
        {COUNTERS.map(({ name, label, icon: Icon }) => (
          <Card key={name} className="flex flex-col gap-2 p-4 sm:p-5">
            <dt className="flex items-center justify-between gap-2 text-[0.8125rem] text-muted-foreground">
              {label}
              <Icon aria-hidden className="size-4 shrink-0" />
            </dt>
            <dd className="font-semibold text-2xl tabular-nums leading-8 tracking-tight">
              {stats[name].toLocaleString("nl-NL")}
            </dd>
          </Card>
        ))}
      </dl>
    )}
  </QueryStates>
);

const StatisticsSkeleton = () => (
  <SkeletonGroup className={COUNTER_GRID}>
    {COUNTERS.map(({ name }) => (
      <Card key={name} className="flex flex-col gap-2 p-4 sm:p-5">
        <Skeleton className="my-0.5 w-28" />
        <Skeleton className="my-1 h-6 w-12" />
      </Card>
    ))}
  </SkeletonGroup>
);

/** Whether platform admins must use two-step sign-in. */
const PlatformSecurity = () => (
  <Card>
    <CardHeader>
      <CardTitle>Beveiliging</CardTitle>
    </CardHeader>
    <CardContent>
      <QueryStates
        query={useSettings()}
        errorTitle="De instellingen konden niet worden geladen"
        skeleton={<SwitchSkeleton />}
      >
        {(settings) => <RequireTwoStepSwitch settings={settings} />}
      </QueryStates>
    </CardContent>
  </Card>
);

function RequireTwoStepSwitch({ settings }: { settings: PlatformSettings }) {
  const confirm = useConfirm();
  const update = useUpdateSettings();
  const displayed = update.isPending ? update.variables : settings;
  const setRequired = async (adminTwoStepRequired: boolean) => {
    const confirmed =
      !adminTwoStepRequired ||
      (await confirm({
        title: "Verplichten voor het admin panel?",
        text: "Platformbeheerders zonder inloggen in twee stappen worden meteen uitgelogd en stellen het in bij de volgende keer inloggen.",
        confirmLabel: "Verplichten",
      }));
    if (confirmed) update.mutate({ adminTwoStepRequired });
  };
  return (
    <Field
      inline
      label="Inloggen in twee stappen is verplicht voor het admin panel"
      hint="Wie het nog niet heeft, stelt het in bij het inloggen, na het wachtwoord."
    >
      <Switch
        checked={displayed.adminTwoStepRequired}
        onCheckedChange={setRequired}
        aria-busy={update.isPending || undefined}
      />
    </Field>
  );
}

const SwitchSkeleton = () => (
  <SkeletonGroup className="flex items-center gap-3">
    <Skeleton className="h-5 w-9" />
    <Skeleton className="w-72" />
  </SkeletonGroup>
);
