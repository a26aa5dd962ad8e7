import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Route } from "#contract/route.ts";
import { routes } from "#contract/routes.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server.close());

const get = (path: string) => server.client().get(path);
const table: Route[] = Object.values(routes).flatMap((feature): Route[] => Object.values(feature));

test("health, readiness and version are public", async () => {
  const packageFile = join(import.meta.dirname, "../../../../package.json");
  const { version } = JSON.parse(await readFile(packageFile, "utf8")) as { version: string };
  expect((await get("/healthz")).body).toEqual({ status: "ok" });
  expect((await get("/readyz")).body).toEqual({ status: "ok" });
  expect((await get("/api/version")).body).toEqual({ version });
});

test("a server on a database without all migrations is alive but not ready", async () => {
  const [newest] = await server.query<{ name: string; checksum: string }>(
    "delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, checksum",
  );
  const response = await get("/readyz");
  await server.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
    newest?.name,
    newest?.checksum,
  ]);
  expect(response.status).toBe(503);
  expect(response.body["code"]).toBe("unavailable");
  expect((await get("/healthz")).status).toBe(200);
});

test("the API description contains every route of the table", async () => {
  const { body } = await get("/api/docs/openapi.json");
  expect(body["openapi"]).toBe("3.1.0");
  const paths = body["paths"] as Record<string, Record<string, { operationId: string }>>;
  for (const { method, path } of table) {
    expect(paths[path.replace("{*", "{")]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined();
  }
  const described = Object.values(paths).flatMap((operations) => Object.values(operations));
  expect(described).toHaveLength(table.length);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(table.length);
});

test("the API description is also a page without scripts", async () => {
  const response = await get("/api/docs");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const { path } of table) expect(response.text).toContain(`<code>${path}</code>`);
  expect(response.text).not.toMatch(/<script| on\w+=/);
});
