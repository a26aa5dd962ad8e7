import { expect, test } from "vitest";
import { isPollDue, msUntilNextPoll } from "./outcome-polling.ts";

test("the base is polled 2, 5, 10, 20, 40 and 80 seconds after the action, once each", () => {
  const polls: number[] = [];
  for (let elapsed: number | undefined = 0, polledAt: number | null = null; elapsed !== undefined; ) {
    if (isPollDue(elapsed, polledAt)) {
      polls.push(elapsed);
      polledAt = elapsed;
    }
    expect(isPollDue(elapsed + 1, polledAt)).toBe(false);
    const delay: number | undefined = msUntilNextPoll(elapsed);
    elapsed = delay === undefined ? undefined : elapsed + delay;
  }
  expect(polls).toEqual([2_000, 5_000, 10_000, 20_000, 40_000, 80_000]);
});

test("a poll before the latest action does not count, and a late poll replaces the ones that it missed", () => {
  expect(isPollDue(2_100, -500)).toBe(true);
  expect(isPollDue(12_000, 5_100)).toBe(true);
  expect(isPollDue(12_500, 12_000)).toBe(false);
  expect(msUntilNextPoll(12_500)).toBe(7_500);
});
