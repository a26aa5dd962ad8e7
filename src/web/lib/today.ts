import { useSyncExternalStore } from "react";
import { dayOf } from "./wall-clock.ts";

const LOOK_EVERY_MS = 60_000;

const subscribe = (onChange: () => void) => {
  const timer = setInterval(onChange, LOOK_EVERY_MS);
  return () => clearInterval(timer);
};

/** The day it is here, "2026-11-14"; also on a screen that is still open after midnight. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => dayOf(new Date()));
