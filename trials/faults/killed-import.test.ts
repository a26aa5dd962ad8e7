import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { importOf, uploadCsv } from "#testing/factories.ts";
import { signedIn } from "#testing/signed-in.ts";
import { type ProductProcesses, prepareProduct } from "../product.ts";
import { chooseSeeds, SeededRandom, shortOrLong } from "../trial.ts";

import { expireLeases } from "./expire-leases.ts";

vi.setConfig({ testTimeout: shortOrLong(300_000, 1_800_000) });

const SEEDS = chooseSeeds(shortOrLong(1, 4));
const KILLS = shortOrLong(2, 10);
const ROWS = shortOrLong(3_000, 20_000);

let product: ProductProcesses;

beforeAll(async () => {
  product = await prepareProduct();
});
afterAll(() => product.close());

test.each(SEEDS)(
  "an import whose worker is killed at random moments adds every row exactly once (TRIAL_SEED=%s)",
  async (seed) => {
    const random = new SeededRandom(`${seed} import`);
    const { client, company } = await signedIn(product.server);
    const rows = Array.from({ length: ROWS }, (_row, index) => `Zoë ${index};zoe${index}@zon.nl`);
    const { id, mapping } = importOf(await uploadCsv(client, ["Naam;E-mail", ...rows].join("\r\n")));
    importOf(await client.post(`/api/lead-imports/${id}/start`, { mapping }));
    for (let kill = 0; kill < KILLS; kill++) {
      const worker = await product.startWorker();
      await sleep(random.between(0, 800));
      await worker.kill();
      await expireLeases(product.server);
    }
    const worker = await product.startWorker();
    const read = async () => importOf(await client.get(`/api/lead-imports/${id}`));
    await expect
      .poll(async () => (await read()).status, { timeout: shortOrLong(120_000, 900_000), interval: 500 })
      .toBe("done");
    await worker.stop();
    expect(await read()).toMatchObject({ processedRows: ROWS, addedRows: ROWS, duplicateRows: 0, rejectedRows: 0 });
    const [leads] = await product.server.query(
      "select count(*)::int as all, count(distinct full_name)::int as names from leads where company_id = $1",
      [company.id],
    );
    expect(leads).toEqual({ all: ROWS, names: ROWS });
  },
);
