import type { ReactNode } from "react";
import type { SyncRun, SyncStatus } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates.ts";
import { useMinuteEnd } from "#lib/minute.ts";
import { Badge } from "#ui/badge.tsx";
import { intervalText, nextRunText, RUN_BADGES, requestsText } from "./run-texts.ts";
import type { SyncTab } from "./sync-dialog.tsx";

type SyncFactsProps = { status: SyncStatus; onOpen: (tab: SyncTab) => void };

/** The last run, the next one, what it costs, and what waits for a person. */
export function SyncFacts({ status, onOpen }: SyncFactsProps) {
  const minuteEnd = useMinuteEnd();
  return (
    <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
      <Fact label="Laatste run">
        <LastRun run={status.lastRun} />
      </Fact>
      <Fact label="Volgende run" more={status.nextRunAt ? intervalText(status.intervalMinutes) : undefined}>
        {nextRunText(status.nextRunAt, minuteEnd)}
      </Fact>
      <Fact label="Verzoeken aan Airtable" more={`${requestsText(status.requestsLastRun)} in de laatste run`}>
        {requestsText(status.requestsThisMonth)} deze maand
      </Fact>
      <Fact label="Voor jou te doen">
        <ToDo status={status} onOpen={onOpen} />
      </Fact>
    </dl>
  );
}

const Fact = ({ label, more, children }: { label: string; more?: string | undefined; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="mt-0.5 break-words tabular-nums">
      {children}
      {more && <span className="mt-0.5 block text-muted-foreground text-xs">{more}</span>}
    </dd>
  </div>
);

const LastRun = ({ run }: { run: SyncRun | null }) => {
  if (!run) return "Nog geen";
  const { label, tone } = RUN_BADGES[run.status];
  const { status, message } = run;
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {formatDateTime(run.finishedAt ?? run.startedAt)}
        <Badge tone={tone}>{label}</Badge>
      </span>
      {status === "succeeded" && <span className="mt-0.5 block text-muted-foreground text-xs">{message}</span>}
    </>
  );
};

const ToDo = ({ status: { totalConflicts, totalParked, totalErasures }, onOpen }: SyncFactsProps) => {
  if (totalConflicts + totalParked + totalErasures === 0) return "Niets";
  return (
    <span className="flex flex-wrap gap-1.5">
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
