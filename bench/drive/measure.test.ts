import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openServerUnderTest, type ServerUnderTest } from "./contest.ts";
import { measure, median, quantile } from "./measure.ts";

const LONG = "é".repeat(100_000);
const server = createServer((request, answer) => {
  if (request.url === "/broken") return void Object.assign(answer, { statusCode: 500 }).end("kapot");
  if (request.url === "/long") return void answer.end(LONG);
  void sleep(request.url === "/slow" ? 200 : 0).then(() => answer.end("[]"));
});
let side: ServerUnderTest;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  side = openServerUnderTest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2);
});
afterAll(() => {
  side.close();
  server.closeAllConnections();
  server.close();
});

const asking = (path: string) => ({ side, next: () => [{ method: "GET" as const, path }] });

test("who takes longer answers less often", async () => {
  const { ratio, p95Ratio, ours, bare } = await measure(asking("/slow"), asking("/quick"), { rounds: 3, sliceMs: 120 });
  expect(ratio).toBeLessThan(1);
  expect(p95Ratio).toBeGreaterThan(1);
  expect(ours.perSecond).toBeLessThan(bare.perSecond);
  expect(ours.alone.p50).toBeGreaterThan(190);
});

test("an answer that is an error ends the measuring", async () => {
  await expect(measure(asking("/broken"), asking("/quick"), { rounds: 1, sliceMs: 10 })).rejects.toThrow(
    "answered 500: kapot",
  );
});

test("a long answer comes whole", async () => {
  const answer = await side.connections[0]?.ask({ method: "GET", path: "/long" });
  expect(answer?.body.toString()).toBe(LONG);
});

test("a connection that was let go while nobody asked is opened again", async () => {
  const [connection] = side.connections;
  await connection?.ask({ method: "GET", path: "/quick" });
  server.closeIdleConnections();
  await sleep(50);
  expect((await connection?.ask({ method: "GET", path: "/quick" }))?.status).toBe(200);
});

test("the middle and the slowest twentieth", () => {
  const times = Array.from({ length: 100 }, (_, nth) => 100 - nth);
  expect([median(times), quantile(times, 0.95), quantile([7], 0.99)]).toEqual([51, 96, 7]);
});
