import { round } from "../statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "../suite.ts";
import { type BrowserBench, openBrowserBench } from "./browser.ts";
import { measureFirstLoads } from "./first-load.ts";
import { measureKeyPresses } from "./key-presses.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureScrolling } from "./scrolling.ts";
import { findBudgetViolations, measureSizes, type Size } from "./sizes.ts";

const printSizes = (sizes: readonly Size[]): void =>
  printTable(
    "JavaScript, KB gzip",
    sizes.map(({ kind, name, bytes, files, budget }) => ({
      kind,
      name,
      KB: round(bytes / 1000, 1),
      files,
      budget: budget && budget / 1000,
    })),
  );

/** Lighthouse takes minutes and is installed on first use. */
const measureInBrowser = async (bench: BrowserBench, rows: number, only: string) => {
  const isWanted = (name: string) => name.includes(only);
  const keyPresses = isWanted("keys") ? await measureKeyPresses(bench) : [];
  if (keyPresses.length > 0) printTable("from key to paint while reviewing, ms", keyPresses);
  const firstLoads = isWanted("first load") ? await measureFirstLoads(bench) : [];
  if (firstLoads.length > 0) printTable("first load, bytes and ms", firstLoads);
  const scrolling = isWanted("scrolling") ? await measureScrolling(bench, rows) : [];
  if (scrolling.length > 0) printTable("scrolling, ms and MB", scrolling);
  const lighthouse = isWanted("lighthouse") ? await measureLighthouse(bench) : [];
  if (lighthouse.length > 0) {
    printTable(
      "Lighthouse",
      lighthouse.map(({ screen, device, scores, times }) => ({ screen, device, ...scores, ...times })),
    );
    for (const { screen, device, failedAudits } of lighthouse)
      console.log(`${screen}, ${device}: ${failedAudits.join("; ") || "no failed audits"}`);
  }
  return { keyPresses, firstLoads, scrolling, lighthouse };
};

const run = async ({ rows, only }: Options): Promise<SuiteResult> => {
  const sizes = measureSizes();
  printSizes(sizes);
  const bench = await openBrowserBench(rows);
  printProgress("the product is running");
  try {
    const figures = { rows, sizes, ...(await measureInBrowser(bench, rows, only)) };
    return { figures, missedTargets: findBudgetViolations(sizes) };
  } finally {
    await bench.close();
  }
};

/**
 * The web app in a browser: bundle sizes, key latency, first loads, scrolling and Lighthouse. Exceeded size budgets are
 * missed targets; times depend on the machine and are only printed.
 */
export const webSuite: Suite = { defaultRows: 100_000, run };
