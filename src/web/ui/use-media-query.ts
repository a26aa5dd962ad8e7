import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
};

/** Whether the window has the size that the media query asks for. A skeleton, which the build renders, matches none. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );

/** Below the breakpoint `sm`. */
export const useIsPhone = (): boolean => useMediaQuery("(width < 40rem)");
