import { useSyncExternalStore } from "react";
import { dayOf } from "./wall-clock.ts";

const MINUTE_MS = 60_000;

const everyMinute = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
};

/** The end of the current minute in ms; updates every minute. */
export const useMinuteEnd = (): number =>
  useSyncExternalStore(everyMinute, () => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);

const readToday = () => dayOf(new Date());

/** Today in Dutch time, "2026-11-14"; updates at midnight. */
export const useToday = (): string => useSyncExternalStore(everyMinute, readToday, readToday);
