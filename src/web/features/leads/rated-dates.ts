import { day, type FiltersOf, type Reader } from "#lib/address-readers.ts";

/** What the address has for a date that was taken away: without anything it would be the one of every day. */
export const NO_DATE = "geen";

const date: Reader = (given) => (given === NO_DATE ? given : day(given));

/** As they stand in the address. */
export const ratedDates = { van: date, tot: date };
type RatedDates = FiltersOf<typeof ratedDates>;

const dayBefore = (today: string): string => {
  const date = new Date(`${today}T12:00:00Z`);
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
