import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "#contract/errors.ts";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import type { TestResponse } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const JSON_TYPE = "application/json";

let server: TestServer;
let form: { username: string; password: string };
beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const { database } = server.platform;
  const user = await makeUser(database, (await makeCompany(database)).id);
  form = { username: user.username, password: PASSWORD };
});
afterAll(() => server.close());

const send = (body: string | Uint8Array, type: string) =>
  server.client().post("/api/login", body, { "content-type": type });

const expectRefused = (response: TestResponse, status: number, code: string) => {
  expect(response.status).toBe(status);
  expect(errorBody.strict().parse(response.body).code).toBe(code);
  expect(response.body["error"]).toBe(response.body["message"]);
};

test.each([JSON_TYPE, "application/json; charset=utf-8", "APPLICATION/JSON"])("%s is accepted", async (type) => {
  expect((await send(JSON.stringify(form), type)).status).toBe(200);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "text/json",
  "image/png",
  "geen type",
])("a body of type %s is refused, even when its content is JSON", async (type) => {
  const before = await fingerprint(server);
  expectRefused(await send(JSON.stringify(form), type), 415, "unsupported_media_type");
  expect(await fingerprint(server)).toEqual(before);
});

test("a body without a type is refused", async () => {
  const response = await fetch(`${server.url}/api/login`, { method: "POST", body: Buffer.from(JSON.stringify(form)) });
  expect(response.status).toBe(415);
});

const values = (username: string) => `{"username":${username},"password":"b"}`;

test.each([
  ["an empty body", ""],
  ["incomplete JSON", "{"],
  ["null", "null"],
  ["an array", "[]"],
  ["a string", '"tekst"'],
  ["a number", "5"],
  ["an empty object", "{}"],
  ["invalid JSON", "NaN"],
  ["two JSON documents", `${values('"a"')} {}`],
  ["a __proto__ key", '{"username":"a","password":"b","__proto__":{"role":"super_admin"}}'],
  ["a constructor.prototype key", '{"username":"a","password":"b","constructor":{"prototype":{"x":1}}}'],
  ["an unknown field", '{"username":"a","password":"b","role":"super_admin"}'],
  ["a number that is infinite", values("1e999")],
  ["a number out of range", values("-123456789012345678901234567890")],
  ["a NUL", values('"a\u0000b"')],
  ["a NUL, escaped", values('"a\\u0000b"')],
  ["a NUL after a backslash", values('"a\\\\\\u0000b"')],
  ["a high surrogate alone", values('"\\ud800"')],
  ["a low surrogate alone", values('"a\\uDE00b"')],
  ["a lone surrogate in a field name", '{"username":"a","password":"b","\\ud800":1}'],
  ["a lone surrogate in a long array", values(`["\\udfff"${",1".repeat(120_000)}]`)],
  ["an array nested as deep as the size limit allows", values("[".repeat(100_000) + "]".repeat(100_000))],
  ["an object nested as deep as the size limit allows", `${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`],
  ["a deeply nested __proto__ key", `${'{"a":'.repeat(30_000)}{"__proto__":1}${"}".repeat(30_000)}`],
])("%s is a 400 with a reason", async (_what, body) => {
  expectRefused(await send(body, JSON_TYPE), 400, "invalid");
});

test("a text with a literal backslash before u0000 is accepted", async () => {
  const response = await send(JSON.stringify({ username: "a\\u0000b", password: "b" }), JSON_TYPE);
  expect(response.status).toBe(401);
});

test.each(["\\ud83d\\ude00", "\\\\ud800"])("%s is accepted as text", async (username) => {
  expect((await send(values(`"${username}"`), JSON_TYPE)).status).toBe(401);
});

test("a body over the limit is refused, with and without a content-length", async () => {
  const large = JSON.stringify({ ...form, password: "x".repeat(300 * 1024) });
  expectRefused(await send(large, JSON_TYPE), 413, "too_large");
  const chunked = { "content-type": JSON_TYPE, "transfer-encoding": "chunked" };
  expectRefused(await server.client().post("/api/login", large, chunked), 413, "too_large");
});

test("a validation error names the field", async () => {
  const response = await server.client().post("/api/forgot-password", { email: "geen adres" });
  expect(response.body).toEqual({
    error: "Vul een geldig e-mailadres in.",
    message: "Vul een geldig e-mailadres in.",
    code: "invalid",
    details: [{ path: "email", message: "Vul een geldig e-mailadres in." }],
  });
});
