import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { routes } from "#contract/routes.ts";
import { makeCompany, PASSWORD } from "#testing/factories.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { listRouteCases, type RouteCase } from "#testing/route-cases.ts";
import { routeExamples } from "#testing/route-examples.ts";
import type { TestServer } from "#testing/test-server.ts";
import { APP_SECRET, METRICS_TOKEN, openProduct, type RunningProduct } from "../product.ts";
import { chooseSeeds, shortOrLong } from "../trial.ts";

import { createVictimCompany, type VictimCompany } from "./fuzz/companies.ts";
import { type FuzzFinding, visit } from "./fuzz/fuzz-run.ts";

vi.setConfig({ testTimeout: shortOrLong(600_000, 3_600_000), hookTimeout: 120_000 });

const SEEDS = chooseSeeds(shortOrLong(1, 10));
const REQUESTS_PER_ROUTE = shortOrLong(20, 80);
const AT_ONCE = 6;
const AIRTABLE_TOKEN = "patProefProefProe.van-dit-bedrijf-en-geheim";

let product: RunningProduct;
let web: ProductProcess;
let server: TestServer;
let foreign: VictimCompany;

/** Gives a company a token, so that there is one to be lost. */
const giveToken = (id: string) =>
  server.query(
    "update companies set airtable_base_id = 'appProefProefProe', airtable_token_sealed = $2 where id = $1",
    [id, server.platform.secrets.seal(AIRTABLE_TOKEN, `company:${id}:airtable`)],
  );

beforeAll(async () => {
  product = await openProduct({ TRUSTED_PROXIES: "127.0.0.1", AIRTABLE_URL: "http://127.0.0.1:9" });
  // One company is enough for the demo to stay away.
  await makeCompany(product.desk.platform.database);
  web = await product.startWeb({ LOG_LEVEL: "debug" });
  server = product.at(web);
  foreign = await createVictimCompany(server);
  await giveToken(foreign.id);
});
afterAll(() => product.close());

const { routeCases } = listRouteCases(routes, routeExamples);

/** Some routes at once, each from its own part of the seed, so that their order does not matter. */
const walkAll = async (seed: string): Promise<Map<string, FuzzFinding>> => {
  const left = [...routeCases];
  const found = new Map<string, FuzzFinding>();
  const work = async (): Promise<void> => {
    for (let routeCase = left.shift(); routeCase; routeCase = left.shift()) {
      const walk = { server, foreign, seed, requestsPerRoute: REQUESTS_PER_ROUTE };
      found.set(routeCase.name, await visit(routeCase, walk));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return found;
};

const unreached = (found: Map<string, FuzzFinding>): string[] =>
  routeCases.filter(({ name }: RouteCase) => !found.get(name)?.succeeded).map(({ name }) => name);

test.each(SEEDS)(
  "whatever is asked, every answer keeps to its contract and its company (TRIAL_SEED=%s)",
  async (seed) => {
    const before = await foreign.fingerprint();
    const found = await walkAll(seed);
    expect([...found.values()].flatMap(({ problems }) => problems)).toEqual([]);
    expect(unreached(found)).toEqual([]);
    expect(await foreign.fingerprint()).toEqual(before);
    expect((await server.client().get("/readyz")).status).toBe(200);
    const said = web.output();
    expect(said.length).toBeGreaterThan(0);
    const secrets = [
      APP_SECRET,
      METRICS_TOKEN,
      PASSWORD,
      AIRTABLE_TOKEN,
      ...[...found.values()].flatMap((each) => each.secrets),
    ];
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  },
);
