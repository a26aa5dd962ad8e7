import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const OPTIONS: Parameters<AxeBuilder["options"]>[0] = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // A WCAG 2.2 rule that axe does not enable by default.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // Frames show third-party pages or uploaded reports, which are not ours to fix.
  iframes: false,
};
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1440, 390];

/** Runs axe on the page in its current state. */
export const expectNoViolations = async (page: Page, where = page.url()): Promise<void> => {
  // The default mode only adds support for frames, and takes a third longer.
  const { violations } = await new AxeBuilder({ page }).options(OPTIONS).setLegacyMode().analyze();
  const messages = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${String(target)}\n${failureSummary}`),
  );
  expect(messages, where).toEqual([]);
};

/** At the current viewport width. */
export const expectNoViolationsInBothThemes = async (page: Page): Promise<void> => {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    await expectNoViolations(page, `${page.url()}, ${colorScheme}`);
  }
};

/** At a desktop and a phone width. Open overlays must stay open when the window is resized. */
export const expectNoViolationsAnywhere = async (page: Page): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolationsInBothThemes(page);
  }
};
