import { Building2, CircleCheck, type LucideIcon, UserCheck, Users } from "lucide-react";
import type { PlatformStats } from "#contract/companies.ts";
import { Loaded } from "#lib/loaded.tsx";
import { Card } from "#ui/card.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { usePlatformStats } from "./companies.api.ts";

const COUNTERS: { name: keyof PlatformStats; label: string; icon: LucideIcon }[] = [
  { name: "totalCompanies", label: "Total Companies", icon: Building2 },
  { name: "activeCompanies", label: "Active Companies", icon: CircleCheck },
  { name: "totalUsers", label: "Total Users", icon: Users },
  { name: "activeUsers", label: "Active Users", icon: UserCheck },
];

const GRID = "grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4";

export const PlatformStatistics = () => (
  <Loaded query={usePlatformStats()} problem="De cijfers konden niet worden geladen" skeleton={<StatisticsSkeleton />}>
    {(stats) => (
      <dl lang="en" className={GRID}>
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
  </Loaded>
);

const StatisticsSkeleton = () => (
  <SkeletonGroup className={GRID}>
    {COUNTERS.map(({ name }) => (
      <Card key={name} className="flex flex-col gap-2 p-4 sm:p-5">
        <Skeleton className="my-0.5 w-28" />
        <Skeleton className="my-1 h-6 w-12" />
      </Card>
    ))}
  </SkeletonGroup>
);
