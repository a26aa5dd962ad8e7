/**
 * Measures the import of a large file, and another company's latency for its list of leads with and without the import.
 * node bench/import.ts [rows]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { importOf, uploadCsv } from "#testing/factories.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer } from "#testing/test-server.ts";
import { startThrowawayDatabase } from "../scripts/throwaway-database.ts";

const [count = 50_000] = process.argv.slice(2).map(Number);

const database = await startThrowawayDatabase();
process.env["TEST_DATABASE_URL"] = database.url;
const server = await startTestServer();
const [importing, other] = [await signedIn(server), await signedIn(server)];

const timeListRequest = async (): Promise<number> => {
  const startedAt = performance.now();
  await other.client.get("/api/all-leads");
  return performance.now() - startedAt;
};
const describe = (times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (fraction: number) => Math.round(sorted[Math.floor((sorted.length - 1) * fraction)] ?? 0);
  return `p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms, longest ${percentile(1)} ms`;
};

const withoutImport: number[] = [];
for (let nth = 0; nth < 100; nth++) {
  withoutImport.push(await timeListRequest());
  await sleep(20);
}

const rows = Array.from({ length: count }, (_, nth) => `Lead ${nth};lead${nth}@groot.nl;Bedrijf ${nth % 500}`);
const uploadStartedAt = performance.now();
const { id, mapping } = importOf(await uploadCsv(importing.client, `naam;email;bedrijf\n${rows.join("\n")}`));
const importStartedAt = performance.now();
await importing.client.post(`/api/lead-imports/${id}/start`, { mapping });
const duringImport: number[] = [];
const isRunning = async () => importOf(await importing.client.get(`/api/lead-imports/${id}`)).status !== "done";
while (await isRunning()) {
  duringImport.push(await timeListRequest());
  await sleep(100);
}
const seconds = (performance.now() - importStartedAt) / 1000;
console.log({
  rows: count,
  uploadSeconds: Number(((importStartedAt - uploadStartedAt) / 1000).toFixed(1)),
  importSeconds: Math.round(seconds),
  rowsPerSecond: Math.round(count / seconds),
  othersAlone: describe(withoutImport),
  othersMeanwhile: describe(duringImport),
});

await server.close();
await database.stop();
