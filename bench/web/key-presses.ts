import type { Page } from "@playwright/test";
import type { RunningProduct } from "./running-product.ts";

export type KeyLatency = { key: string; action: string; presses: number; p50: number; p95: number; longest: number };

const KEYS = [
  { key: "j", action: "next message", presses: 40 },
  { key: "k", action: "previous message", presses: 40 },
  { key: "a", action: "approve", presses: 20 },
] as const;

const press = async (page: Page, key: string, times: number): Promise<number[]> => {
  await page.evaluate("probes.keyTimes.splice(0)");
  for (let round = 0; round < times; round++) {
    await page.keyboard.press(key);
    await page.evaluate(`probes.waitForPaints(${round + 1})`);
    await page.waitForTimeout(150);
  }
  return page.evaluate<number[]>("probes.keyTimes");
};

export const measureKeyPresses = async (product: RunningProduct): Promise<KeyLatency[]> => {
  const context = await product.newContext("team");
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("[data-message-card]").first().waitFor();
  await page.evaluate("probes.watchKeys()");
  const results: KeyLatency[] = [];
  for (const { key, action, presses } of KEYS) {
    const durations = (await press(page, key, presses)).toSorted((a, b) => a - b);
    const percentile = (fraction: number) =>
      Math.round(durations[Math.min(durations.length - 1, Math.floor(durations.length * fraction))] ?? 0);
    results.push({ key, action, presses, p50: percentile(0.5), p95: percentile(0.95), longest: percentile(1) });
  }
  await context.close();
  return results;
};
