/**
 * Measures the server beside a bare one on the same database: `npm run bench`. With `DATABASE_URL` of a superuser on that
 * server, otherwise on the embedded one. A small one to try: `npm run bench -- --rows 50000 --rounds 5`.
 */
import { availableParallelism, loadavg } from "node:os";
import { makeCases } from "./cases.ts";
import { checkFlatness, measureStart } from "./checks.ts";

import { connected, prepareData } from "./dataset/load.ts";

import { CONNECTIONS, openComparison } from "./drive/contest.ts";
import { measure } from "./drive/measure.ts";
import { readOptions } from "./options.ts";
import { memoryOf } from "./product.ts";
import {
  type BenchmarkRun,
  type Check,
  missedNames,
  publishRun,
  type ReportLine,
  saveRun,
  writeTable,
} from "./report/report.ts";

const MEMORY_MIB = 200;

const options = readOptions();
const printLine = (step: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${step}`);
const data = await prepareData(options, printLine);
const before = loadavg()[0] ?? 0;
const contest = await openComparison(data);

const cases = await connected(data.large.url, (client) => makeCases(client, data.large.tenants));
const lines: ReportLine[] = [];
for (const { name, target, tenant, ours, bare } of cases.filter(({ name }) => name.includes(options.only))) {
  const product = { side: await contest.ours("large", tenant), next: ours };
  lines.push({ name, target, measured: await measure(product, { side: contest.bare, next: bare }, options) });
  printLine(`${name}: ${lines.at(-1)?.measured.ratio.toFixed(2)} × bare`);
}
const checks: Check[] = options.only ? [] : await checkFlatness(contest, data, cases, options);
checks.push({
  name: "memory after all of it",
  value: await memoryOf(contest.product),
  unit: "MiB",
  atMost: MEMORY_MIB,
});
await contest.close();
await data.close();
if (!data.given && !options.only) checks.push(await measureStart(data.dataDir));

const run: BenchmarkRun = {
  at: new Date().toISOString(),
  rows: options.rows,
  rounds: options.rounds,
  connections: CONNECTIONS,
  cores: availableParallelism(),
  machineLoad: [before, loadavg()[0] ?? 0],
  lines,
  checks,
};
console.log(writeTable(run));
console.log(`\nsaved in ${await saveRun(run)}`);
if (options.publish) await publishRun(run);
const late = missedNames(run);
console.log(late.length > 0 ? `missed: ${late.join("; ")}` : "every target is met");
await data.remove();
