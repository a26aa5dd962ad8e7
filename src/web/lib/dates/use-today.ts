import { useSyncExternalStore } from "react";
import { dayOf } from "./wall-clock.ts";

const MINUTE_MS = 60_000;

const everyMinute = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
};

/** When the present minute ends; a screen that is left open follows the clock. */
export const useMinuteEnd = (): number =>
  useSyncExternalStore(everyMinute, () => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);

const readToday = () => dayOf(new Date());

/** The day it is here, "2026-11-14"; also on a screen that is still open after midnight. */
export const useToday = (): string => useSyncExternalStore(everyMinute, readToday, readToday);
