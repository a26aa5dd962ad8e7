/**
 * Measures the web app in a browser: bundle sizes, first loads, Lighthouse, scrolling and key latency. The product runs as real
 * processes with the demo data and a large company. Exceeded size budgets fail; times depend on the machine and are only printed.
 * npm run bench:web [-- rows]
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measureFirstLoads } from "./first-load.ts";
import { measureKeyPresses } from "./key-presses.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { startRunningProduct } from "./running-product.ts";
import { findBudgetViolations, measureSizes } from "./sizes.ts";
import { measureScrolling } from "./smoothness.ts";

const RESULTS = join(import.meta.dirname, "../results");
const [rows = 100_000] = process.argv.slice(2).map(Number);

const printTable = (title: string, tableRows: readonly object[]) => {
  console.log(`\n${title}`);
  console.table(tableRows);
};

const sizes = measureSizes();
printTable(
  "JavaScript, KB gzip",
  sizes.map(({ kind, name, bytes, files, budget }) => ({
    kind,
    name,
    KB: Math.round(bytes / 100) / 10,
    files,
    budget: budget && budget / 1000,
  })),
);

console.log(`\nfilling a company with ${rows} leads and as many queued messages`);
const product = await startRunningProduct(rows);
try {
  const keyPresses = await measureKeyPresses(product);
  printTable("from key to paint while reviewing, ms", keyPresses);
  const firstLoads = await measureFirstLoads(product);
  printTable("first load, bytes and ms", firstLoads);
  const scrolling = await measureScrolling(product, rows);
  printTable("scrolling, ms and MB", scrolling);
  const lighthouse = await measureLighthouse(product);
  printTable(
    "Lighthouse",
    lighthouse.map(({ screen, device, scores, times }) => ({ screen, device, ...scores, ...times })),
  );
  for (const { screen, device, failedAudits } of lighthouse)
    console.log(`${screen}, ${device}: ${failedAudits.join("; ") || "nothing"}`);
  await mkdir(RESULTS, { recursive: true });
  const at = new Date().toISOString();
  const file = join(RESULTS, `web-${at.replaceAll(":", "-").slice(0, 19)}.json`);
  await writeFile(file, JSON.stringify({ at, rows, sizes, keyPresses, firstLoads, scrolling, lighthouse }, null, 2));
} finally {
  await product.close();
}

const violations = findBudgetViolations(sizes);
for (const violation of violations) console.error(violation);
process.exitCode = violations.length > 0 ? 1 : 0;
