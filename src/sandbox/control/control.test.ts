import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../app.ts";
import type { Fault } from "./faults.ts";
import type { LoggedRequest } from "./requests.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir: null });
});
afterAll(() => sandbox.stop());
beforeEach(() => control("POST", "reset"));

function control(method: string, path: string, body?: unknown): Promise<Response> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  return fetch(`${sandbox.url}/_control/${path}`, { method, ...json });
}

const addFault = (fault: unknown) => control("POST", "faults", fault);
const request = (path = "/s3/emmer/sleutel", method = "GET") => fetch(`${sandbox.url}${path}`, { method });
const loggedRequests = async () => (await (await control("GET", "requests")).json()) as LoggedRequest[];
const listedFaults = async () => (await (await control("GET", "faults")).json()) as Fault[];

test("requests to simulated services are logged, those to control routes are not", async () => {
  await request("/s3/emmer/een?x=1");
  await request("/nergens", "POST");
  await fetch(`${sandbox.url}/`);
  await fetch(`${sandbox.url}/inbox.json`);
  expect(await loggedRequests()).toEqual([
    {
      at: expect.any(String),
      method: "GET",
      path: "/s3/emmer/een",
      query: "x=1",
      status: 403,
      ms: expect.any(Number),
      fault: null,
    },
    {
      at: expect.any(String),
      method: "POST",
      path: "/nergens",
      query: "",
      status: 404,
      ms: expect.any(Number),
      fault: null,
    },
  ]);
});

test("the log holds the last thousand requests", async () => {
  for (let round = 0; round < 101; round++)
    await Promise.all(Array.from({ length: 10 }, () => request(`/ronde/${round}`)));
  const log = await loggedRequests();
  expect(log).toHaveLength(1_000);
  expect(log[0]?.path).toBe("/ronde/1");
});

test("a fault returns its status, headers and body for the given number of requests", async () => {
  const body = { errors: [{ error: "RATE_LIMIT_REACHED" }] };
  await addFault({ path: "/s3/", times: 2, status: 429, headers: { "Retry-After": "30" }, body });
  const first = await request();
  expect([first.status, first.headers.get("retry-after"), await first.json()]).toEqual([429, "30", body]);
  expect((await request()).status).toBe(429);
  expect((await request()).status).toBe(403);
  const [fault] = await listedFaults();
  expect(fault).toMatchObject({ times: 2, hits: 2 });
  expect((await loggedRequests()).map(({ status, fault }) => [status, fault])).toEqual([
    [429, fault?.id],
    [429, fault?.id],
    [403, null],
  ]);
});

test("a fault applies only to its method and path", async () => {
  await addFault({ method: "post", path: "/elders/*/Nieuwe leads", status: 503 });
  expect((await request("/elders/appA/Nieuwe%20leads", "POST")).status).toBe(503);
  expect((await request("/elders/appA/Nieuwe%20leads")).status).toBe(404);
  expect((await request("/elders/appA/Nieuwe%20leads/rec1", "POST")).status).toBe(404);
});

test("a latency fault delays the response until it is removed, and changes nothing else", async () => {
  await addFault({ path: "/s3/", latencyMs: 1 });
  expect((await request()).status).toBe(403);
  await addFault({ path: "/traag", latencyMs: 600_000 });
  let isAnswered = false;
  const delayed = request("/traag").then(({ status }) => {
    isAnswered = true;
    return status;
  });
  await expect.poll(async () => (await listedFaults()).map(({ hits }) => hits)).toEqual([1, 1]);
  expect((await request("/nergens")).status).toBe(404);
  expect(isAnswered).toBe(false);
  const [, slow] = await listedFaults();
  expect((await control("DELETE", `faults/${slow?.id}`)).status).toBe(204);
  expect(await delayed).toBe(404);
  expect(await listedFaults()).toHaveLength(1);
});

test.each(["beforeHandling", "afterHandling"])("resetConnection %s closes the connection", async (resetConnection) => {
  await addFault({ path: "/s3/", times: 1, resetConnection });
  const failure = await request().catch((error: Error) => error.cause);
  expect(failure).toMatchObject({ code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) });
  expect((await loggedRequests())[0]).toMatchObject({
    status: null,
    ms: resetConnection === "afterHandling" ? expect.any(Number) : null,
  });
  expect((await request()).status).toBe(403);
});

test("a truncated response has its usual status and half of its body", async () => {
  const whole = await (await request("/nergens")).text();
  await addFault({ path: "/nergens", truncate: true });
  const response = await request("/nergens");
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(whole.slice(0, Math.floor(whole.length / 2)));
});

test("control routes, the inbox and GET / are never faulted", async () => {
  await addFault({ path: "/", status: 500 });
  expect((await request("/nergens")).status).toBe(500);
  expect((await fetch(`${sandbox.url}/`)).status).toBe(200);
  expect((await fetch(`${sandbox.url}/inbox`)).status).toBe(200);
  expect((await control("DELETE", "faults")).status).toBe(204);
  expect((await request("/nergens")).status).toBe(404);
});

test.each([
  ["no effect", { path: "/" }],
  ["no path", { status: 500 }],
  ["an unknown key", { path: "/", status: 500, kind: "x" }],
  ["an invalid status", { path: "/", status: 42 }],
  ["an invalid resetConnection", { path: "/", resetConnection: "during" }],
  ["a line break in a header", { path: "/", status: 500, headers: { a: "b\r\nc" } }],
])("a fault with %s is refused", async (_name, fault) => {
  const response = await addFault(fault);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ error: expect.any(String) });
});

test("the clock can be set and advanced, keeps running, and is restored by a reset", async () => {
  const readClock = async (response: Response) => Date.parse(((await response.json()) as { now: string }).now);
  const newYear = Date.parse("2027-01-01T00:00:00Z");
  const startedAt = Date.now();
  /** The clock is not ahead of `start` by more than the real time that has passed. */
  const expectRunningFrom = async (start: number, response: Response) => {
    const moment = await readClock(response);
    expect(moment).toBeGreaterThanOrEqual(start);
    expect(moment).toBeLessThanOrEqual(start + Date.now() - startedAt);
    return moment;
  };
  await expectRunningFrom(newYear, await control("POST", "clock", { now: "2027-01-01T01:00:00+01:00" }));
  const advanced = await expectRunningFrom(newYear + 60_000, await control("POST", "clock", { advanceMs: 60_000 }));
  await expect.poll(async () => readClock(await control("GET", "clock"))).toBeGreaterThan(advanced);
  await control("POST", "reset");
  await expectRunningFrom(startedAt, await control("GET", "clock"));
});

test.each([{}, { now: "morgen" }, { advanceMs: -1 }, { advanceMs: "1" }, []])("the clock refuses %j", async (body) => {
  expect((await control("POST", "clock", body)).status).toBe(400);
});

test("a reset clears the log, the faults and every service", async () => {
  await addFault({ path: "/nergens", status: 500 });
  await request("/nergens");
  expect((await control("POST", "reset")).status).toBe(204);
  expect(await loggedRequests()).toEqual([]);
  expect(await listedFaults()).toEqual([]);
  expect((await request("/nergens")).status).toBe(404);
});
