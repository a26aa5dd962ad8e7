import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "#platform/passwords.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/factories.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const MINUTE = 60_000;

let server: TestServer;
let behindProxy: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  behindProxy = await startTestServer({
    databaseUrl: server.databaseUrl,
    env: { TRUSTED_PROXIES: "127.0.0.1" },
  });
});
afterAll(async () => {
  await behindProxy.close();
  await server.close();
});

const newUser = async (more?: { passwordHash: string }) => {
  const { database } = server.platform;
  return makeUser(database, (await makeCompany(database)).id, more);
};

/** Each test comes from an address of its own, because an address has a limit too. */
let lastAddress = 0;
const newAddress = () => `198.51.100.${++lastAddress}`;

const signIn = (username: string, password: string, address: string, path = "/api/login") =>
  behindProxy.client().post(path, { username, password }, { "x-forwarded-for": address });

const fail = async (username: string, address: string, times: number) => {
  for (let nth = 0; nth < times; nth++) expect((await signIn(username, "fout", address)).status).toBe(401);
};

test("the eleventh wrong attempt is refused with the time to wait", async () => {
  const user = await newUser();
  const address = newAddress();
  await fail(user.username, address, 10);
  const response = await signIn(user.username, "fout", address);
  const text = "Te veel pogingen. Probeer het over 15 minuten opnieuw.";
  expect(response.status).toBe(429);
  expect(response.body).toEqual({ error: text, message: text, code: "too_many_attempts" });
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(14 * 60);
  expect(Number(response.headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60);
});

test("the right password does not lift a block", async () => {
  const user = await newUser();
  const address = newAddress();
  await fail(user.username, address, 10);
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(429);
  expect((await signIn(user.email.toUpperCase(), PASSWORD, address)).status).toBe(429);
});

test("an unknown name is blocked in the same way, so a block does not reveal an account", async () => {
  const address = newAddress();
  await fail("niemand-met-deze-naam", address, 10);
  expect((await signIn("NIEMAND-met-deze-naam", "fout", address)).status).toBe(429);
});

test("the owner, at another address, is not locked out", async () => {
  const user = await newUser();
  await fail(user.username, newAddress(), 10);
  expect((await signIn(user.username, PASSWORD, newAddress())).status).toBe(200);
});

test("workspace and admin panel share the count of failures", async () => {
  const user = await newUser();
  const address = newAddress();
  await fail(user.username, address, 5);
  for (let nth = 0; nth < 5; nth++) await signIn(user.username, "fout", address, "/admin/api/login");
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(429);
});

test("a successful sign-in resets the count of failures", async () => {
  const user = await newUser();
  const address = newAddress();
  await fail(user.username, address, 9);
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(200);
  await fail(user.username, address, 9);
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(200);
});

test("an IP address is blocked after a hundred failures, whatever the name", async () => {
  const address = newAddress();
  const now = new Date(behindProxy.clock.now().getTime() - MINUTE);
  await server.query(
    "insert into sign_in_failures (account, address, failed_at) select 'naam ' || n, $1, $2 from generate_series(1, 100) n",
    [address, now],
  );
  const user = await newUser();
  const response = await signIn(user.username, PASSWORD, address);
  expect(response.status).toBe(429);
  expect(response.body["message"]).toBe("Te veel pogingen. Probeer het over 14 minuten opnieuw.");
});

test("failures are shared between processes on the same database", async () => {
  const user = await newUser();
  for (let nth = 0; nth < 10; nth++) await server.client().signIn(user.username, "fout");
  const other = await startTestServer({ databaseUrl: server.databaseUrl });
  expect((await other.client().signIn(user.username, PASSWORD)).status).toBe(429);
  await other.close();
});

test("of twenty concurrent attempts only ten are checked", async () => {
  // A hash of full cost: while it is worked out, the others are at the door.
  const user = await newUser({ passwordHash: await hashPassword(PASSWORD) });
  const address = newAddress();
  const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(user.username, "fout", address)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("without a trusted proxy a forged X-Forwarded-For is ignored", async () => {
  const user = await newUser();
  const attempt = (nth: number, password: string) =>
    server
      .client()
      .post("/api/login", { username: user.username, password }, { "x-forwarded-for": `203.0.113.${nth}` });
  for (let nth = 0; nth < 10; nth++) expect((await attempt(nth, "fout")).status).toBe(401);
  expect((await attempt(11, PASSWORD)).status).toBe(429);
});

test("behind a trusted proxy only the address that the proxy adds is used", async () => {
  const user = await newUser();
  const address = newAddress();
  for (let nth = 0; nth < 10; nth++) await signIn(user.username, "fout", `203.0.113.${nth}, ${address}`);
  expect((await signIn(user.username, PASSWORD, `203.0.113.99, ${address}`)).status).toBe(429);
});

test("after fifteen minutes another attempt is allowed", async () => {
  const user = await newUser();
  const address = newAddress();
  await fail(user.username, address, 10);
  behindProxy.clock.advance(14 * MINUTE);
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(429);
  behindProxy.clock.advance(MINUTE);
  expect((await signIn(user.username, PASSWORD, address)).status).toBe(200);
});
