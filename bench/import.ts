/**
 * Measures the import of a large file, and what another company waits for its list of leads meanwhile and without it.
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
const [mine, other] = [await signedIn(server), await signedIn(server)];

const waited = async (): Promise<number> => {
  const begun = performance.now();
  await other.client.get("/api/all-leads");
  return performance.now() - begun;
};
const describe = (times: readonly number[]) => {
  const sorted = times.toSorted((one, two) => one - two);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`;
};

const alone: number[] = [];
for (let nth = 0; nth < 100; nth++) {
  alone.push(await waited());
  await sleep(20);
}

const rows = Array.from({ length: count }, (_, nth) => `Lead ${nth};lead${nth}@groot.nl;Bedrijf ${nth % 500}`);
const sent = performance.now();
const { id, mapping } = importOf(await uploadCsv(mine.client, `naam;email;bedrijf\n${rows.join("\n")}`));
const begun = performance.now();
await mine.client.post(`/api/lead-imports/${id}/start`, { mapping });
const meanwhile: number[] = [];
const isUnderWay = async () => importOf(await mine.client.get(`/api/lead-imports/${id}`)).status !== "done";
while (await isUnderWay()) {
  meanwhile.push(await waited());
  await sleep(100);
}
const seconds = (performance.now() - begun) / 1000;
console.log({
  rows: count,
  uploadSeconds: Number(((begun - sent) / 1000).toFixed(1)),
  importSeconds: Math.round(seconds),
  rowsPerSecond: Math.round(count / seconds),
  othersAlone: describe(alone),
  othersMeanwhile: describe(meanwhile),
});

await server.close();
await database.stop();
