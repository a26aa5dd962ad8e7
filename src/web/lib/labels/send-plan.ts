import type { QueuedMessage } from "#contract/queue.ts";
import { MINUTE_MS } from "#lib/dates/dates.ts";
import { dayOf, formatTime, formatWeekday } from "../dates/dates.ts";

type SendPlan = Pick<QueuedMessage, "plannedAt" | "waitsFor"> & { dateDue?: string | null };

const isSameMinute = (one: string, other: string | null | undefined): boolean =>
  Boolean(other) && Math.floor(Date.parse(one) / MINUTE_MS) === Math.floor(Date.parse(other ?? "") / MINUTE_MS);

/**
 * Appended to the toast after a user chose a date: when the message will really be sent, and why. Empty if that is the chosen
 * minute, or is not known yet.
 */
export const actualSendTimeText = (chosen: string | undefined, plan: SendPlan): string => {
  const isKnown = plan.plannedAt !== null || plan.waitsFor !== null;
  if (!chosen || !isKnown || (plan.plannedAt && isSameMinute(plan.plannedAt, chosen))) return "";
  return plan.waitsFor
    ? ` ${sendPlanText(plan)}`
    : ` ${sendPlanText({ ...plan, dateDue: null })} Eerder mag deze afzender niet versturen.`;
};

/** Nothing delays it: the planned minute is the one that the user set. */
export const isSentOnSetDate = ({ plannedAt, waitsFor, dateDue }: SendPlan): boolean =>
  plannedAt !== null && waitsFor === null && isSameMinute(plannedAt, dateDue);

/** When a queued part is sent, undefined if that is not known, and the rule that determines it or what it waits for. */
export const describeSendPlan = ({ plannedAt, waitsFor, dateDue }: SendPlan): { when?: string; reason?: string } => {
  // The company's automation sends it, at a time that we do not know.
  if (!plannedAt || waitsFor?.code === "automation") return { reason: waitsFor?.text ?? "De planning wordt berekend." };
  const when = `Gaat ${formatWeekday(plannedAt)} om ${formatTime(plannedAt)}`;
  if (waitsFor) return { when, reason: waitsFor.text };
  return isSentOnSetDate({ plannedAt, waitsFor, dateDue }) ? { when, reason: "Op de ingestelde datum." } : { when };
};

/** The wait of most parts of a busy sender, in a list that names it in row after row. */
const SPACING = "tussentijd tussen twee berichten";

/** The line below the date that was set: when a queued part is sent, with the day if that is another one, and why not on its date. */
export const lineBelowDate = (plan: SendPlan): string | undefined => {
  const { plannedAt, waitsFor, dateDue } = plan;
  const { when, reason } = describeSendPlan(plan);
  if (!plannedAt || !when) return reason;
  const day = dateDue && dayOf(plannedAt) === dayOf(dateDue) ? "" : `${formatWeekday(plannedAt)} `;
  const why = waitsFor?.code === "spacing" ? SPACING : waitsFor?.text;
  return [`gaat ${day}om ${formatTime(plannedAt)}`, why].filter(Boolean).join(" · ");
};

/** One line: when a queued part is sent and the rule that determines it, or what it waits for. */
export const sendPlanText = (plan: SendPlan): string => {
  const { when, reason } = describeSendPlan(plan);
  return reason === undefined ? `${when}.` : [when, reason].filter(Boolean).join(" · ");
};
