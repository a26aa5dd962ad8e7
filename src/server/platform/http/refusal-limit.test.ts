import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { afterAll, expect, test } from "vitest";
import { TestClient } from "#testing/test-client.ts";
import { AppError } from "../app-error.ts";
import { createCookies } from "./authorization.ts";
import { sendError } from "./error-responses.ts";
import { limitRefusals } from "./refusal-limit.ts";

const app = Fastify();
afterAll(() => app.close());

test("a session that was refused a hundred times in ten seconds is refused everywhere until it has slowed down", async () => {
  // The start of a window of ten seconds.
  let now = Math.floor(Date.now() / 10_000) * 10_000;
  const slept: number[] = [];
  const clock = {
    now: () => new Date(now),
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds);
    },
  };
  app.setErrorHandler(sendError);
  await app.register(cookie);
  limitRefusals(app, { cookies: createCookies(false), clock });
  app.get("/refused", () => Promise.reject(new AppError("too_many_requests", "Er lopen al drie exports van jou.")));
  app.get("/fine", async () => ({}));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  const client = new TestClient(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  const statusOf = async (path: string, session: string) =>
    (await client.get(path, { cookie: `usa_session=${session}` })).status;

  for (let nth = 0; nth < 99; nth++) expect(await statusOf("/refused", "a")).toBe(429);
  expect(await statusOf("/fine", "a")).toBe(200);
  expect(await statusOf("/refused", "a")).toBe(429);
  expect(await statusOf("/fine", "a")).toBe(429);
  expect(slept).toEqual([2_000]);
  expect(await statusOf("/fine", "b")).toBe(200);
  const statusWithKey = async (path: string, cookie: string) =>
    (await client.get(path, { cookie: `usa_session=${cookie}`, authorization: "Bearer usa_key" })).status;
  for (let nth = 0; nth < 100; nth++) expect(await statusWithKey("/refused", `invented-${nth}`)).toBe(429);
  expect(await statusWithKey("/fine", "another")).toBe(429);
  now += 10_000;
  for (let nth = 0; nth < 100; nth++) expect(await statusOf("/fine", "a")).toBe(429);
  now += 10_000;
  expect(await statusOf("/fine", "a")).toBe(429);
  now += 10_000;
  expect(await statusOf("/fine", "a")).toBe(200);
});
