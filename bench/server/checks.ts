import { startProduct } from "../product.ts";
import { median } from "../statistics.ts";
import type { Options } from "../suite.ts";
import { type Case, DEEP_PAGE, FIRST_PAGE, PAGE_500 } from "./cases.ts";
import type { ComparedDatabases, Comparison } from "./comparison.ts";
import { measure } from "./measure.ts";
import type { Check } from "./report.ts";

/** At most 10 % slower. */
const MIN_FLATNESS = 0.9;

/** Checks that throughput depends neither on the page's depth in a list nor on the number of rows in the database. */
export const checkFlatness = async (
  comparison: Comparison,
  { large, small }: ComparedDatabases,
  cases: readonly Case[],
  options: Options,
): Promise<Check[]> => {
  const requestsOf = (name: string) => {
    const benchmarkCase = cases.find((candidate) => candidate.name === name);
    if (!benchmarkCase) throw new Error(`no case is named ${name}`);
    return benchmarkCase.productRequests;
  };
  const [largest] = large.companies;
  const [largestOfSmall] = small.companies;
  if (!largest || !largestOfSmall) throw new Error("the dataset has no companies");
  const connections = await comparison.productConnections("large", largest);
  const first = { connections, nextRequests: requestsOf(FIRST_PAGE) };
  const checks: Check[] = [];
  for (const name of [PAGE_500, DEEP_PAGE]) {
    const { ratio } = await measure({ connections, nextRequests: requestsOf(name) }, first, options);
    checks.push({ name: `${name}, compared with the first page`, value: ratio, unit: "×", atLeast: MIN_FLATNESS });
  }
  const smaller = {
    connections: await comparison.productConnections("small", largestOfSmall),
    nextRequests: first.nextRequests,
  };
  const { ratio } = await measure(first, smaller, options);
  checks.push({
    name: "first page, compared with a fifth of the rows",
    value: ratio,
    unit: "×",
    atLeast: MIN_FLATNESS,
  });
  return checks;
};

const MEASURED_STARTS = 3;
const MAX_SECONDS = 1.5;

/** Start-up time until ready, with the embedded database and the full dataset. The first start is not counted: it fills the caches. */
export const measureStart = async (dataDir: string): Promise<Check> => {
  const seconds: number[] = [];
  for (let nth = 0; nth <= MEASURED_STARTS; nth++) {
    const startedAt = performance.now();
    const product = await startProduct("both", dataDir);
    if (nth > 0) seconds.push((performance.now() - startedAt) / 1000);
    await product.stop();
  }
  return { name: "ready after a warm start", value: median(seconds), unit: "s", atMost: MAX_SECONDS };
};
