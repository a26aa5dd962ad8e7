import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";

const OPTIONS: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // A WCAG 2.2 rule that axe does not enable by default.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // Frames show third-party pages or uploaded reports, which are not ours to fix.
  iframes: false,
};
// A theme changes colours only.
const CONTRAST_ONLY: RunOptions = { ...OPTIONS, runOnly: { type: "rule", values: ["color-contrast"] }, rules: {} };

/** Once per document: the script has more than a megabyte. */
const injectAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
};

const runAxe = async (page: Page, options: RunOptions, where: string): Promise<void> => {
  await injectAxe(page);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  const messages = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${String(target)}\n${failureSummary}`),
  );
  expect(messages, where).toEqual([]);
};

const setTheme = async (page: Page, colorScheme: "light" | "dark"): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
};

/** Fails on any violation that axe finds on the page in its current state. */
export const expectAccessible = (page: Page): Promise<void> => runAxe(page, OPTIONS, page.url());

/** At the current viewport width: all rules in the light theme, contrast in the dark theme. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
  await setTheme(page, "light");
  await runAxe(page, OPTIONS, `${page.url()}, light`);
  await setTheme(page, "dark");
  await runAxe(page, CONTRAST_ONLY, `${page.url()}, dark`);
};

/** Both themes at a desktop width, and all rules once more at a phone width. Open overlays must stay open when the window is resized. */
export const expectAccessibleAtAllSizes = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await runAxe(page, OPTIONS, `${page.url()}, dark, 390 px`);
};
