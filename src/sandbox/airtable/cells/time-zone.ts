import type { Field } from "../model/table.ts";

/** Of a field whose options name none. */
const DEFAULT_TIME_ZONE = "Europe/Amsterdam";

/** As the schema reports it: `utc`, `client` or a name of the time zone database. */
export const timeZoneOf = ({ options }: Field): string => options.timeZone ?? DEFAULT_TIME_ZONE;

/** In which a text without a time zone is read: `client` shows each user the own time, and through the API there is no user. */
export function writtenTimeZoneOf(field: Field): string {
  const timeZone = timeZoneOf(field);
  return timeZone === "client" || timeZone === "utc" ? "UTC" : timeZone;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

export const isFieldTimeZone = (timeZone: string): boolean => timeZone === "client" || isTimeZone(timeZone);

/** The moment at which the clocks of a time zone show the time that the clocks of UTC show at `inUtc`. */
export function momentIn(timeZone: string, inUtc: number): number {
  const nearby = inUtc - offsetAt(inUtc, timeZone);
  // Between the two the clocks may have changed.
  return inUtc - offsetAt(nearby, timeZone);
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const second = Math.floor(moment / 1_000) * 1_000;
  const local = new Date(second).toLocaleString("sv-SE", { timeZone });
  return Date.parse(`${local.replace(" ", "T")}Z`) - second;
}
