import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { growthOf, median, quantile } from "../statistics.ts";
import { type OpenConnections, openConnections } from "./comparison.ts";
import { measure } from "./measure.ts";

const LONG_BODY = "é".repeat(100_000);
const server = createServer((request, response) => {
  if (request.url === "/broken") return void Object.assign(response, { statusCode: 500 }).end("kapot");
  if (request.url === "/long") return void response.end(LONG_BODY);
  void sleep(request.url === "/slow" ? 200 : 0).then(() => response.end("[]"));
});
let opened: OpenConnections;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  opened = openConnections(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 2);
});
afterAll(() => {
  opened.close();
  server.closeAllConnections();
  server.close();
});

const requestsTo = (path: string) => ({
  connections: opened.connections,
  nextRequests: () => [{ method: "GET" as const, path }],
});

test("a slower server has a lower throughput and a higher p95", async () => {
  const { ratio, p95Ratio, product, bare } = await measure(requestsTo("/slow"), requestsTo("/quick"), {
    rounds: 3,
    sliceMs: 120,
  });
  expect(ratio).toBeLessThan(1);
  expect(p95Ratio).toBeGreaterThan(1);
  expect(product.requestGroupsPerSecond).toBeLessThan(bare.requestGroupsPerSecond);
  expect(product.singleConnection.p50).toBeGreaterThan(190);
});

test("an error response aborts the measurement", async () => {
  await expect(measure(requestsTo("/broken"), requestsTo("/quick"), { rounds: 1, sliceMs: 10 })).rejects.toThrow(
    "answered 500: kapot",
  );
});

test("a long response is read completely", async () => {
  const response = await opened.connections[0]?.send({ method: "GET", path: "/long" });
  expect(response?.body.toString()).toBe(LONG_BODY);
});

test("an idle connection that the server closed is reopened", async () => {
  const [connection] = opened.connections;
  await connection?.send({ method: "GET", path: "/quick" });
  server.closeIdleConnections();
  await sleep(50);
  expect((await connection?.send({ method: "GET", path: "/quick" }))?.status).toBe(200);
});

test("median, 95th and 99th percentile", () => {
  const times = Array.from({ length: 100 }, (_, nth) => 100 - nth);
  expect([median(times), quantile(times, 0.95), quantile([7], 0.99)]).toEqual([51, 96, 7]);
});

test.each([
  [[10, 10, 10, 10, 10, 10], 0],
  [[10, 10, 50, 10, 13, 13], 0.3],
  [[20, 20, 30, 30, 10, 10], -0.5],
])("%j grew by %d", (values, growth) => {
  expect(growthOf(values)).toBeCloseTo(growth);
});
