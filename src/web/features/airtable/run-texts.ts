import type { SyncRun } from "#contract/airtable.ts";
import { formatDateTime } from "#lib/dates.ts";
import type { BadgeTone } from "#ui/badge.tsx";

export const RUN_BADGES: Record<SyncRun["status"], { label: string; tone: BadgeTone }> = {
  queued: { label: "Wacht", tone: "info" },
  running: { label: "Bezig", tone: "info" },
  succeeded: { label: "Voltooid", tone: "success" },
  failed: { label: "Mislukt", tone: "danger" },
};

export const isUnderWay = ({ status }: SyncRun): boolean => status === "queued" || status === "running";

/** When the next one comes; one that is due is taken by a worker within the minute. */
export const nextRunText = (nextRunAt: string | null, minuteEnd: number): string => {
  if (nextRunAt === null) return "Niet gepland";
  return Date.parse(nextRunAt) <= minuteEnd ? "Binnen een minuut" : formatDateTime(nextRunAt);
};

export const intervalText = (minutes: number): string => (minutes === 1 ? "elke minuut" : `elke ${minutes} minuten`);

/** "12 verzoeken", with the point of the thousands. */
export const requestsText = (count: number): string =>
  `${count.toLocaleString("nl-NL")} ${count === 1 ? "verzoek" : "verzoeken"}`;
