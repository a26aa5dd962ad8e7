import { Target } from "lucide-react";
import { Suspense } from "react";
import { companyAdministration, type Role } from "#contract/roles.ts";
import type { Goals } from "#contract/statistics.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useCurrentUser } from "#lib/session/session.ts";
import { Button } from "#ui/button/button.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { LinesSkeleton } from "#ui/feedback/loading.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { Card } from "#ui/page/card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { GOAL_LABELS, periodText } from "./results-measures.ts";
import { useGoals } from "./statistics.api.ts";

const GoalsDialog = lazyComponent(() => import("./goals-dialog.tsx"), "GoalsDialog");

const ADMIN_ROLES: readonly Role[] = companyAdministration.roles;

/** What the company wants to reach in a calendar month. */
export function GoalsSection() {
  const goals = useGoals();
  const dialog = useDialogSubject<Goals>();
  const isAdmin = ADMIN_ROLES.includes(useCurrentUser().role);
  const { data } = goals;
  return (
    <div className="print:hidden">
      <Section
        title="Doelen"
        description={data && `Deze maand: ${periodText(data.period)}`}
        actions={
          isAdmin &&
          data && (
            <Button variant="outline" size="sm" onClick={() => dialog.show(data)}>
              <Target />
              Doelen instellen
            </Button>
          )
        }
      >
        <QueryStates query={goals} errorTitle="De doelen konden niet worden geladen" skeleton={<LinesSkeleton />}>
          {(loaded) => <GoalList goals={loaded} isAdmin={isAdmin} />}
        </QueryStates>
        <Suspense fallback={<ShortcutBlocker />}>
          {dialog.subject && <GoalsDialog open={dialog.open} goals={dialog.subject} onClose={dialog.close} />}
        </Suspense>
      </Section>
    </div>
  );
}

function GoalList({ goals: { measures }, isAdmin }: { goals: Goals; isAdmin: boolean }) {
  const chosen = measures.flatMap(({ target, ...rest }) => (target === null ? [] : [{ ...rest, target }]));
  if (chosen.length === 0)
    return (
      <p className="text-[0.8125rem] text-muted-foreground">
        {isAdmin
          ? "Nog geen doelen. Stel in wat je team in een maand wil halen."
          : "Nog geen doelen. Een beheerder van je bedrijf kan ze instellen."}
      </p>
    );
  return (
    <Card className="px-4 py-3 sm:px-5">
      <ul className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
        {chosen.map(({ measure, target, reached }) => (
          <li key={measure} className="flex flex-col gap-1 text-[0.8125rem]">
            <p className="flex justify-between gap-3">
              <span className="font-medium">{GOAL_LABELS[measure]}</span>
              <span className="tabular-nums">
                {reached.toLocaleString("nl-NL")} van {target.toLocaleString("nl-NL")}
              </span>
            </p>
            <svg aria-hidden className="h-2 w-full" preserveAspectRatio="none">
              <rect width="100%" height="100%" rx="4" className="fill-muted" />
              <rect
                width={`${Math.min(100, (reached / target) * 100)}%`}
                height="100%"
                rx="4"
                className={reached >= target ? "fill-success" : "fill-primary"}
              />
            </svg>
          </li>
        ))}
      </ul>
    </Card>
  );
}
