import { useEffect } from "react";

/** The first screen comes first. */
const AFTER_MS = 2_000;

/** Fetches code that a screen needs after a click or a key, once the screen has settled: whoever opens it then need not wait. */
export function useFetchLater(load: () => Promise<unknown>) {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), AFTER_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
