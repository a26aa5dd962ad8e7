import { expect, test } from "vitest";
import { holdTone, queueTone, todayTone } from "./overview-section.tsx";

test.each([
  [0, "warning"],
  [9, "warning"],
  [10, "success"],
  [20, "success"],
  [21, "danger"],
])("%i invitations today have the tone %s", (sent, tone) => {
  expect(todayTone(sent)).toBe(tone);
});

test.each([
  [0, "danger"],
  [25, "danger"],
  [26, "warning"],
  [50, "warning"],
  [51, "success"],
])("%i in the queue have the tone %s", (queued, tone) => {
  expect(queueTone(queued)).toBe(tone);
});

test.each([
  [0, "danger"],
  [50, "danger"],
  [51, "warning"],
])("%i on hold have the tone %s", (onHold, tone) => {
  expect(holdTone(onHold)).toBe(tone);
});
