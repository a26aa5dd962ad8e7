import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { AXE_CONTRAST, AXE_RULES } from "#web/testing/axe-options.ts";

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
export const expectAccessible = (page: Page): Promise<void> => runAxe(page, AXE_RULES, page.url());

/** At the current viewport width: all rules in the light theme, contrast in the dark theme. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
  await setTheme(page, "light");
  await runAxe(page, AXE_RULES, `${page.url()}, light`);
  await setTheme(page, "dark");
  await runAxe(page, AXE_CONTRAST, `${page.url()}, dark`);
};

/** Both themes at a desktop width, and all rules once more at a phone width. Open overlays must stay open when the window is resized. */
export const expectAccessibleAtAllSizes = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 390, height: 900 });
  await runAxe(page, AXE_RULES, `${page.url()}, dark, 390 px`);
};
