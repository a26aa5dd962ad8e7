import type { Cadence } from "#contract/company-forms.ts";
import {
  type DueKey,
  dueKeyOfSection,
  inReadingOrder,
  OLDER_CONVERSATIONS,
  parseSections,
  type Section,
  type SectionHeader,
  UNNAMED_SECTION,
} from "#contract/message-text.ts";
import { addDays, weekday } from "#platform/time.ts";
import { LEAD_GAP } from "#server/features/queue/planning/open-schedule.service.ts";

const onWorkingDay = (at: Date): Date => {
  const day = weekday(at);
  if (day === 6) return addDays(at, 2);
  return day === 0 ? addDays(at, 1) : at;
};

/** The sections that are sent, in their order: neither older conversations nor text above the first header. */
export const sendableParts = (content: string): Section[] => {
  const parts = inReadingOrder(parseSections(content)).filter(({ text }) => text !== "");
  const named = parts.filter(({ header }) => header !== OLDER_CONVERSATIONS && header !== UNNAMED_SECTION);
  return named.length > 0 ? named : parts.filter(({ header }) => header === UNNAMED_SECTION);
};

const dueOf = ({ header }: Section, due: Readonly<Record<DueKey, Date | null>>): Date | null => {
  const key = dueKeyOfSection(header);
  return key ? due[key] : null;
};

export interface ScheduledPart {
  name: SectionHeader;
  text: string;
  due: Date;
}

/** The first moment from this one on at which the sender may send this part. */
export type FindAllowed = (from: Date, partName: string) => Date;

/** now: at any hour. next: at the next allowed moment. chosen: on its own date, or by the cadence. */
export type FirstPartMoment = "now" | "next" | "chosen";

interface Schedule {
  now: Date;
  cadence: Cadence;
  firstPart?: FirstPartMoment;
  findAllowed: FindAllowed;
}

const addMilliseconds = (at: Date, milliseconds: number): Date => new Date(at.getTime() + milliseconds);
const latestOf = (one: Date, other: Date): Date => (one > other ? one : other);

const daysOfCadence = (cadence: Cadence, nth: number): number => cadence[Math.min(nth, cadence.length - 1)] ?? 0;

const chooseFirst = (chosenDate: Date | null, { now, cadence, firstPart = "chosen" }: Schedule): Date => {
  if (firstPart === "next") return now;
  return latestOf(chosenDate ?? onWorkingDay(addDays(now, daysOfCadence(cadence, 0))), now);
};

/** The date by the cadence; a part that would come too soon after the previous one counts from that. */
const dateByCadence = ([first, previous]: [first: Date, previous: Date], cadence: Cadence, nth: number): Date => {
  const dayOf = (part: number): number => daysOfCadence(cadence, part);
  const date = addDays(first, dayOf(nth) - dayOf(0));
  return date >= addMilliseconds(previous, LEAD_GAP)
    ? date
    : addDays(previous, Math.max(1, dayOf(nth) - dayOf(nth - 1)));
};

/**
 * When each part is sent: on the date that a user or Airtable chose, otherwise by the cadence; never in the past, and only
 * when the sender may send. If the first date has passed, the chosen dates of the others keep their interval to it.
 */
export const scheduleParts = (
  content: string,
  due: Readonly<Record<DueKey, Date | null>>,
  schedule: Schedule,
): ScheduledPart[] => {
  const { now, cadence, firstPart, findAllowed } = schedule;
  const sections = sendableParts(content);
  const chosenDates = sections.map((section) => dueOf(section, due));
  const [chosenFirst = null] = chosenDates;
  const dates: Date[] = [];
  const dateOf = (nth: number): Date => {
    const [first, previous] = [dates[0], dates.at(-1)];
    if (!first || !previous) return chooseFirst(chosenFirst, schedule);
    const delay = chosenFirst && chosenFirst < now ? first.getTime() - chosenFirst.getTime() : 0;
    const chosen = chosenDates[nth] && addMilliseconds(chosenDates[nth], delay);
    // The lead would otherwise get several messages at once, or a later part before an earlier one.
    const isPossible = chosen && chosen > now && chosen >= addMilliseconds(previous, LEAD_GAP);
    return isPossible ? chosen : dateByCadence([first, previous], cadence, nth);
  };
  return sections.map(({ header, text }, nth) => {
    const isNow = nth === 0 && firstPart === "now";
    dates.push(isNow ? now : findAllowed(onWorkingDay(dateOf(nth)), header));
    return { name: header, text, due: dates.at(-1) ?? now };
  });
};
