/**
 * Runs one benchmark suite and saves its figures in bench/results. `npm run bench` compares the server with a bare one,
 * `npm run bench:web` measures the web app in a browser, and `npm run bench -- <suite>` runs another suite. With DATABASE_URL
 * (of a superuser) it measures on that PostgreSQL server instead of the embedded one.
 */
import { printProgress, readOptions, type Suite, saveFigures } from "./suite.ts";

/** Loaded on demand: the web suite needs a browser and a web build. */
const SUITES: Readonly<Record<string, () => Promise<Suite>>> = {
  server: async () => (await import("./server/server-suite.ts")).serverSuite,
  web: async () => (await import("./web/web-suite.ts")).webSuite,
  import: async () => (await import("./import-suite.ts")).importSuite,
  management: async () => (await import("./management-suite.ts")).managementSuite,
  planner: async () => (await import("./planner-suite.ts")).plannerSuite,
  sync: async () => (await import("./sync-suite.ts")).syncSuite,
  backup: async () => (await import("./backup-suite.ts")).backupSuite,
  latency: async () => (await import("./latency-suite.ts")).latencySuite,
};

const { suiteName, rows, ...others } = readOptions(process.argv.slice(2));
const loadSuite = SUITES[suiteName];
if (!loadSuite) throw new Error(`no suite is named ${suiteName}; choose from ${Object.keys(SUITES).join(", ")}`);
const suite = await loadSuite();
const options = { ...others, rows: rows ?? suite.defaultRows };

printProgress(`${suiteName}, ${options.rows} rows`);
const { figures, missedTargets, publish } = await suite.run(options);
console.log(`\nsaved to ${await saveFigures(suiteName, figures)}`);
if (options.publish) await publish?.();
console.log(missedTargets.length > 0 ? `missed: ${missedTargets.join("; ")}` : "every target is met");
process.exitCode = missedTargets.length > 0 ? 1 : 0;
