import { type Case, DEEP_PAGE, FIRST_PAGE, PAGE_500 } from "./cases.ts";
import type { PreparedData } from "./dataset/load.ts";
import type { Comparison } from "./drive/contest.ts";
import { measure, median } from "./drive/measure.ts";
import type { Options } from "./options.ts";
import { startProductProcess } from "./product.ts";
import type { Check } from "./report/report.ts";

/** Within a tenth. */
const FLAT = 0.9;

/** The product beside itself: deep in a list as on its first page, and among all rows as among a fifth of them. */
export const checkFlatness = async (
  contest: Comparison,
  { large, small }: PreparedData,
  cases: readonly Case[],
  options: Options,
): Promise<Check[]> => {
  const pageOf = (name: string) => {
    const found = cases.find((one) => one.name === name);
    if (!found) throw new Error(`no case is named ${name}`);
    return found.ours;
  };
  const [largest] = large.tenants;
  const [largestOfSmall] = small.tenants;
  if (!largest || !largestOfSmall) throw new Error("there are no companies");
  const first = { side: await contest.ours("large", largest), next: pageOf(FIRST_PAGE) };
  const checks: Check[] = [];
  for (const name of [PAGE_500, DEEP_PAGE]) {
    const { ratio } = await measure({ side: first.side, next: pageOf(name) }, first, options);
    checks.push({ name: `${name}, beside the first page`, value: ratio, unit: "×", atLeast: FLAT });
  }
  const among = { side: await contest.ours("small", largestOfSmall), next: first.next };
  const { ratio } = await measure(first, among, options);
  checks.push({ name: "first page, beside that among a fifth of the rows", value: ratio, unit: "×", atLeast: FLAT });
  return checks;
};

const STARTS = 3;
const SECONDS = 1.5;

/** From nothing to ready with the embedded database, all of the data there. The first start is left out: it fills the caches. */
export const measureStart = async (dataDir: string): Promise<Check> => {
  const seconds: number[] = [];
  for (let nth = 0; nth <= STARTS; nth++) {
    const begun = performance.now();
    const product = await startProductProcess("both", dataDir, {});
    if (nth > 0) seconds.push((performance.now() - begun) / 1000);
    await product.stop();
  }
  return { name: "ready after a warm start", value: median(seconds), unit: "s", atMost: SECONDS };
};
