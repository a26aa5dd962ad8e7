import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const OPTIONS = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // Of WCAG 2.2, and not yet among the rules that axe applies by itself.
  rules: { "target-size": { enabled: true } },
};

/** As it stands now, in the theme and at the width it has. */
export const expectNoViolations = async (page: Page, where = page.url()): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).options(OPTIONS).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target.join(" ")}\n${failureSummary}`),
  );
  expect(found, where).toEqual([]);
};

const THEMES = ["light", "dark"] as const;
const WIDTHS = [1440, 390];

/** In both themes, on a desk and on a phone. What is open must stay open when the window changes. */
export const expectNoViolationsAnywhere = async (page: Page, widths = WIDTHS): Promise<void> => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page, `${page.url()}, ${colorScheme}, ${width} wide`);
    }
  }
};
