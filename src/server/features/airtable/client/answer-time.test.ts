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
  const stop = startAnswerTimer();
  await sleep(1);
  for (let round = 0; round < 3; round++) {
    blockEventLoop(300);
    await sleep(1);
  }
  expect(stop()).toBeLessThan(300);
});

test("a page that took eleven seconds stays slow when this process stalled once meanwhile", () => {
  expect(answerTime(11_000, { longestMs: 800, usualMs: 10 })).toBe(10_200);
});
