import { useId, useState } from "react";
import type { Workflow } from "#contract/workflows.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { cn } from "#ui/cn.ts";
import { Skeleton, SkeletonGroup } from "#ui/feedback/skeleton.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Card } from "#ui/page/card.tsx";
import { Section } from "#ui/page/section.tsx";
import { useCardSorting } from "#ui/page/use-card-sorting.ts";
import { WorkflowCard } from "./workflow-card.tsx";
import { moveItem, readOrder, saveOrder } from "./workflow-order.ts";
import { useStartWorkflow, useWorkflows } from "./workflows.api.ts";

const GRID = "grid gap-4 md:grid-cols-2 xl:grid-cols-3";

export const WorkflowSection = () => (
  <Section title="Beschikbare Acties" className="print:hidden">
    <QueryStates query={useWorkflows()} problem="De workflows konden niet worden geladen" skeleton={<CardsSkeleton />}>
      {(workflows) => <WorkflowCards workflows={workflows} />}
    </QueryStates>
  </Section>
);

const ANNOUNCEMENTS = {
  lifted: (name: string, place: number) => `${name} opgepakt, op positie ${place} van 3.`,
  moved: (name: string, place: number) => `${name} boven positie ${place} van 3.`,
  dropped: (name: string, place: number) => `${name} neergezet op positie ${place} van 3.`,
  cancelled: (name: string, place: number) => `${name} blijft op positie ${place} van 3.`,
};

function WorkflowCards({ workflows }: { workflows: readonly Workflow[] }) {
  const [order, setOrder] = useState(readOrder);
  const [said, setSaid] = useState("");
  const { start, starting } = useStartWorkflow();
  const hintId = useId();
  const cards = order.flatMap((id) => workflows.find((workflow) => workflow.id === id) ?? []);
  const nameAt = (index: number) => cards[index]?.name ?? "";

  const sorting = useCardSorting({
    onMove: (from, to) => {
      const next = moveItem(order, from, to);
      setOrder(next);
      saveOrder(next);
      showToast({
        title: "Workflow volgorde aangepast",
        description: `${nameAt(from)} is verplaatst naar positie ${to + 1}.`,
      });
    },
    onSay: (what, index, place) => setSaid(ANNOUNCEMENTS[what](nameAt(index), place + 1)),
  });

  return (
    <>
      <p id={hintId} className="sr-only">
        Pak de kaart op met de spatiebalk, verplaats hem met de pijltjestoetsen en zet hem neer met de spatiebalk.
        Escape laat hem waar hij was.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className={cn(GRID, sorting.isSorting && "select-none")}>
        {cards.map((workflow, index) => (
          <li
            key={workflow.id}
            style={sorting.styleOf(index)}
            className={cn("relative", sorting.isSorting && !sorting.isHeld(index) && "transition-[translate]")}
            {...sorting.card(index)}
          >
            <WorkflowCard
              workflow={workflow}
              busy={starting === workflow.id}
              onStart={() => start(workflow)}
              held={sorting.isHeld(index)}
              grip={sorting.grip(index)}
              hintId={hintId}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

const CardsSkeleton = () => (
  <SkeletonGroup className={GRID}>
    {["een", "twee", "drie"].map((key) => (
      <Card key={key} className="flex flex-col gap-3 p-4">
        <Skeleton className="w-40" />
        <Skeleton className="w-full" />
        <Skeleton className="h-9 w-full" />
      </Card>
    ))}
  </SkeletonGroup>
);
