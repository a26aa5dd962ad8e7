import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
/** Connecting, sending, and the head and body of the response are handled in separate rounds of the event loop. */
const ROUNDS_OF_A_REQUEST = 4;

interface LoopDelays {
  longestMs: number;
  /** Exceeded in one of ten rounds only. */
  usualMs: number;
}

/**
 * How long Airtable took, of the time that passed here. A process that is busy all the time handles every round of a request
 * late; a single stall delays one of them.
 */
export const answerTime = (elapsedMs: number, { longestMs, usualMs }: LoopDelays): number =>
  Math.max(0, elapsedMs - Math.max(longestMs, ROUNDS_OF_A_REQUEST * usualMs));

const delayOf = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);

/** The returned function stops the measurement. */
export const startAnswerTimer = (now = () => performance.now()): (() => number) => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const startedAt = now();
  return () => {
    delays.disable();
    const loopDelays = { longestMs: delayOf(delays.max), usualMs: delayOf(delays.percentile(90)) };
    return answerTime(now() - startedAt, loopDelays);
  };
};
