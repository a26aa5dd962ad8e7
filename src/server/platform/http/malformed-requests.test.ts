import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Written to the socket byte by byte, because an HTTP client would correct it. */
const sendRaw = async (request: string) => {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    head: head.toLowerCase(),
    body: errorBody.strict().parse(JSON.parse(body)),
  };
};
const getRaw = (path: string) => sendRaw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);

test.each(["/api/onbekend", "/admin/api/onbekend", "/api", "/api/auth/user/meer", "/objects"])(
  "%s is a JSON 404",
  async (path) => {
    const { status, body } = await getRaw(path);
    expect(status).toBe(404);
    expect(body).toEqual({ error: "Niet gevonden.", message: "Niet gevonden.", code: "not_found" });
  },
);

test.each([
  ["a broken escape", "/api/%zz"],
  ["half an escape", "/api/auth/user%"],
  ["an incomplete UTF-8 sequence", "/objects/%E0%A4%A"],
  ["a NUL in the path", "/objects/%00.png"],
  ["a NUL in the query", "/api/version?x=%00"],
  ["an overlong spelling of ..", "/%C0%AE%C0%AE/"],
  ["a name that is too long", `/objects/${"a".repeat(5_000)}`],
  ["a path that is too long", `/objects/${"a".repeat(20_000)}`],
  ["steps out of the folder", "/objects/../../../etc/passwd"],
  ["steps out of the folder, escaped", "/objects/..%2f..%2fapp-secret"],
  ["steps out of the folder, with backslashes", "/objects/..%5c..%5capp-secret"],
])("%s is a 4xx with a reason", async (_what, path) => {
  const { status, head } = await getRaw(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(head).toContain("x-content-type-options: nosniff");
  expect(head).toContain("cache-control: no-store");
});

test.each([
  ["an unknown method", "VERZIN /api/version HTTP/1.1\r\nHost: x\r\n\r\n"],
  ["a request that is not HTTP", "hallo\r\n\r\n"],
  ["an invalid content-length", "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: veel\r\n\r\n"],
  [
    "content-length and transfer-encoding (request smuggling)",
    "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["the method TRACE", "TRACE /api/version HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
  ["headers that are too long", `GET /api/version HTTP/1.1\r\nHost: x\r\nX-Lang: ${"x".repeat(40_000)}\r\n\r\n`],
])("%s is refused with the common error body", async (_what, request) => {
  const { status, body } = await sendRaw(request);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(body.error).toBe(body.message);
});

test("an unknown method on a known path is a 404", async () => {
  expect((await server.client().delete("/api/login")).body["code"]).toBe("not_found");
  expect((await server.client().get("/api/login")).body["code"]).toBe("not_found");
});

test("HEAD takes the session that GET takes", async () => {
  const { status } = await fetch(new URL("/api/all-leads", server.url), { method: "HEAD" });
  expect(status).toBe(401);
});
