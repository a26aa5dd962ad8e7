import { z } from "zod";

/** What the address has for a date that was taken away: without anything it would be the one of every day. */
export const NO_DATE = "geen";

const date = z
  .union([z.iso.date(), z.literal(NO_DATE)])
  .optional()
  .catch(undefined);

/** As they stand in the address. */
export const ratedDates = z.object({ van: date, tot: date });
type RatedDates = z.infer<typeof ratedDates>;

const dayBefore = (day: string): string => {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
};

const chosen = (given: string | undefined, usual: string): string | null =>
  given === NO_DATE ? null : (given ?? usual);

/** From yesterday to today, until somebody chooses otherwise. */
export const rangeOf = ({ van, tot }: RatedDates, today: string): { start: string | null; end: string | null } => ({
  start: chosen(van, dayBefore(today)),
  end: chosen(tot, today),
});
