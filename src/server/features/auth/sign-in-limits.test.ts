import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { hashPassword, withHashingSlot } from "#platform/passwords.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
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
  expect((await signIn(user.username.toUpperCase(), PASSWORD, address)).status).toBe(429);
});

test("somebody else signs in while an address keeps its hashing slot occupied", async () => {
  const [user, hostile] = [await newUser(), newAddress()];
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const occupied = withHashingSlot(() => freed, hostile);
  let isAnswered = false;
  const waiting = signIn(user.username, PASSWORD, hostile).finally(() => {
    isAnswered = true;
  });
  // One after the other: without its own slot, the waiting one would be answered meanwhile.
  for (let nth = 0; nth < 3; nth++) expect((await signIn(user.username, PASSWORD, newAddress())).status).toBe(200);
  expect(isAnswered).toBe(false);
  free();
  await occupied;
  expect((await waiting).status).toBe(200);
});

test("the spellings of a name count as one", async () => {
  const address = newAddress();
  const spellings = ["dirk.visser", "DIRK.VISSER", "d\u0130rk.visser", "dirk.v\u0130sser", "ｄirk.visser"];
  for (const name of [...spellings, ...spellings]) await fail(name, address, 1);
  for (const name of spellings) expect((await signIn(name, "fout", address)).status).toBe(429);
});

test("known and unknown names are blocked after the same count, also when the two names of one account alternate", async () => {
  const user = await newUser();
  const statuses = async (names: [string, string], address: string) => {
    const found: number[] = [];
    for (let nth = 0; nth < 22; nth++) found.push((await signIn(names[nth % 2] ?? "", "fout", address)).status);
    return found;
  };
  const known = await statuses([user.username, user.email], newAddress());
  expect(known).toEqual(await statuses(["niemand-1", "niemand-1@voorbeeld.nl"], newAddress()));
  expect(known.filter((status) => status === 429)).toHaveLength(2);
});

test("all addresses of an IPv6 /64 count as one, and those of another do not", async () => {
  const user = await newUser();
  for (let nth = 1; nth <= 10; nth++)
    expect((await signIn(user.username, "fout", `2001:db8:0:7::${nth.toString(16)}`)).status).toBe(401);
  expect((await signIn(user.username, PASSWORD, "2001:db8::7:ffff:1:2:3")).status).toBe(429);
  expect((await signIn(user.username, PASSWORD, "2001:db8:0:8::1")).status).toBe(200);
});

/** Failures of the last hour, each from an address of its own. */
const failElsewhere = (name: string, count: number) =>
  server.query(
    "insert into sign_in_failures (account, address, failed_at) select $1, '203.0.113.' || n, $2 from generate_series(1, $3) n",
    [name, behindProxy.clock.now(), count],
  );
const sessionsOf = (id: string) => server.query("select 1 from sessions where user_id = $1", [id]);

test("after fifty failures from many addresses each further attempt waits", async () => {
  const user = await newUser();
  await failElsewhere(user.username, 49);
  expect((await signIn(user.username, "fout", newAddress())).status).toBe(401);
  const waiting = signIn(user.username, PASSWORD, newAddress());
  await expect.poll(() => behindProxy.clock.sleeping()).toBe(1);
  expect(await sessionsOf(user.id)).toEqual([]);
  behindProxy.clock.advance(1_000);
  expect((await waiting).status).toBe(200);
});

test("delayed attempts on one name wait for each other, and only a few may wait", async () => {
  const name = "onbekende-naam";
  await failElsewhere(name, 200);
  // Ends attempts that still wait when the test has failed: the server would wait for them when it is closed.
  onTestFinished(() => behindProxy.clock.advance(10 * 15_000));
  const attempts = Array.from({ length: 12 }, () => signIn(name, "fout", newAddress()));
  const statuses: number[] = [];
  for (const attempt of attempts) void attempt.then(({ status }) => statuses.push(status));
  await expect.poll(() => statuses, { timeout: 30_000 }).toEqual([429, 429]);
  for (let done = 1; done <= 10; done++) {
    behindProxy.clock.advance(15_000);
    await expect.poll(() => statuses, { timeout: 30_000 }).toHaveLength(2 + done);
    expect(behindProxy.clock.sleeping()).toBe(10 - done);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test("delayed attempts on one name wait for those at another process", async () => {
  const other = await startTestServer({ databaseUrl: server.databaseUrl, worker: false });
  onTestFinished(() => other.close());
  other.clock.advance(behindProxy.clock.now().getTime() - other.clock.now().getTime());
  const name = "naam-bij-twee-processen";
  await failElsewhere(name, 200);
  const first = signIn(name, "fout", newAddress());
  await expect.poll(() => behindProxy.clock.sleeping()).toBe(1);
  const second = other.client().signIn(name, "fout");
  await expect.poll(() => other.clock.sleeping()).toBe(1);
  for (const { clock } of [behindProxy, other]) clock.advance(15_000);
  expect((await first).status).toBe(401);
  expect(other.clock.sleeping()).toBe(1);
  other.clock.advance(15_000);
  expect((await second).status).toBe(401);
});

test("in a browser that the owner has signed in with before, an attack elsewhere delays nothing", async () => {
  const [user, other] = [await newUser(), await newUser()];
  const [own, others] = [behindProxy.client(), behindProxy.client()];
  await own.signIn(user.username, PASSWORD);
  await others.signIn(other.username, PASSWORD);
  await failElsewhere(user.username, 60);
  // Ends an attempt that still waits when the test has failed: the server would wait for it when it is closed.
  onTestFinished(() => behindProxy.clock.advance(15_000));
  const statuses: number[] = [];
  void own.signIn(user.username, PASSWORD).then(({ status }) => statuses.push(status));
  await expect.poll(() => statuses).toEqual([200]);
  const waiting = others.signIn(user.username, PASSWORD);
  await expect.poll(() => behindProxy.clock.sleeping()).toBe(1);
  behindProxy.clock.advance(15_000);
  expect((await waiting).status).toBe(200);
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
  // With the real hashing cost, all attempts arrive while the first one is being checked.
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
