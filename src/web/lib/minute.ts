import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

export const everyMinute = (onChange: () => void) => {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
};

/** When the present minute ends; a screen that is left open follows the clock. */
export const useMinuteEnd = (): number =>
  useSyncExternalStore(everyMinute, () => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS);
