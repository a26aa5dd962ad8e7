/**
 * Measures what people wait for in their browser: bytes, first screens, Lighthouse, scrolling, keys. The product runs as real
 * processes with the demo and a company of many rows. Bytes over their budget fail; times depend on the machine and are told.
 * npm run bench:web [-- rows]
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measureFirstLoads } from "./first-load.ts";
import { measureKeyPresses } from "./key-presses.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { startRunningProduct } from "./running-product.ts";
import { findProblems, measureSizes } from "./sizes.ts";
import { measureScrolling } from "./smoothness.ts";

const RESULTS = join(import.meta.dirname, "../results");
const [rows = 100_000] = process.argv.slice(2).map(Number);

const tell = (title: string, lines: readonly object[]) => {
  console.log(`\n${title}`);
  console.table(lines);
};

const sizes = measureSizes();
tell(
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
const stage = await startRunningProduct(rows);
try {
  const keyPresses = await measureKeyPresses(stage);
  tell("from key to paint while reviewing, ms", keyPresses);
  const firstLoads = await measureFirstLoads(stage);
  tell("first load, bytes and ms", firstLoads);
  const scrolling = await measureScrolling(stage, rows);
  tell("scrolling, ms and MB", scrolling);
  const lighthouse = await measureLighthouse(stage);
  tell(
    "Lighthouse",
    lighthouse.map(({ screen, device, scores, times }) => ({ screen, device, ...scores, ...times })),
  );
  for (const { screen, device, remarks } of lighthouse)
    console.log(`${screen}, ${device}: ${remarks.join("; ") || "nothing"}`);
  await mkdir(RESULTS, { recursive: true });
  const at = new Date().toISOString();
  const file = join(RESULTS, `web-${at.replaceAll(":", "-").slice(0, 19)}.json`);
  await writeFile(file, JSON.stringify({ at, rows, sizes, keyPresses, firstLoads, scrolling, lighthouse }, null, 2));
} finally {
  await stage.close();
}

const problems = findProblems(sizes);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
