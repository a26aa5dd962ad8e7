/**
 * Measures searching for leads through the product, turn by turn in one run beside the bare statement: through the driver,
 * and through a server that does nothing but ask it. The bare one has the same index, but no session, no company to keep
 * apart, no ranking and no count.
 * node bench/search.ts [leads in all] [leads of the tenant] [rounds]
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { startThrowawayDatabase } from "../scripts/throwaway-database.ts";
import { signedIn } from "../src/server/testing/signed-in.ts";
import { TestClient } from "../src/server/testing/test-client.ts";
import { inspectorUrl } from "../src/server/testing/test-database.ts";
import { startTestServer } from "../src/server/testing/test-server.ts";

const [all = 1_000_000, own = 100_000, rounds = 40] = process.argv.slice(2).map(Number);
const OTHERS = 49;

const TERMS = {
  "two letters, common": "an",
  "two letters, rare": "xq",
  "two letters, none": "zx",
  "three letters, common": "jan",
  "three letters, rare": "xqu",
  "eight letters, common": "groothan",
  "eight letters, rare": "xquinten",
  "van der": "van der",
  accents: "josé",
  "an address": "lead4242@",
  "none at all": "bestaat niet",
};

const database = await startThrowawayDatabase();
process.env["TEST_DATABASE_URL"] = database.url;
const server = await startTestServer({
  worker: false,
  env: { NODE_ENV: "production", APP_SECRET: "x".repeat(40), PUBLIC_URL: "http://127.0.0.1:3999" },
});
const bare = new pg.Client({ connectionString: inspectorUrl(server.databaseUrl) });
await bare.connect();
const { client, company } = await signedIn(server);
const others = await Promise.all(Array.from({ length: OTHERS }, () => signedIn(server)));

/** Without the triggers, which keep a lead's words one by one: here they are made all at once. */
const fill = async (companyId: string, count: number): Promise<void> => {
  await bare.query(
    `insert into leads (company_id, full_name, email, company, title)
      select $1, first || ' ' || between || last || ' ' || n, 'lead' || n || '@mail' || n % 97 || '.nl',
        (array['Groothandel Zon', 'Bakkerij Maan', 'Noord & Zn', 'Data Huis', 'Énergie Bv'])[n % 5 + 1], 'Directeur'
      from (select n,
        case when n % 5003 = 0 then 'Xquinten' else (array['Jan', 'Anna', 'José', 'Zoë', 'Marjan', 'Piet', 'Sanne', 'Bram', 'Lotte'])[n % 9 + 1] end as first,
        (array['', 'van ', 'van der ', 'de ', ''])[n % 7 % 5 + 1] as between,
        (array['Vries', 'Berg', 'Smit', 'Bos', 'Jansen', 'Dijk', 'Meer', 'Visser', 'Kok', 'Molen', 'Haan'])[n % 11 + 1] as last
        from generate_series(1, $2::int) n) made`,
    [companyId, count],
  );
};

console.log(`filling ${all} leads, ${own} of them the tenant's`);
await bare.query("set session_replication_role = replica");
await bare.query("drop index lead_search_grams");
await fill(company.id, own);
for (const other of others) await fill(other.company.id, Math.ceil((all - own) / OTHERS));
await bare.query(`
  insert into lead_search (company_id, lead_id, name, text, words)
  select company_id, id, name, text, as_words(text) from (
    select company_id, id, searchable(full_name) as name,
      concat_ws(E'\\x1f', searchable(full_name), searchable(email), searchable(company)) as text from leads) made`);
await bare.query(
  "create index lead_search_grams on lead_search using gin (search_grams(company_id, text)) with (fastupdate = off)",
);
await bare.query("vacuum analyze");

const BARE = `
  select l.* from lead_search s join leads l on l.company_id = s.company_id and l.id = s.lead_id
  where search_grams(s.company_id, s.text) @> sought_grams($1, searchable($2)) and s.company_id is not distinct from $1
    and strpos(s.text, searchable($2)) > 0
  order by s.name limit 100`;

const askBare = async (term: string): Promise<string> =>
  JSON.stringify((await bare.query(BARE, [company.id, term])).rows);
const plain = createServer((request, answer) => {
  const term = new URL(request.url ?? "", "http://here").searchParams.get("q") ?? "";
  void askBare(term).then((json) => answer.setHeader("content-type", "application/json").end(json));
});
await once(plain.listen(0, "127.0.0.1"), "listening");
const plainClient = new TestClient(`http://127.0.0.1:${(plain.address() as AddressInfo).port}`);

const askServer = (term: string) => plainClient.get(`/?q=${encodeURIComponent(term)}`);
const askProduct = async (term: string) => {
  const { status } = await client.get(`/api/leads/search?q=${encodeURIComponent(term)}`);
  if (status !== 200) throw new Error(`${term} answered ${status}`);
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((one, two) => one - two)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

const ASKED = { driver: askBare, server: askServer, product: askProduct };
type Way = keyof typeof ASKED;
const WAYS = Object.keys(ASKED) as Way[];

const rows: Record<string, string | number>[] = [];
for (const [name, term] of Object.entries(TERMS)) {
  const times: Record<Way, number[]> = { driver: [], server: [], product: [] };
  for (let round = -3; round < rounds; round++) {
    for (const way of WAYS) {
      const took = await timed(() => ASKED[way](term));
      // The first few fill the caches.
      if (round >= 0) times[way].push(took);
    }
  }
  const at = (way: Way, part: number) => quantile(times[way], part);
  rows.push({
    term: `${name} (${term})`,
    ...Object.fromEntries(WAYS.map((way) => [way, `${at(way, 0.5).toFixed(1)} / ${at(way, 0.95).toFixed(1)}`])),
    "p95 to driver": Number((at("product", 0.95) / at("driver", 0.95)).toFixed(2)),
    "p95 to server": Number((at("product", 0.95) / at("server", 0.95)).toFixed(2)),
  });
}
console.log("p50 / p95 in ms");
console.table(rows);

plain.close();
plain.closeAllConnections();
await bare.end();
await server.close();
await database.stop();
