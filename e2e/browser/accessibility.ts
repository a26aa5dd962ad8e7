import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const OPTIONS: Parameters<AxeBuilder["options"]>[0] = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Of WCAG 2.2, and not yet among the rules that axe applies by itself.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // What a frame shows is another site's, or a report that somebody sent.
  iframes: false,
};
const THEMES = ["light", "dark"] as const;
const WIDTHS = [1440, 390];

/** As the page stands now. */
export const expectNoViolations = async (page: Page, where = page.url()): Promise<void> => {
  // The other mode is for frames, and takes a third longer.
  const { violations } = await new AxeBuilder({ page }).options(OPTIONS).setLegacyMode().analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${String(target)}\n${failureSummary}`),
  );
  expect(found, where).toEqual([]);
};

/** At the width it has now. */
export const expectNoViolationsInBothThemes = async (page: Page): Promise<void> => {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0);
    await expectNoViolations(page, `${page.url()}, ${colorScheme}`);
  }
};

/** On a desk and on a phone. What is open must stay open when the window changes. */
export const expectNoViolationsAnywhere = async (page: Page): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolationsInBothThemes(page);
  }
};
