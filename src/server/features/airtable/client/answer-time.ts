import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
/** Connecting, sending, and the head and body of the response are handled in separate rounds of the event loop. */
const ROUNDS_OF_A_REQUEST = 4;

/** How long Airtable took, of the time that passed here: a busy process handles every round of a request late. */
export const answerTime = (elapsedMs: number, longestDelayMs: number): number =>
  Math.max(0, elapsedMs - ROUNDS_OF_A_REQUEST * longestDelayMs);

/** The returned function stops the measurement. */
export const startAnswerTimer = (): (() => number) => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const startedAt = performance.now();
  return () => {
    delays.disable();
    return answerTime(performance.now() - startedAt, Math.max(0, delays.max / 1e6 - RESOLUTION_MS));
  };
};
