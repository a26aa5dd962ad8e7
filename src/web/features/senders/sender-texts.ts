import { INVITATION_RAMP } from "#contract/invitation-ramp.ts";
import type { Sender, WorkingHours } from "#contract/senders.ts";
import { DAY_MS, formatLongDate, formatTime, formatWeekday } from "#lib/dates/dates.ts";

/** By their number in the contract, from Monday. */
export const DAYS = [
  { short: "ma", name: "maandag" },
  { short: "di", name: "dinsdag" },
  { short: "wo", name: "woensdag" },
  { short: "do", name: "donderdag" },
  { short: "vr", name: "vrijdag" },
  { short: "za", name: "zaterdag" },
  { short: "zo", name: "zondag" },
] as const;

const daysText = (days: readonly number[]): string => {
  const sorted = days.toSorted((one, other) => one - other);
  const names = sorted.map((day) => DAYS[day - 1]?.short ?? "");
  const isRange = sorted.length > 2 && (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) === sorted.length - 1;
  return isRange ? `${names[0]}–${names.at(-1)}` : names.join(", ");
};

/** "ma–vr 08:30–17:30" */
export const hoursText = ({ days, from, until, holidays }: WorkingHours): string =>
  `${daysText(days)} ${from}–${until}${holidays ? ", ook op feestdagen" : ""}`;

export const capsText = ({ messagesPerDay, invitationsPerDay, invitationsPerWeek }: Sender["caps"]): string =>
  `${messagesPerDay} ${messagesPerDay === 1 ? "bericht" : "berichten"} en ${invitationsPerDay} ${invitationsPerDay === 1 ? "uitnodiging" : "uitnodigingen"} per dag, hooguit ${invitationsPerWeek} in 7 dagen`;

const WEEKEND = [0, 6];

const countWeekdays = (from: string, until: string): number => {
  let count = 0;
  for (let at = Date.parse(from); at < Date.parse(until); at += DAY_MS)
    if (!WEEKEND.includes(new Date(at).getUTCDay())) count += 1;
  return count;
};

/** The most holidays on weekdays during a ramp, in the spring or around New Year: it lasts longer by them. */
const MOST_HOLIDAYS = 3;

/** How the invitations of a new account ramp up; undefined once they have. `today`: "2026-11-14" */
export const rampText = ({ rampStartedOn, caps }: Sender, today: string): string | undefined => {
  if (rampStartedOn === null) return undefined;
  const { firstDay, step } = INVITATION_RAMP;
  const { invitationsPerDay } = caps;
  const days = Math.max(0, countWeekdays(rampStartedOn, today) - MOST_HOLIDAYS);
  if (firstDay + step * days >= invitationsPerDay) return undefined;
  const since = rampStartedOn > today ? "vanaf" : "sinds";
  return `Nieuw account ${since} ${formatLongDate(rampStartedOn)}: ${firstDay} uitnodigingen op de eerste werkdag, elke werkdag ${step} meer, tot ${invitationsPerDay} per dag.`;
};

/** A hold that has ended does not stop anything. */
export const activeHold = ({ hold }: Sender, now: number): Sender["hold"] =>
  hold && Date.parse(hold.until) > now ? hold : null;

export const holdText = ({ until, reason }: NonNullable<Sender["hold"]>): string =>
  `Staat stil tot ${formatWeekday(until)} ${formatTime(until)}${reason ? `: ${reason}` : ""}`;

/** "Anna en Bram", "Anna, Bram en Cor" */
export const joinNames = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} en ${names.at(-1)}`;
