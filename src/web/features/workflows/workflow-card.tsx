import { useSortable } from "@dnd-kit/sortable";
import { ExternalLink, GripVertical, Play } from "lucide-react";
import { isForm, type RunOutcome, type Workflow } from "#contract/workflows.ts";
import { formatDateTime } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { cn } from "#ui/cn.ts";
import { Badge, type BadgeTone } from "#ui/content/badge.tsx";
import { Card } from "#ui/page/card.tsx";

const OUTCOMES: Record<RunOutcome, { text: string; tone: BadgeTone }> = {
  started: { text: "Gestart", tone: "success" },
  failed: { text: "Mislukt", tone: "danger" },
  unknown: { text: "Onbekend", tone: "warning" },
};

/** The handle drags the card by mouse, touch and keyboard. The rest of the card drags by mouse only, except its buttons and links. */
export const canDragFrom = ({ target, pointerType }: Pick<PointerEvent, "target" | "pointerType">): boolean => {
  if (!(target instanceof Element)) return false;
  if (target.closest("[data-drag-handle]")) return true;
  return pointerType !== "touch" && target.closest("button, a") === null;
};

export const isConfigured = ({ webhookUrl, isBuiltIn }: Workflow): boolean => Boolean(webhookUrl || isBuiltIn);

type WorkflowCardProps = { workflow: Workflow; busy: boolean; onStart: () => void };

export function WorkflowCard({ workflow, busy, onStart }: WorkflowCardProps) {
  const { name, description, webhookUrl, totalRuns, lastRun, lastOutcome } = workflow;
  const canStart = isConfigured(workflow);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging, isSorting } = useSortable({
    id: workflow.id,
    animateLayoutChanges: () => false,
  });
  return (
    <li
      ref={setNodeRef}
      style={transform ? { translate: `${transform.x}px ${transform.y}px` } : undefined}
      className={cn("relative", isDragging && "z-10", isSorting && !isDragging && "transition-[translate]")}
      {...listeners}
    >
      <Card
        className={cn("flex h-full flex-col gap-3 p-4 transition-shadow", isDragging && "shadow-lg ring-2 ring-ring")}
      >
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <h3 className="font-semibold leading-6">{name}</h3>
            <p className="text-muted-foreground">{description}</p>
          </div>
          <Button
            ref={setActivatorNodeRef}
            data-drag-handle
            variant="ghost"
            size="icon"
            aria-label={`Verplaats ${name}`}
            aria-describedby={attributes["aria-describedby"]}
            aria-pressed={isDragging}
            className="-mt-1 -mr-1 cursor-grab touch-none text-muted-foreground active:cursor-grabbing"
          >
            <GripVertical />
          </Button>
        </div>
        <dl className="mt-auto grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-[0.8125rem] tabular-nums">
          <dt className="text-muted-foreground">Aantal keer gestart</dt>
          <dd>{totalRuns.toLocaleString("nl-NL")}</dd>
          <dt className="text-muted-foreground">Laatste keer</dt>
          <dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {lastRun ? formatDateTime(lastRun) : "Nog niet gestart"}
            {lastOutcome && (
              <OutcomeBadge outcome={lastOutcome} isFormWorkflow={webhookUrl !== null && isForm(webhookUrl)} />
            )}
          </dd>
        </dl>
        {!canStart && (
          <Badge tone="warning" className="w-fit">
            Niet ingesteld
          </Badge>
        )}
        <Button
          variant={canStart ? "primary" : "outline"}
          busy={busy}
          busyLabel="Wordt gestart..."
          // Still clickable: the click says why it cannot be started.
          aria-disabled={!canStart || undefined}
          onClick={onStart}
          aria-label={busy ? undefined : `Start ${name}`}
          className={cn(!canStart && "opacity-60")}
        >
          {webhookUrl && isForm(webhookUrl) ? <ExternalLink /> : <Play />}
          Start
        </Button>
      </Card>
    </li>
  );
}

/** Of a form we only know that it was opened, not whether it was submitted. */
const OutcomeBadge = ({ outcome, isFormWorkflow }: { outcome: RunOutcome; isFormWorkflow: boolean }) =>
  isFormWorkflow && outcome === "unknown" ? (
    <Badge tone="info">Formulier geopend</Badge>
  ) : (
    <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
  );
