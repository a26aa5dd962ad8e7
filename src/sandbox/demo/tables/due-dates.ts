import type { MessageStatus } from "../company.ts";
import type { DemoContext } from "../demo-context.ts";
import type { MessagePlan } from "./message-plan.ts";

const CADENCE = [0, 3, 7, 14];

/** Days ago on which a message of this status was made: the least and the most. */
const AGES: Record<MessageStatus, [number, number]> = {
  pending: [0, 4],
  rewritten: [0, 3],
  edited: [0, 5],
  approved: [1, 6],
  sent: [2, 26],
  connected: [12, 40],
  interested: [9, 35],
  not_interested: [10, 45],
  neutral: [14, 50],
  error: [1, 9],
  cancelled: [4, 20],
};

/** The day a message was made, counted from today; spread evenly over the days that fit its status. */
export function createdDay({ company, calendar }: DemoContext, { status, planIndex }: MessagePlan): number {
  const [least, most] = AGES[status];
  const age = Math.round(least + ((most - least) * planIndex) / Math.max(company.messages[status] - 1, 1));
  // The product shows what was made today, also when that is a Sunday.
  return age === 0 ? 0 : calendar.lastWorkday(-age);
}

/** When each section is due. Of what is approved something is always late, and something is due today. */
export function dueMoments(
  context: DemoContext,
  status: MessageStatus,
  planIndex: number,
  day: number,
  count: number,
): number[] {
  const { calendar, random } = context;
  const first = status === "approved" ? [-2, 0, 2][planIndex % 3] : day;
  const start = first === undefined || first >= 0 ? (first ?? 0) : calendar.workday(first);
  return CADENCE.slice(0, count).map((days, section) => {
    const isToday = start + days === 0 || (status === "sent" && planIndex % 5 === 1 && section === 1);
    if (isToday) return laterToday(context);
    return calendar.at(calendar.workday(start + days), random.between(9, 16) + random.pick([0, 0.25, 0.5, 0.75]));
  });
}

function laterToday({ calendar, random }: DemoContext): number {
  const left = Math.max(23.9 - calendar.hour, 0);
  const hours = Math.min(left, 0.4 + random.next() * Math.max(18 - calendar.hour, 2));
  return calendar.now + Math.round(hours * 12) * 300_000;
}
