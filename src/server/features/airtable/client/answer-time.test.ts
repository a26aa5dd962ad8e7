import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { answerTime, startAnswerTimer } from "./answer-time.ts";

const blockEventLoop = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

test("the time in which this process was busy is not Airtable's", async () => {
  expect(answerTime(2_500, { longestMs: 0, usualMs: 0 })).toBe(2_500);
  expect(answerTime(2_500, { longestMs: 700, usualMs: 600 })).toBe(100);
  expect(answerTime(2_500, { longestMs: 5_000, usualMs: 0 })).toBe(0);
  let elapsed = 0;
  const stop = startAnswerTimer(() => elapsed);
  // Longer than the interval at which the delay is measured.
  await sleep(100);
  blockEventLoop(300);
  await sleep(100);
  // Less than the process was blocked: none of it was spent waiting for Airtable.
  elapsed = 200;
  expect(stop()).toBe(0);
});

test("the time in which this process was idle is Airtable's", () => {
  let elapsed = 100;
  const stop = startAnswerTimer(() => elapsed);
  elapsed = 2_600;
  expect(stop()).toBe(2_500);
});

test("a page that took eleven seconds stays slow when this process stalled once meanwhile", () => {
  expect(answerTime(11_000, { longestMs: 800, usualMs: 10 })).toBe(10_200);
});
