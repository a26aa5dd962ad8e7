import type { Cadence } from "#contract/forms.ts";
import {
  type DueKey,
  dueKeyOf,
  inReadingOrder,
  OLDER_CONVERSATIONS,
  PLAIN_PART,
  parseSections,
  type Section,
} from "#contract/message-text.ts";
import { addDays, weekday } from "#platform/time.ts";

const DAY = 86_400_000;

const onWorkingDay = (at: Date): Date => {
  const day = weekday(at);
  if (day === 6) return addDays(at, 2);
  return day === 0 ? addDays(at, 1) : at;
};

/** The sections that are sent, in their order: not the older conversations, nor a text above the first header. */
export const sendableParts = (content: string): Section[] => {
  const parts = inReadingOrder(parseSections(content)).filter(({ text }) => text !== "");
  const named = parts.filter(({ header }) => header !== OLDER_CONVERSATIONS && header !== PLAIN_PART);
  return named.length > 0 ? named : parts.filter(({ header }) => header === PLAIN_PART);
};

const dueOf = ({ header }: Section, due: Readonly<Record<DueKey, Date | null>>): Date | null => {
  const key = dueKeyOf(header);
  return key ? due[key] : null;
};

export interface PlannedPart {
  name: string;
  text: string;
  due: Date;
}

interface PlannedMoment {
  due: Date;
  /** Set by a user, not by the cadence. */
  isOwn: boolean;
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
  [first, previous]: [first: PlannedMoment, previous: PlannedMoment],
  { sinceFirst, sincePrevious }: CadenceGap,
  ownDate: Date | null,
  now: Date,
): PlannedMoment => {
  const left = latestOf(previous.due, now);
  // The cadence may have moved the previous part close to this part's ownDate date.
  const earliest = new Date(left.getTime() + (previous.isOwn ? 0 : DAY));
  if (ownDate && ownDate > now && ownDate >= earliest) return { due: ownDate, isOwn: true };
  const byCadence = onWorkingDay(addDays(latestOf(first.due, now), sinceFirst));
  return { due: byCadence > left ? byCadence : onWorkingDay(addDays(left, sincePrevious)), isOwn: false };
};

/** When each part is sent: on its ownDate date where it has one, otherwise by the cadence, on working days. */
export const planParts = (
  content: string,
  due: Readonly<Record<DueKey, Date | null>>,
  { now, cadence, firstNow = false }: { now: Date; cadence: Cadence; firstNow?: boolean },
): PlannedPart[] => {
  const places: PlannedMoment[] = [];
  return sendableParts(content).map((part, nth) => {
    const ownDate = dueOf(part, due);
    const [first, previous] = [places[0], places.at(-1)];
    const place =
      first && previous
        ? planAfterPrevious([first, previous], cadenceGap(cadence, nth), ownDate, now)
        : { due: firstNow ? now : (ownDate ?? onWorkingDay(addDays(now, cadence[0]))), isOwn: true };
    places.push(place);
    return { name: part.header, text: part.text, due: place.due };
  });
};
