import type { Page } from "@playwright/test";
import { quantile, round } from "../statistics.ts";
import type { BrowserBench } from "./browser.ts";

export type KeyLatency = { key: string; action: string; presses: number; p50: number; p95: number; longest: number };

const KEYS = [
  { key: "j", action: "next message", presses: 40 },
  { key: "k", action: "previous message", presses: 40 },
  { key: "a", action: "approve", presses: 20 },
] as const;

const press = async (page: Page, key: string, times: number): Promise<number[]> => {
  await page.evaluate("probes.keyTimes.splice(0)");
  for (let nth = 0; nth < times; nth++) {
    await page.keyboard.press(key);
    await page.evaluate(`probes.waitForPaints(${nth + 1})`);
    await page.waitForTimeout(150);
  }
  return page.evaluate<number[]>("probes.keyTimes");
};

export const measureKeyPresses = async (bench: BrowserBench): Promise<KeyLatency[]> => {
  const context = await bench.newContext("workspace");
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("[data-message-card]").first().waitFor();
  await page.evaluate("probes.watchKeys()");
  const results: KeyLatency[] = [];
  for (const { key, action, presses } of KEYS) {
    const durations = await press(page, key, presses);
    const percentile = (fraction: number) => round(quantile(durations, fraction));
    results.push({ key, action, presses, p50: percentile(0.5), p95: percentile(0.95), longest: percentile(1) });
  }
  await context.close();
  return results;
};
