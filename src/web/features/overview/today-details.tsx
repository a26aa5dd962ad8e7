import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { type Overview, type OverviewCounts, overviewRoutes } from "#contract/overview.ts";
import { companyAdministration, type Role } from "#contract/roles.ts";
import { MINE } from "#contract/senders.ts";
import { call } from "#lib/api/api.ts";
import { countText, useOverviewQuery } from "#lib/api/overview.ts";
import { useToday } from "#lib/dates/dates.ts";
import { LATE_MEANING } from "#lib/labels/late.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { TaskList } from "#lib/tasks/task-list.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";

type Problem = Overview["problems"][number];

type Solution = {
  to: string;
  search?: Record<string, string>;
  hash?: string;
  label: string;
  /** Only a company admin can solve it. */
  isForAdmins?: boolean;
};

const inSync = (label: string): Solution => ({
  to: "/company-admin",
  hash: "synchronisatie",
  label,
  isForAdmins: true,
});

/** Where a problem is solved. */
const SOLUTIONS: Record<Problem["kind"], Solution> = {
  sync: inSync("Bekijk de koppeling"),
  sync_paused: inSync("Hervat de synchronisatie"),
  conflicts: inSync("Kies wat klopt"),
  held_deletions: inSync("Beslis over de verwijderingen"),
  parked: inSync("Bekijk de wijzigingen"),
  failed_sends: { to: "/messages-queued", search: { status: "problem" }, label: "Bekijk ze" },
  accounts: { to: "/company-admin", hash: "linkedin", label: "Bekijk de accounts" },
  account_holds: { to: "/company-admin", hash: "linkedin", label: "Bekijk de accounts" },
  holds: { to: "/company-admin", hash: "afzenders", label: "Bekijk de afzenders", isForAdmins: true },
  writer: { to: "/company-admin", hash: "schrijver", label: "Bekijk de schrijver", isForAdmins: true },
};

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex min-w-0 flex-col gap-2">
    <h2 className="font-medium text-xs">{title}</h2>
    {children}
  </div>
);

/** Room for a finger. */
const ROW_HEIGHT = "min-h-6";

const LINES = ["w-4/5", "w-3/5", "w-2/3", "w-1/2"];

/** As high as that many lines of text, so that the screen below the bar does not move when they arrive. */
const TextSkeleton = ({ lines }: { lines: number }) => (
  <SkeletonGroup className="text-[0.8125rem]">
    {LINES.slice(0, lines).map((width) => (
      <div key={width} className={`flex items-center ${lines > 1 ? ROW_HEIGHT : "h-[1lh]"}`}>
        <Skeleton className={`h-3.5 ${width}`} />
      </div>
    ))}
  </SkeletonGroup>
);

const TODAY_SKELETON = (
  <>
    <Block title="Gisteren">
      <TextSkeleton lines={4} />
    </Block>
    <Block title="Problemen">
      <TextSkeleton lines={1} />
    </Block>
  </>
);

export function TodayDetails() {
  const counts = useOverviewQuery();
  const overview = useQuery({
    queryKey: ["overview", "today", useToday()],
    queryFn: ({ signal }) => call(overviewRoutes.today, { signal }),
  });
  return (
    <div className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-4 sm:grid-cols-2 sm:px-6 xl:grid-cols-4">
      <Block title="Wacht op het team">
        <QueryStates
          query={counts}
          errorTitle="De aantallen konden niet worden geladen"
          skeleton={<TextSkeleton lines={4} />}
        >
          {(loaded) => <WaitingLinks counts={loaded} assigned={overview.data?.assigned} />}
        </QueryStates>
      </Block>
      <Block title="Mijn taken">
        <TaskList filter={{ mine: true }} none="Geen open taken." skeleton={<TextSkeleton lines={1} />} />
      </Block>
      <QueryStates query={overview} errorTitle="Het overzicht kon niet worden geladen" skeleton={TODAY_SKELETON}>
        {({ yesterday, problems }) => (
          <>
            <Block title="Gisteren">
              <Yesterday result={yesterday} />
            </Block>
            <Block title="Problemen">
              <Problems problems={problems} />
            </Block>
          </>
        )}
      </QueryStates>
    </div>
  );
}

const NOT_ASSIGNED = { iceBreakers: 0, followUps: 0 };

type WaitingLinksProps = { counts: OverviewCounts; assigned: Overview["assigned"] | undefined };

type WaitingLink = { to: string; search?: Record<string, string>; label: string; title?: string; count: string };

const WaitingLinks = ({ counts, assigned = NOT_ASSIGNED }: WaitingLinksProps) => {
  const mine = [
    { to: "/", label: "Ice breakers aan jou toegewezen", count: assigned.iceBreakers },
    { to: "/berichten", label: "Follow-ups aan jou toegewezen", count: assigned.followUps },
  ];
  const links: WaitingLink[] = [
    ...mine.flatMap(({ count, ...link }) =>
      count === 0 ? [] : { ...link, search: { accountmanager: MINE }, count: countText(count) },
    ),
    { to: "/", label: "Ice breakers te beoordelen", count: countText(counts.iceBreakers) },
    { to: "/berichten", label: "Follow-ups te beoordelen", count: countText(counts.followUps) },
    {
      to: "/messages-queued",
      search: { datum: "late" },
      label: "Berichten over tijd",
      title: LATE_MEANING,
      count: countText(counts.overdue, counts.hasMoreOverdue),
    },
    { to: "/meetings", label: "Nieuwe meetings", count: countText(counts.newMeetings) },
  ];
  return (
    <ul className="text-[0.8125rem]">
      {links.map(({ to, search, label, title, count }) => (
        <li key={label} className={`flex items-center justify-between gap-3 ${ROW_HEIGHT}`}>
          <Link
            to={to}
            search={search}
            title={title}
            className={`inline-flex items-center rounded-xs text-link underline-offset-4 hover:underline ${ROW_HEIGHT}`}
          >
            {label}
          </Link>
          <span className="tabular-nums">{count}</span>
        </li>
      ))}
    </ul>
  );
};

const Yesterday = ({ result }: { result: Overview["yesterday"] }) => {
  const facts = [
    ["Berichten verstuurd", result.sent],
    ["Uitnodigingen verstuurd", result.invited],
    ["Uitnodigingen geaccepteerd", result.accepted],
    ["Reacties", result.replies],
  ] as const;
  return (
    <dl className="text-[0.8125rem]">
      {facts.map(([label, count]) => (
        <div key={label} className={`flex items-center justify-between gap-3 ${ROW_HEIGHT}`}>
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="tabular-nums">{count.toLocaleString("nl-NL")}</dd>
        </div>
      ))}
    </dl>
  );
};

const Problems = ({ problems }: { problems: readonly Problem[] }) =>
  problems.length === 0 ? (
    <p className="text-[0.8125rem] text-muted-foreground">Geen problemen.</p>
  ) : (
    <ul className="flex flex-col gap-2 text-[0.8125rem]">
      {problems.map(({ kind, text }) => (
        <li key={kind} className="flex gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span className="min-w-0 break-words">
            {text} <SolutionLink {...SOLUTIONS[kind]} />
          </span>
        </li>
      ))}
    </ul>
  );

const SolutionLink = ({ to, search, hash, label, isForAdmins = false }: Solution) => {
  const { role } = useCurrentUser();
  if (isForAdmins && !ADMIN_ROLES.includes(role))
    return <span className="text-muted-foreground">Dit doet een beheerder van je bedrijf.</span>;
  return (
    <Link
      to={to}
      search={search}
      {...(hash ? { hash } : {})}
      className="whitespace-nowrap rounded-xs text-link underline"
    >
      {label}
    </Link>
  );
};

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;
