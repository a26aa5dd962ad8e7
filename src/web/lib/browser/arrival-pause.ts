import { useLayoutEffect, useRef } from "react";
import { isTyping } from "../lists/list-focus.ts";

/** Longer than the time between the clicks of a double click. */
const PAUSE_MS = 500;

/**
 * For what replaces something else on the screen without being asked for: whether it is there so short that a key or click was
 * meant for what was there before. Keys in quick succession prolong the pause: somebody goes on typing, and has not seen it yet.
 */
export function useArrivalPause(cameByItself: boolean): () => boolean {
  const until = useRef(0);
  const isPaused = () => performance.now() < until.current;
  // In the effect of the first commit: a key may come before the passive effects.
  useLayoutEffect(() => {
    if (!cameByItself) return;
    const pause = () => {
      until.current = performance.now() + PAUSE_MS;
    };
    const prolong = () => {
      if (performance.now() < until.current && !isTyping()) pause();
    };
    pause();
    addEventListener("keydown", prolong, true);
    return () => {
      until.current = 0;
      removeEventListener("keydown", prolong, true);
    };
  }, [cameByItself]);
  return isPaused;
}
