import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode, errorBody } from "#contract/errors.ts";
import { anyone } from "#contract/roles.ts";
import { defineRoutes } from "#contract/route.ts";
import { TestClient } from "#testing/test-client.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { openTestDatabase } from "#testing/test-server.ts";
import { AppError } from "../app-error.ts";
import type { Database } from "../database/database.ts";
import { JsonText } from "../json-list.ts";
import { systemClock } from "../time.ts";
import { createUserLimits } from "../user-limits.ts";
import { createCookies } from "./authorization.ts";
import { bindRoutes, type RouteBindingDeps } from "./bind-routes.ts";
import { sendError } from "./error-responses.ts";
import { createEventStreams } from "./event-streams.ts";

const SECRET = "wachtwoord=geheim";
const response = z.object({ name: z.string() });
const defineTestRoute = (path: string) => ({ method: "GET", path, summary: "", access: anyone, response }) as const;

const table = defineRoutes({
  appError: { ...defineTestRoute("/api/app-error/{code}"), params: z.object({ code: z.string() }) },
  unexpectedError: defineTestRoute("/api/unexpected-error"),
  zodErrorInHandler: defineTestRoute("/api/zod-error-in-handler"),
  wrongFieldType: defineTestRoute("/api/wrong-field-type"),
  extraField: defineTestRoute("/api/extra-field"),
  extraFieldInJsonText: defineTestRoute("/api/extra-field-in-json-text"),
  withId: { ...defineTestRoute("/api/items/{id}"), params: z.object({ id: z.uuid() }) },
  rows: { ...defineTestRoute("/api/rows"), response: z.array(response) },
});

const handlers = {
  appError: ({ params }: { params: { code: string } }): never => {
    const details = [{ path: "naam", message: "Zo niet." }];
    throw new AppError(params.code as ErrorCode, "Zo niet.", { details });
  },
  unexpectedError: (): never => {
    throw new Error(SECRET);
  },
  zodErrorInHandler: () => response.parse({ name: 5 }),
  // The cast stands for a database row, whose type the compiler cannot check.
  wrongFieldType: () => ({ name: 5 }) as unknown as { name: string },
  extraField: () => ({ name: "Anna", passwordHash: SECRET }),
  extraFieldInJsonText: () => new JsonText('{"name":"Anna","passwordHash":"geheim"}'),
  withId: () => ({ name: "Anna" }),
  rows: () => new JsonText(JSON.stringify(Array.from({ length: 1_000 }, () => ({ name: "Anna" })))),
};

let testDatabase: TestDatabase;
let database: Database;
const apps: FastifyInstance[] = [];
const serve = async (validateResponses: boolean): Promise<TestClient> => {
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler(sendError);
  await app.register(cookie);
  const binding: RouteBindingDeps = {
    database,
    clock: systemClock,
    cookies: createCookies(false),
    streams: createEventStreams(),
    uploads: createUserLimits(systemClock).uploads,
    publicOrigin: "http://127.0.0.1",
    validateResponses,
  };
  bindRoutes(app, binding, table, handlers);
  await app.listen({ host: "127.0.0.1", port: 0 });
  return new TestClient(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
};

let withValidation: TestClient;
let withoutValidation: TestClient;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openTestDatabase(testDatabase.url);
  [withValidation, withoutValidation] = await Promise.all([serve(true), serve(false)]);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await database.close();
  await testDatabase.drop();
});

test.each(Object.entries(ERROR_STATUS))(
  "an error with code %s has status %i and the common error body",
  async (code, status) => {
    const failed = await withValidation.get(`/api/app-error/${code}`);
    expect(failed.status).toBe(status);
    expect(failed.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(errorBody.strict().parse(failed.body)).toEqual({
      error: "Zo niet.",
      message: "Zo niet.",
      code,
      details: [{ path: "naam", message: "Zo niet." }],
    });
  },
);

test("the response to an unexpected error contains no details", async () => {
  const failed = await withValidation.get("/api/unexpected-error");
  const text = "Er is een onverwachte fout opgetreden.";
  expect(failed.status).toBe(500);
  expect(failed.body).toEqual({ error: text, message: text, code: "internal" });
});

test("a validation error inside a handler is a 500, not a 400", async () => {
  expect((await withValidation.get("/api/zod-error-in-handler")).status).toBe(500);
});

test.each(["wrong-field-type", "extra-field", "extra-field-in-json-text"])(
  "outside production a response that does not match its schema is a 500: %s",
  async (name) => {
    const failed = await withValidation.get(`/api/${name}`);
    expect(failed.status).toBe(500);
    expect(failed.text).not.toContain("geheim");
  },
);

test("in production responses are not validated", async () => {
  expect((await withoutValidation.get("/api/extra-field-in-json-text")).status).toBe(200);
});

test("rows are compressed for a client that accepts it", async () => {
  const [plain, refused, compressed] = await Promise.all(
    ["", "gzip;q=0", "br, gzip"].map((encoding) => withValidation.get("/api/rows", { "accept-encoding": encoding })),
  );
  const encodings = [plain, refused, compressed].map((sent) => sent?.headers.get("content-encoding"));
  expect(encodings).toEqual([null, null, "gzip"]);
  expect(gunzipSync(compressed?.bytes ?? "").toString()).toBe(plain?.text);
});

test("a malformed id is a 404", async () => {
  const failed = await withValidation.get("/api/items/geen-id");
  expect(failed.status).toBe(404);
  expect(failed.body).toEqual({ error: "Niet gevonden.", message: "Niet gevonden.", code: "not_found" });
});
