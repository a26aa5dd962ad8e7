import { ExternalLink, GripVertical, Play } from "lucide-react";
import type { ComponentProps } from "react";
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

type WorkflowCardProps = {
  workflow: Workflow;
  busy: boolean;
  onStart: () => void;
  held: boolean;
  grip: Pick<ComponentProps<"button">, "onKeyDown" | "onBlur">;
  hintId: string;
};

export const WorkflowCard = ({ workflow, busy, onStart, held, grip, hintId }: WorkflowCardProps) => {
  const { name, description, webhookUrl, totalRuns, lastRun, lastOutcome } = workflow;
  return (
    <Card className={cn("flex h-full flex-col gap-3 p-4 transition-shadow", held && "shadow-lg ring-2 ring-ring")}>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold leading-6">{name}</h3>
          <p className="text-muted-foreground">{description}</p>
        </div>
        <Button
          data-grip
          variant="ghost"
          size="icon"
          aria-label={`Verplaats ${name}`}
          aria-describedby={hintId}
          aria-pressed={held}
          {...grip}
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
          {lastOutcome && <OutcomeBadge outcome={lastOutcome} form={webhookUrl !== null && isForm(webhookUrl)} />}
        </dd>
      </dl>
      <Button
        busy={busy}
        busyLabel="Wordt gestart..."
        onClick={onStart}
        aria-label={busy ? undefined : `Start ${name}`}
      >
        {webhookUrl && isForm(webhookUrl) ? <ExternalLink /> : <Play />}
        Start
      </Button>
    </Card>
  );
};

/** Of a form only its opening is known, not whether it was submitted. */
const OutcomeBadge = ({ outcome, form }: { outcome: RunOutcome; form: boolean }) =>
  form && outcome === "unknown" ? (
    <Badge tone="info">Formulier geopend</Badge>
  ) : (
    <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].text}</Badge>
  );
