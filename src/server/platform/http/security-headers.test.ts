import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SANDBOX_URL: "http://127.0.0.1:3998" } });
  secure = await startTestServer({ databaseUrl: server.databaseUrl, env: { PUBLIC_URL: "https://app.voorbeeld.nl" } });
});
afterAll(async () => {
  await secure.close();
  await server.close();
});

const ALL_RESPONSES = {
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const policyOf = (headers: Headers) => {
  const rules = (headers.get("content-security-policy") ?? "").split("; ").map((rule) => rule.split(" "));
  return new Map(rules.map(([name = "", ...sources]) => [name, sources.join(" ")]));
};

test.each([
  ["a call", "/api/version", 200],
  ["a call without a session", "/api/auth/user", 401],
  ["an unknown path", "/api/onbekend", 404],
  ["a page", "/login", 200],
  ["the landing page", "/", 200],
  ["a file", "/assets/app-1a2b3c.js", 200],
  ["the documentation", "/api/docs", 401],
  ["a path that is too long", `/${"x".repeat(20_000)}`, 413],
])("%s has every security header", async (_what, path, status) => {
  const response = await server.client().get(path);
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject(ALL_RESPONSES);
  expect(response.headers.get("x-powered-by")).toBeNull();
  expect(response.headers.get("server")).toBeNull();
});

test.each(["/", "/login", "/admin", "/api/version"])("%s allows only our own scripts, and no framing", async (path) => {
  const policy = policyOf((await server.client().get(path)).headers);
  expect(policy.get("default-src")).toBe("'self'");
  expect(policy.get("script-src")).toBe("'self'");
  expect(policy.get("connect-src")).toBe("'self'");
  expect(policy.get("object-src")).toBe("'none'");
  expect(policy.get("base-uri")).toBe("'none'");
  expect(policy.get("form-action")).toBe("'self'");
  expect(policy.get("frame-ancestors")).toBe("'none'");
});

test("only the form's host may be shown in a frame, and the sandbox where there is one", async () => {
  const frames = async (at: TestServer) => policyOf((await at.client().get("/")).headers).get("frame-src");
  expect(await frames(server)).toBe("'self' https://airtable.com http://127.0.0.1:3998");
  expect(await frames(secure)).toBe("'self' https://airtable.com");
});

test("under https the response has strict-transport-security", async () => {
  const header = async (at: TestServer) =>
    (await at.client().get("/api/version")).headers.get("strict-transport-security");
  expect(await header(secure)).toMatch(/^max-age=\d{8,}; includeSubDomains$/);
  expect(await header(server)).toBeNull();
});

test.each(["/api/version", "/api/auth/user", "/api/onbekend", "/admin/api/user", "/healthz"])(
  "the response of %s is not cached",
  async (path) => {
    expect((await server.client().get(path)).headers.get("cache-control")).toBe("no-store");
  },
);

test("each response has a request id, which is also in the log", async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => (await server.client().get("/healthz")).headers.get("x-request-id")),
  );
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\da-f-]{36}$/);
});
