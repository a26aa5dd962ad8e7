import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { routes } from "#contract/routes.ts";
import { findFreePort } from "#e2e/product/product.ts";
import { makeCompany, PASSWORD } from "#testing/account-factories.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { listRouteCases, type RouteCase } from "#testing/route-cases.ts";
import { routeExamples } from "#testing/route-examples.ts";
import type { TestServer } from "#testing/test-server.ts";
import { APP_SECRET, METRICS_TOKEN, type ProductProcesses, prepareProduct } from "../product.ts";
import { chooseSeeds, shortOrLong } from "../trial.ts";

import { createVictimCompany, type VictimCompany } from "./fuzz/companies.ts";
import { type FuzzFinding, fuzzRoute } from "./fuzz/fuzz-run.ts";

vi.setConfig({ testTimeout: shortOrLong(600_000, 3_600_000) });

const SEEDS = chooseSeeds(shortOrLong(1, 10));
const REQUESTS_PER_ROUTE = shortOrLong(8, 80);
const CONCURRENCY = 6;
const AIRTABLE_TOKEN = "patProefProefProe.van-dit-bedrijf-en-geheim";

let product: ProductProcesses;
let web: ProductProcess;
let server: TestServer;
let victim: VictimCompany;

/** Gives the company an Airtable token, which no response or log may contain. */
const setAirtableToken = (id: string) =>
  server.query(
    "update companies set airtable_base_id = 'appProefProefProe', airtable_token_encrypted = $2 where id = $1",
    [id, server.platform.secrets.encrypt(AIRTABLE_TOKEN, `company:${id}:airtable`)],
  );

beforeAll(async () => {
  product = await prepareProduct({ TRUSTED_PROXIES: "127.0.0.1", AIRTABLE_URL: "http://127.0.0.1:9" });
  // The demo is only loaded into a database without companies.
  await makeCompany(product.server.platform.database);
  // The public address of test servers, to which the issuer of the sign-in examples sends browsers back, is not where it listens.
  const [port, PUBLIC_URL] = [await findFreePort(), product.server.platform.config.publicUrl.origin];
  const started = await product.startWeb({ LOG_LEVEL: "debug", PORT: String(port), PUBLIC_URL });
  web = { ...started, url: `http://127.0.0.1:${port}` };
  server = product.testServerFor(web);
  victim = await createVictimCompany(server);
  await setAirtableToken(victim.id);
});
afterAll(() => product.close());

const { routeCases, missing } = listRouteCases(routes, routeExamples);

test("every route of the contract is fuzzed", () => {
  expect(missing).toEqual([]);
  const inContract = Object.values(routes).flatMap((group) => Object.values(group));
  expect(new Set(routeCases.map(({ route }) => route))).toEqual(new Set(inContract));
});

/** Fuzzes several routes concurrently. Each has its own random numbers, so their order does not matter. */
const fuzzAllRoutes = async (seed: string): Promise<Map<string, FuzzFinding>> => {
  const remaining = [...routeCases];
  const findings = new Map<string, FuzzFinding>();
  const fuzzRemaining = async (): Promise<void> => {
    for (let routeCase = remaining.shift(); routeCase; routeCase = remaining.shift()) {
      const run = { server, victim, seed, requestsPerRoute: REQUESTS_PER_ROUTE };
      findings.set(routeCase.name, await fuzzRoute(routeCase, run));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fuzzRemaining));
  return findings;
};

const routesWithoutSuccess = (findings: Map<string, FuzzFinding>): string[] =>
  routeCases.filter(({ name }: RouteCase) => !findings.get(name)?.succeeded).map(({ name }) => name);

test.each(SEEDS)(
  "every response to a fuzzed request follows the contract and shows no other company's data (TRIAL_SEED=%s)",
  async (seed) => {
    const before = await victim.fingerprint();
    const findings = await fuzzAllRoutes(seed);
    expect([...findings.values()].flatMap(({ problems }) => problems)).toEqual([]);
    expect(routesWithoutSuccess(findings)).toEqual([]);
    expect(await victim.fingerprint()).toEqual(before);
    expect((await server.client().get("/readyz")).status).toBe(200);
    const output = web.output();
    expect(output.length).toBeGreaterThan(0);
    const secrets = [
      APP_SECRET,
      METRICS_TOKEN,
      PASSWORD,
      AIRTABLE_TOKEN,
      ...[...findings.values()].flatMap((finding) => finding.secrets),
    ];
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([]);
  },
);
