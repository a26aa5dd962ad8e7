import type { ReactNode } from "react";
import type { SetupStep, SyncStatus } from "#contract/airtable.ts";
import { formatDateTime, useMinuteEnd } from "#lib/dates/dates.ts";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import type { SyncTab } from "./sync-dialog.tsx";
import {
  awaitsFirstMapping,
  budgetText,
  comparisonText,
  intervalText,
  nextRunText,
  pendingText,
  RUN_BADGES,
  recordsText,
  requestsText,
} from "./sync-run.tsx";

export type SyncFactsProps = {
  status: SyncStatus;
  onOpen: (tab: SyncTab) => void;
  onSetUp: (step: SetupStep) => void;
  onChangeBudget: () => void;
};

/** Last run, next run, number of requests, and what needs a decision. */
export function SyncFacts({ status, onOpen, onSetUp, onChangeBudget }: SyncFactsProps) {
  const minuteEnd = useMinuteEnd();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
      <Fact label="Laatste synchronisatie">
        <LastRun status={status} />
      </Fact>
      <Fact
        label="Volgende synchronisatie"
        detail={status.paused ? "Gepauzeerd" : comparisonText(status.lastComparison)}
      >
        {nextRunText(status.nextRunAt, minuteEnd)}
        {status.nextRunAt && status.lastRun?.status !== "failed" && <>, {intervalText(status.intervalMinutes)}</>}
      </Fact>
      <Fact label="Verzoeken aan Airtable" detail={budgetText(status)}>
        {requestsText(status.requestsThisMonth)} deze maand{" "}
        <Button
          variant="link"
          size="sm"
          className="h-auto p-0"
          // The command palette lists this button by its name only, without the label beside it.
          aria-label="Verzoeken per maand wijzigen"
          onClick={onChangeBudget}
        >
          Wijzigen
        </Button>
      </Fact>
      <Fact label="Voor jou te doen">
        <PendingDecisions status={status} onOpen={onOpen} onSetUp={onSetUp} />
      </Fact>
    </dl>
  );
}

const Fact = ({ label, detail, children }: { label: string; detail?: string | undefined; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words tabular-nums">
      {children}
      {detail && <span className="mt-0.5 block text-muted-foreground text-xs">{detail}</span>}
    </dd>
  </div>
);

const LastRun = ({ status: all }: { status: SyncStatus }) => {
  const { lastRun: run, tables } = all;
  if (!run || awaitsFirstMapping(all)) return "Nog geen";
  const pending = pendingText(tables);
  const { label, tone } = run.status === "succeeded" && pending ? PENDING_BADGE : RUN_BADGES[run.status];
  const { status, message } = run;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {formatDateTime(run.finishedAt ?? run.startedAt)}
        <Badge tone={tone}>{label}</Badge>
      </span>
      {(status === "succeeded" || status === "partial") && (
        <span className="mt-0.5 block text-muted-foreground text-xs">{message}</span>
      )}
      {pending && <span className="mt-0.5 block text-xs">{pending}</span>}
    </>
  );
};

const PENDING_BADGE: (typeof RUN_BADGES)["succeeded"] = { label: "Nog niet alles verstuurd", tone: "info" };

const SETUP_LABELS: Record<SetupStep, string> = { connection: "Airtable instellen", mapping: "Velden koppelen" };

const PendingDecisions = ({ status, onOpen, onSetUp }: Pick<SyncFactsProps, "status" | "onOpen" | "onSetUp">) => {
  const { totalConflicts, totalParked, totalErasures, heldDeletions, setupSteps } = status;
  if (totalConflicts + totalParked + totalErasures + heldDeletions.length + setupSteps.length === 0) return "Niets";
  return (
    <span className="flex flex-wrap gap-1.5">
      {setupSteps.map((step) => (
        <Badge key={step} asChild tone="danger">
          <button type="button" onClick={() => onSetUp(step)}>
            {SETUP_LABELS[step]}
          </button>
        </Badge>
      ))}
      {heldDeletions.map((held) => (
        <Badge key={held.table} tone="warning">
          {recordsText(held)} verwijderd
        </Badge>
      ))}
      {totalConflicts > 0 && (
        <Badge asChild tone="warning">
          <button type="button" onClick={() => onOpen("conflicts")}>
            {totalConflicts === 1 ? "1 conflict" : `${totalConflicts} conflicten`}
          </button>
        </Badge>
      )}
      {totalParked > 0 && (
        <Badge asChild tone="danger">
          <button type="button" onClick={() => onOpen("parked")}>
            {totalParked} geparkeerd
          </button>
        </Badge>
      )}
      {totalErasures > 0 && (
        <Badge asChild tone="danger">
          <button type="button" onClick={() => onOpen("erasures")}>
            {totalErasures} nog te wissen
          </button>
        </Badge>
      )}
    </span>
  );
};
