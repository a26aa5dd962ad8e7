import { setTimeout } from "node:timers/promises";
import { type Sql, sql } from "./database/sql.ts";

/** Every use of the current time goes through this, so that tests can move it. */
export interface Clock {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date(), sleep: (milliseconds) => setTimeout(milliseconds) };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const ZONE = "Europe/Amsterdam";

type Unit = "day" | "week" | "month";

/** SQL for the start of the day, week (from Monday) or month of `at` in Amsterdam, or of the one `offset` units later. */
export const startOfPeriod = (unit: Unit, at: Date, offset = 0): Sql => sql`
  (date_trunc(${unit}, ${at}::timestamptz at time zone ${ZONE}) + ${offset} * ${`1 ${unit}`}::interval) at time zone ${ZONE}`;

const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: ZONE,
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
});

/** The local time in Amsterdam as if it were UTC, so that every day has 24 hours. */
const toWallClock = (at: Date): number => {
  const shown = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (at.getTime() % 1_000);
};

const fromWallClock = (wall: number): Date => {
  const guess = new Date(wall - (toWallClock(new Date(wall)) - wall));
  return new Date(guess.getTime() + (wall - toWallClock(guess)));
};

/** The same local time of day, `days` days later. */
export const addDays = (at: Date, days: number): Date => fromWallClock(toWallClock(at) + days * DAY_MS);

/** In Amsterdam; 0 is Sunday. */
export const weekday = (at: Date): number => new Date(toWallClock(at)).getUTCDay();

/** The date in Amsterdam, "2026-11-14". */
export const calendarDay = (at: Date): string => new Date(toWallClock(at)).toISOString().slice(0, 10);

/** The moment `minutes` after midnight on a day in Amsterdam; days are counted from 1 January 1970. */
export const amsterdamTime = (day: number, minutes: number): Date => fromWallClock(day * DAY_MS + minutes * MINUTE_MS);

/** Midnight in Amsterdam at the start of a day, "2026-11-14". */
export const startOfDay = (day: string): Date => amsterdamTime(Date.parse(day) / DAY_MS, 0);

export const isDay = (text: string): boolean => !text.includes("T");

/** A day without a time is that day in Amsterdam; `new Date` would take it as UTC. */
export const parseDayOrTime = (text: string): Date => (isDay(text) ? startOfDay(text) : new Date(text));

/**
 * The time by the clock of the database, which decides for all processes what is due. `read` is its clock_timestamp() of this
 * moment; where tests have moved the clock, the time moves with it.
 */
export const toDatabaseTime = (clock: Clock, read: Date): Date =>
  new Date(clock.now().getTime() + (read.getTime() - systemClock.now().getTime()));
