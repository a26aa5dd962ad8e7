import { availableParallelism, loadavg } from "node:os";
import { spreadOverCompanies } from "../dataset/fill.ts";
import { openBenchData, withClient } from "../dataset/load.ts";
import { memoryOf } from "../product.ts";
import { type Options, printProgress, type Suite, type SuiteResult } from "../suite.ts";
import { makeCases } from "./cases.ts";
import { checkFlatness, measureStart } from "./checks.ts";
import { CONNECTIONS, openComparison } from "./comparison.ts";
import { measure } from "./measure.ts";
import {
  type BenchmarkRun,
  type CaseResult,
  type Check,
  formatTable,
  namesOfCasesAndChecksThatMissed,
  publishRun,
} from "./report.ts";

const MEMORY_MIB = 200;

const run = async (options: Options): Promise<SuiteResult> => {
  const { rows, rounds, only } = options;
  const data = await openBenchData(options.data);
  const databases = {
    small: await data.load({ name: "small", leadsPerCompany: spreadOverCompanies(Math.round(rows / 5)) }),
    large: await data.load({ leadsPerCompany: spreadOverCompanies(rows) }),
  };
  const { url, companies } = databases.large;
  const loadBefore = loadavg()[0] ?? 0;
  const comparison = await openComparison(data.dataDir, databases);

  const cases = await withClient(url, (client) => makeCases(client, companies));
  const results: CaseResult[] = [];
  for (const { name, target, company, productRequests, bareRequests } of cases.filter(({ name }) =>
    name.includes(only),
  )) {
    const connections = await comparison.productConnections("large", company);
    const measured = await measure(
      { connections, nextRequests: productRequests },
      { connections: comparison.bareConnections, nextRequests: bareRequests },
      options,
    );
    results.push({ name, target, measured });
    printProgress(`${name}: ${measured.ratio.toFixed(2)} × bare`);
  }
  const checks: Check[] = only ? [] : await checkFlatness(comparison, databases, cases, options);
  const memory = await memoryOf(comparison.productOnLarge);
  checks.push({ name: "memory after all cases", value: memory, unit: "MiB", atMost: MEMORY_MIB });
  await comparison.close();
  await data.close();
  if (!data.isExternal && !only) checks.push(await measureStart(data.dataDir));
  await data.remove();

  const figures: BenchmarkRun = {
    at: new Date().toISOString(),
    leads: rows,
    rounds,
    connections: CONNECTIONS,
    cores: availableParallelism(),
    machineLoad: [loadBefore, loadavg()[0] ?? 0],
    results,
    checks,
  };
  console.log(formatTable(figures));
  return { figures, missedTargets: namesOfCasesAndChecksThatMissed(figures), publish: () => publishRun(figures) };
};

/** Compares the server with a bare one on the same database. */
export const serverSuite: Suite = { defaultRows: 1_000_000, run };
