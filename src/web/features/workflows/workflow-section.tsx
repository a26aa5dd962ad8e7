import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type PointerSensorOptions,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, rectSortingStrategy, SortableContext } from "@dnd-kit/sortable";
import { type PointerEvent, Suspense, useRef, useState } from "react";
import { WORKFLOW_IDS, type Workflow, type WorkflowId } from "#contract/workflows.ts";
import { readStored, writeStored } from "#lib/browser/browser-storage.ts";
import { QueryStates } from "#lib/lists/query-states.tsx";
import { useDialogSubject } from "#ui/dialog/dialog.tsx";
import { Skeleton, SkeletonGroup } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { lazyComponent, ShortcutBlocker } from "#ui/lazy-component.tsx";
import { Card } from "#ui/page/card.tsx";
import { Section } from "#ui/page/page-header.tsx";
import { canDragFrom, isConfigured, WorkflowCard } from "./workflow-card.tsx";
import { useStartWorkflow, useWorkflows } from "./workflows.api.ts";

const BuiltInDialog = lazyComponent(() => import("./built-in-dialog.tsx"), "BuiltInDialog");

const GRID = "grid gap-4 md:grid-cols-2 xl:grid-cols-3";

export const WorkflowSection = () => (
  <Section title="Beschikbare Acties" className="print:hidden">
    <QueryStates
      query={useWorkflows()}
      errorTitle="De workflows konden niet worden geladen"
      skeleton={<CardsSkeleton />}
    >
      {(workflows) => (
        <>
          {!workflows.every(isConfigured) && (
            <p className="text-[0.8125rem] text-muted-foreground">
              Het adres van een workflow stelt je platformbeheerder in bij het bedrijf in het admin panel.
            </p>
          )}
          <WorkflowCards workflows={workflows} />
        </>
      )}
    </QueryStates>
  </Section>
);

const ORDER_KEY = "workflow-order";

/** Parses the stored order. Unknown ids are dropped; missing ids are appended in the default order. */
export const parseOrder = (text: string | null): WorkflowId[] => {
  const storedNames = (text ?? "").split(",");
  const storedIds = storedNames.flatMap((name) => WORKFLOW_IDS.find((id) => id === name) ?? []);
  return [...new Set([...storedIds, ...WORKFLOW_IDS])];
};

const readOrder = (): WorkflowId[] => parseOrder(readStored(ORDER_KEY));

const saveOrder = (order: readonly WorkflowId[]): void => writeStored(ORDER_KEY, order.join(","));

/** A mouse drags the whole card except its buttons; a finger drags only the handle, because elsewhere it scrolls the page. */
class CardPointerSensor extends PointerSensor {
  static override activators = [
    {
      eventName: "onPointerDown" as const,
      handler: ({ nativeEvent }: PointerEvent, { onActivation }: PointerSensorOptions): boolean => {
        if (!nativeEvent.isPrimary || nativeEvent.button !== 0 || !canDragFrom(nativeEvent)) return false;
        onActivation?.({ event: nativeEvent });
        return true;
      },
    },
  ];
}

const INSTRUCTIONS = {
  draggable:
    "Pak de kaart op met de spatiebalk, verplaats hem met de pijltjestoetsen en zet hem neer met de spatiebalk. Escape laat hem waar hij was.",
};

function WorkflowCards({ workflows }: { workflows: readonly Workflow[] }) {
  const [order, setOrder] = useState(readOrder);
  const { start, starting } = useStartWorkflow();
  const builtIn = useDialogSubject<Workflow>();
  const sensors = useSensors(
    // A click with an unsteady hand is not a drag.
    useSensor(CardPointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor),
  );
  const cards = order.flatMap((id) => workflows.find((workflow) => workflow.id === id) ?? []);
  const indexOf = (id: UniqueIdentifier) => cards.findIndex((card) => card.id === id);
  const announcements = useAnnouncements(cards);

  const moveCard = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const [from, to] = [indexOf(active.id), indexOf(over.id)];
    const next = arrayMove(order, from, to);
    setOrder(next);
    saveOrder(next);
    showToast({
      title: "Workflow volgorde aangepast",
      description: `${cards[from]?.name ?? ""} is verplaatst naar positie ${to + 1}.`,
    });
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={moveCard}
      accessibility={{ announcements, screenReaderInstructions: INSTRUCTIONS }}
    >
      <SortableContext items={order} strategy={rectSortingStrategy}>
        <ol className={GRID}>
          {cards.map((workflow) => (
            <WorkflowCard
              key={workflow.id}
              workflow={workflow}
              busy={starting === workflow.id}
              onStart={() => (workflow.isBuiltIn ? builtIn.show(workflow) : start(workflow))}
            />
          ))}
        </ol>
      </SortableContext>
      <Suspense fallback={<ShortcutBlocker />}>
        {builtIn.subject && <BuiltInDialog open={builtIn.open} workflow={builtIn.subject} onClose={builtIn.close} />}
      </Suspense>
    </DndContext>
  );
}

/** What a screen reader says while a card is moved. */
function useAnnouncements(cards: readonly Workflow[]): Announcements {
  const lastOver = useRef<UniqueIdentifier>(undefined);
  const nameOf = (id: UniqueIdentifier) => cards.find((card) => card.id === id)?.name ?? "";
  const positionOf = (id: UniqueIdentifier) => `positie ${cards.findIndex((card) => card.id === id) + 1} van 3`;
  return {
    onDragStart: ({ active }) => {
      lastOver.current = active.id;
      return `${nameOf(active.id)} opgepakt, op ${positionOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      // Also called when the drag starts, over the card itself: that would replace the first announcement.
      if (!over || over.id === lastOver.current) return undefined;
      lastOver.current = over.id;
      return `${nameOf(active.id)} boven ${positionOf(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} neergezet op ${positionOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} blijft op ${positionOf(active.id)}.`,
  };
}

const CardsSkeleton = () => (
  <SkeletonGroup className={GRID}>
    {["first", "second", "third"].map((key) => (
      <Card key={key} className="flex flex-col gap-3 p-4">
        <Skeleton className="w-40" />
        <Skeleton className="w-full" />
        <Skeleton className="h-9 w-full" />
      </Card>
    ))}
  </SkeletonGroup>
);
