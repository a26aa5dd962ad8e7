import type { QueuedMessage } from "#contract/queue.ts";
import { formatTime, formatWeekday } from "../dates/dates.ts";

type SendPlan = Pick<QueuedMessage, "plannedAt" | "waitsFor"> & { dateDue?: string | null };

const MINUTE_MS = 60_000;

const isSameMinute = (one: string, other: string | null | undefined): boolean =>
  Boolean(other) && Math.floor(Date.parse(one) / MINUTE_MS) === Math.floor(Date.parse(other ?? "") / MINUTE_MS);

/** One line: when a queued part is sent and the rule that determines it, or what it waits for. */
export const sendPlanText = ({ plannedAt, waitsFor, dateDue }: SendPlan): string => {
  if (!plannedAt) return waitsFor?.text ?? "De planning wordt berekend.";
  const moment = `Gaat ${formatWeekday(plannedAt)} om ${formatTime(plannedAt)}`;
  if (waitsFor) return `${moment} · ${waitsFor.text}`;
  return isSameMinute(plannedAt, dateDue) ? `${moment} · op de ingestelde datum.` : `${moment}.`;
};
