/**
 * Compares the server with a bare one on the same database: `npm run bench`. Set `DATABASE_URL` (of a superuser) to measure on
 * that PostgreSQL server instead of the embedded one. A small run: `npm run bench -- --rows 50000 --rounds 5`.
 */
import { availableParallelism, loadavg } from "node:os";
import { makeCases } from "./cases.ts";
import { checkFlatness, measureStart } from "./checks.ts";

import { prepareData, withClient } from "./dataset/load.ts";

import { CONNECTIONS, openComparison } from "./http/comparison.ts";
import { measure } from "./http/measure.ts";
import { readOptions } from "./options.ts";
import { memoryOf } from "./product.ts";
import {
  type BenchmarkRun,
  type CaseResult,
  type Check,
  namesOfMissedTargets,
  publishRun,
  saveRun,
  writeTable,
} from "./report/report.ts";

const MEMORY_MIB = 200;

const options = readOptions();
const printProgress = (step: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${step}`);
const data = await prepareData(options, printProgress);
const loadBefore = loadavg()[0] ?? 0;
const comparison = await openComparison(data);

const cases = await withClient(data.large.url, (client) => makeCases(client, data.large.tenants));
const results: CaseResult[] = [];
for (const { name, target, tenant, product: productCalls, bare } of cases.filter(({ name }) =>
  name.includes(options.only),
)) {
  const product = { server: await comparison.openAs("large", tenant), next: productCalls };
  results.push({ name, target, measured: await measure(product, { server: comparison.bare, next: bare }, options) });
  printProgress(`${name}: ${results.at(-1)?.measured.ratio.toFixed(2)} × bare`);
}
const checks: Check[] = options.only ? [] : await checkFlatness(comparison, data, cases, options);
checks.push({
  name: "memory after all cases",
  value: await memoryOf(comparison.product),
  unit: "MiB",
  atMost: MEMORY_MIB,
});
await comparison.close();
await data.close();
if (!data.isExternal && !options.only) checks.push(await measureStart(data.dataDir));

const run: BenchmarkRun = {
  at: new Date().toISOString(),
  rows: options.rows,
  rounds: options.rounds,
  connections: CONNECTIONS,
  cores: availableParallelism(),
  machineLoad: [loadBefore, loadavg()[0] ?? 0],
  lines: results,
  checks,
};
console.log(writeTable(run));
console.log(`\nsaved to ${await saveRun(run)}`);
if (options.publish) await publishRun(run);
const missedTargets = namesOfMissedTargets(run);
console.log(missedTargets.length > 0 ? `missed: ${missedTargets.join("; ")}` : "every target is met");
await data.remove();
