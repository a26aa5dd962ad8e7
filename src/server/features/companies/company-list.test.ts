import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminCompany } from "#contract/companies.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const PATH = "/admin/api/companies";
const COUNT = 5_000;

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  admin = await signedIn(server, { sessionKind: "admin" });
  await server.query(
    `with made as (
      insert into companies (name, city, airtable_base_id)
      select 'Bedrijf ' || (n % 1000), 'Hoorn', 'appAbCdEfGhIjKlMn' from generate_series(1, $1::int) n returning id)
    insert into users (company_id, username, password_hash)
    select id, 'persoon ' || id || nth, 'x' from made, generate_series(1, 4) nth`,
    [COUNT],
  );
  await server.query("analyze");
});
afterAll(() => server.close());

const nextPage = (link: string | null) => /^<(.+)>; rel="next"$/.exec(link ?? "")?.[1];

/** Follows the links to the next page until the end of the list. */
const readAllPages = async (first: string): Promise<AdminCompany[]> => {
  const found: AdminCompany[] = [];
  for (let path: string | undefined = first; path; ) {
    const response = await admin.client.get(path);
    expect(response.headers.get("x-total-count")).toBe(String(COUNT + 1));
    found.push(...(JSON.parse(response.text) as AdminCompany[]));
    path = nextPage(response.headers.get("link"));
  }
  return found;
};

test("without a limit the first thousand companies are returned, with total and next page", async () => {
  const response = await admin.client.get(PATH);
  expect(JSON.parse(response.text)).toHaveLength(1_000);
  expect(response.headers.get("x-total-count")).toBe(String(COUNT + 1));
  expect(nextPage(response.headers.get("link"))).toMatch(/^\/admin\/api\/companies\?limit=500&cursor=/);
});

test("the pages contain every company once, also those with equal names", async () => {
  const companies = await readAllPages(PATH);
  expect(new Set(companies.map(({ id }) => id)).size).toBe(COUNT + 1);
  expect(companies.filter(({ userCount }) => userCount === 4)).toHaveLength(COUNT);
  const small = await readAllPages(`${PATH}?limit=499`);
  expect(small.map(({ id }) => id)).toEqual(companies.map(({ id }) => id));
});

test("users are paged in the same way", async () => {
  const response = await admin.client.get("/admin/api/users");
  expect(JSON.parse(response.text)).toHaveLength(1_000);
  expect(response.headers.get("x-total-count")).toBe(String(4 * COUNT + 1));
  const next = await admin.client.get(nextPage(response.headers.get("link")) ?? "");
  expect([next.status, (JSON.parse(next.text) as unknown[]).length]).toEqual([200, 500]);
});

test.each([
  "limit=0",
  "limit=501",
  "limit=1.5",
  "limit=veel",
  "limit=10&cursor=onzin",
  `cursor=${Buffer.from("[]").toString("base64url")}`,
  `cursor=${Buffer.from('["a","geen-id"]').toString("base64url")}`,
  `cursor=${Buffer.from('["a\\u0000","3f2504e0-4f89-41d3-9a0c-0305e82c3301"]').toString("base64url")}`,
  `cursor=${"x".repeat(501)}`,
])("%s is refused", async (query) => {
  const response = await admin.client.get(`${PATH}?${query}`);
  expect(response.status).toBe(400);
});
