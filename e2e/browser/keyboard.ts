import { expect, type Locator, type Page } from "@playwright/test";

const MAX_PRESSES = 60;

const hasFocus = async (page: Page, target: Locator): Promise<boolean> =>
  (await target.and(page.locator(":focus")).count()) > 0;

/** The focused element must be in the viewport and have a focus outline. */
export const expectVisibleFocus = async (page: Page): Promise<void> => {
  const focused = page.locator(":focus-visible");
  await expect(focused).toBeInViewport();
  await expect(focused).toHaveCSS("outline-style", "solid");
};

/** Closes a dialog that has just opened: Escape reaches it once the focus is in it, a moment after it is visible. */
export const closeWithEscape = async (dialog: Locator): Promise<void> => {
  const page = dialog.page();
  await expect(dialog.and(page.locator(":focus-within"))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
};

/** Presses Tab until the target has focus. Every tab stop on the way must have visible focus. */
export const tabTo = async (page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
  // Tab would pass by the place of an element that is rendered later.
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    await page.keyboard.press(key);
    await expectVisibleFocus(page);
    if (await hasFocus(page, target)) return;
  }
  throw new Error(`${key} does not reach ${String(target)}`);
};
