import type { Clock } from "#platform/clock.ts";

/** Runs with the real time, moved by what the test asks. */
export class MovableClock implements Clock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds;
  }
}
