import { findBudgetViolations, measureSizes } from "../bench/web/sizes.ts";

const problems = findBudgetViolations(measureSizes());
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
