import type { Page } from "@playwright/test";
import type { RunningProduct } from "./running-product.ts";

export type KeyPress = { key: string; does: string; presses: number; p50: number; p95: number; longest: number };

const KEYS = [
  { key: "j", does: "next message", presses: 40 },
  { key: "k", does: "previous message", presses: 40 },
  { key: "a", does: "approve", presses: 20 },
] as const;

const press = async (page: Page, key: string, times: number): Promise<number[]> => {
  await page.evaluate("probes.keyTimes.splice(0)");
  for (let round = 0; round < times; round++) {
    await page.keyboard.press(key);
    await page.evaluate(`probes.untilShown(${round + 1})`);
    await page.waitForTimeout(150);
  }
  return page.evaluate<number[]>("probes.keyTimes");
};

export const measureKeyPresses = async (stage: RunningProduct): Promise<KeyPress[]> => {
  const context = await stage.visit("team");
  const page = await context.newPage();
  await page.goto("/");
  await page.locator("[data-message-card]").first().waitFor();
  await page.evaluate("probes.watchKeys()");
  const found: KeyPress[] = [];
  for (const { key, does, presses } of KEYS) {
    const took = (await press(page, key, presses)).toSorted((one, two) => one - two);
    const at = (part: number) => Math.round(took[Math.min(took.length - 1, Math.floor(took.length * part))] ?? 0);
    found.push({ key, does, presses, p50: at(0.5), p95: at(0.95), longest: at(1) });
  }
  await context.close();
  return found;
};
