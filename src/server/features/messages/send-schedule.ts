import type { Cadence } from "#contract/forms.ts";
import {
  type DueKey,
  dueKeyOfSection,
  inReadingOrder,
  OLDER_CONVERSATIONS,
  parseSections,
  type Section,
  UNNAMED_SECTION,
} from "#contract/message-text.ts";
import { addDays, weekday } from "#platform/time.ts";

const DAY = 86_400_000;

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

export interface PlannedPart {
  name: string;
  text: string;
  due: Date;
}

interface PlannedTime {
  due: Date;
  /** By a user or in Airtable, not by the cadence. */
  isChosen: boolean;
}

/** In days, from the company's cadence. */
interface CadenceGap {
  sinceFirst: number;
  sincePrevious: number;
}

const cadenceGap = (cadence: Cadence, nth: number): CadenceGap => {
  const dayOf = (part: number): number => cadence[Math.min(part, cadence.length - 1)] ?? 0;
  return { sinceFirst: dayOf(nth) - dayOf(0), sincePrevious: dayOf(nth) - dayOf(nth - 1) };
};

const latestOf = (one: Date, other: Date): Date => (one > other ? one : other);

/**
 * When a part after the first is sent. A date in the past or before the previous part is ignored: the lead would
 * otherwise get several messages at once.
 */
const planAfterPrevious = (
  [first, previous]: [first: PlannedTime, previous: PlannedTime],
  { sinceFirst, sincePrevious }: CadenceGap,
  chosenDate: Date | null,
  now: Date,
): PlannedTime => {
  const previousSent = latestOf(previous.due, now);
  // The cadence may have moved the previous part close to the date that was chosen for this part.
  const earliest = new Date(previousSent.getTime() + (previous.isChosen ? 0 : DAY));
  if (chosenDate && chosenDate > now && chosenDate >= earliest) return { due: chosenDate, isChosen: true };
  const byCadence = onWorkingDay(addDays(latestOf(first.due, now), sinceFirst));
  const due = byCadence > previousSent ? byCadence : onWorkingDay(addDays(previousSent, sincePrevious));
  return { due, isChosen: false };
};

/** When each part is sent: on the date that a user or Airtable chose, otherwise by the cadence, on working days. */
export const planParts = (
  content: string,
  due: Readonly<Record<DueKey, Date | null>>,
  { now, cadence, firstNow = false }: { now: Date; cadence: Cadence; firstNow?: boolean },
): PlannedPart[] => {
  const planned: PlannedTime[] = [];
  return sendableParts(content).map((part, nth) => {
    const chosenDate = dueOf(part, due);
    const [first, previous] = [planned[0], planned.at(-1)];
    const next =
      first && previous
        ? planAfterPrevious([first, previous], cadenceGap(cadence, nth), chosenDate, now)
        : { due: firstNow ? now : (chosenDate ?? onWorkingDay(addDays(now, cadence[0]))), isChosen: true };
    planned.push(next);
    return { name: part.header, text: part.text, due: next.due };
  });
};
