import { expect, type Locator, type Page } from "@playwright/test";

const MOST_PRESSES = 60;

const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(":focus")).count()) > 0;

/** Whoever cannot see where they are cannot use a keyboard. */
export const expectVisibleFocus = async (page: Page): Promise<void> => {
  const focused = page.locator(":focus-visible");
  await expect(focused).toBeInViewport();
  await expect(focused).toHaveCSS("outline-style", "solid");
};

/** Presses Tab until it is reached. Every stop on the way must be seen. */
export const tabTo = async (page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${key} does not lead to ${String(target)}`);
};
