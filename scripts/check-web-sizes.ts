import { findBudgetViolations, measureSizes } from "#bench/web/sizes.ts";

const violations = findBudgetViolations(measureSizes());
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
