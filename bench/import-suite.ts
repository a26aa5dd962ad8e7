import { setTimeout as sleep } from "node:timers/promises";
import type { LeadImport } from "#contract/lead-imports.ts";
import { importOf, uploadCsv } from "#testing/factories.ts";
import { openBenchData } from "./dataset/load.ts";
import { memoryOf, signIn, startProduct } from "./product.ts";
import { latenciesOf, round } from "./statistics.ts";
import { type Options, printTable, type Suite, type SuiteResult } from "./suite.ts";

const LEADS_PER_COMPANY = [1_000, 1_000];
const REQUESTS_WITHOUT_IMPORT = 100;

/** Throws when the import has ended without being done. */
export const isRunning = ({ status, problem }: Pick<LeadImport, "status" | "problem">): boolean => {
  if (status === "failed" || status === "stopped") throw new Error(`the import ${status}: ${problem}`);
  return status !== "done";
};

const run = async ({ rows }: Options): Promise<SuiteResult> => {
  const data = await openBenchData();
  const { url, companies } = await data.load({ name: "import", leadsPerCompany: LEADS_PER_COMPANY });
  const product = await startProduct("both", data.dataDir, { DATABASE_URL: url });
  const [importing, other] = await Promise.all(companies.map(({ username }) => signIn(product, username)));
  if (!importing || !other) throw new Error("the dataset needs two companies");

  const timeListRequest = async (): Promise<number> => {
    const startedAt = performance.now();
    await other.get("/api/all-leads");
    return performance.now() - startedAt;
  };
  const withoutImport: number[] = [];
  for (let nth = 0; nth < REQUESTS_WITHOUT_IMPORT; nth++) {
    withoutImport.push(await timeListRequest());
    await sleep(20);
  }
  const memoryBefore = await memoryOf(product);

  const lines = Array.from({ length: rows }, (_, nth) => `Lead ${nth};lead${nth}@groot.nl;Bedrijf ${nth % 500}`);
  const uploadStartedAt = performance.now();
  const { id, mapping } = importOf(await uploadCsv(importing, `naam;email;bedrijf\n${lines.join("\n")}`));
  const importStartedAt = performance.now();
  importOf(await importing.post(`/api/lead-imports/${id}/start`, { mapping }));
  const duringImport: number[] = [];
  let memoryPeak = memoryBefore;
  while (isRunning(importOf(await importing.get(`/api/lead-imports/${id}`)))) {
    duringImport.push(await timeListRequest());
    memoryPeak = Math.max(memoryPeak, await memoryOf(product));
    await sleep(100);
  }
  const seconds = (performance.now() - importStartedAt) / 1000;
  await product.stop();
  await data.close();
  await data.remove();

  const figures = {
    rows,
    uploadSeconds: round((importStartedAt - uploadStartedAt) / 1000, 1),
    importSeconds: round(seconds),
    rowsPerSecond: round(rows / seconds),
    memoryBeforeMiB: round(memoryBefore),
    memoryPeakMiB: round(memoryPeak),
    withoutImport: latenciesOf(withoutImport),
    duringImport: latenciesOf(duringImport),
  };
  const { withoutImport: before, duringImport: during, ...totals } = figures;
  printTable("import", [totals]);
  printTable("list of leads of another company, ms", [
    { "import running": "no", ...before },
    { "import running": "yes", ...during },
  ]);
  return { figures, missedTargets: [] };
};

/** The import of a large file, and the latency of another company's list of leads with and without it. */
export const importSuite: Suite = { defaultRows: 50_000, run };
