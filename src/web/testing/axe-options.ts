import type { RunOptions } from "axe-core";

export const AXE_RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  // A WCAG 2.2 rule that axe does not enable by default.
  rules: { "target-size": { enabled: true } },
  resultTypes: ["violations"],
  // Frames show third-party pages or uploaded reports, which are not ours to fix.
  iframes: false,
};

// A theme changes colours only.
export const AXE_CONTRAST: RunOptions = {
  ...AXE_RULES,
  runOnly: { type: "rule", values: ["color-contrast"] },
  rules: {},
};
