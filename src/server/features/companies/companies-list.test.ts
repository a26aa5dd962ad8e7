import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminCompany } from "../../../contract/companies.ts";
import { type SignedIn, signedIn } from "../../testing/signed-in.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

const PATH = "/admin/api/companies";
const COUNT = 5_000;

let server: TestServer;
let admin: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  admin = await signedIn(server, { side: "admin" });
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

const ids = (text: string) => (JSON.parse(text) as AdminCompany[]).map(({ id }) => id);
const nextPage = (link: string | null) => /^<(.+)>; rel="next"$/.exec(link ?? "")?.[1];

test("thousands of companies come whole, with their total", async () => {
  const answer = await admin.client.get(PATH);
  const companies = JSON.parse(answer.text) as AdminCompany[];
  expect(companies).toHaveLength(COUNT + 1);
  expect(answer.headers.get("x-total-count")).toBe(String(COUNT + 1));
  expect(answer.headers.get("link")).toBeNull();
  expect(companies.filter(({ userCount }) => userCount === 4)).toHaveLength(COUNT);
});

test("in pages they are the same companies in the same order, namesakes too", async () => {
  const whole = ids((await admin.client.get(PATH)).text);
  const paged: string[] = [];
  let path: string | undefined = `${PATH}?limit=500`;
  while (path) {
    const answer = await admin.client.get(path);
    expect(answer.headers.get("x-total-count")).toBe(String(COUNT + 1));
    paged.push(...ids(answer.text));
    path = nextPage(answer.headers.get("link"));
  }
  expect(paged).toEqual(whole);
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
  const answer = await admin.client.get(`${PATH}?${query}`);
  expect(answer.status).toBe(400);
});
