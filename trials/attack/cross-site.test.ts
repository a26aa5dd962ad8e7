import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES, type Role } from "#contract/roles.ts";

import { routes } from "#contract/routes.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { allowedRole, listRouteCases, prepareCall, type RouteCase, sendCall } from "#testing/route-cases.ts";
import type { Caller } from "#testing/route-examples/caller.ts";
import { routeExamples } from "#testing/route-examples.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let usersByRole: Map<Role, SignedIn>;
let admin: SignedIn;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const { company } = await signedIn(server);
  const signIns = ROLES.map(async (role) => [role, await signedIn(server, { role, company })] as const);
  usersByRole = new Map(await Promise.all(signIns));
  admin = await signedIn(server, { sessionKind: "admin" });
});
afterAll(() => server.close());

const { routeCases } = listRouteCases(routes, routeExamples);
const writeRoutes = routeCases
  .filter(({ route }) => route.method !== "GET")
  .map((routeCase) => [routeCase.name, routeCase] as const);
const jsonRoutes = writeRoutes.filter(([, { route }]) => typeof route.body === "object");

const callerFor = ({ route }: RouteCase): Caller => {
  const user = route.access.session === "admin" ? admin : usersByRole.get(allowedRole(route));
  return { server, ...(user ?? admin) };
};

/** Headers that a browser sends with a request from another site. */
const CROSS_SITE_HEADERS: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://kwaad.example" },
  { origin: "null" },
];

/** The client with extra headers on every request. */
const withHeaders = (client: TestClient, headers: Record<string, string>): TestClient =>
  Object.assign(Object.create(client) as TestClient, {
    request: (method: string, path: string, body: unknown, callHeaders: Record<string, string>) =>
      client.request(method, path, body, { ...callHeaders, ...headers }),
  });

test.each(writeRoutes)("%s refuses requests from another site and changes nothing", async (_name, routeCase) => {
  const caller = callerFor(routeCase);
  const call = await prepareCall(routeCase, caller);
  const before = await fingerprint(server);
  for (const headers of CROSS_SITE_HEADERS) {
    const response = await sendCall(routeCase, call, withHeaders(caller.client, headers));
    expect([response.status, response.body["code"], response.headers.getSetCookie()]).toEqual([403, "cross_site", []]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

/** Content types that a form on another site can send without a CORS preflight. */
const SIMPLE_CONTENT_TYPES = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

test.each(jsonRoutes)("%s accepts only JSON", async (_name, routeCase) => {
  const caller = callerFor(routeCase);
  const call = await prepareCall(routeCase, caller);
  const before = await fingerprint(server);
  for (const type of SIMPLE_CONTENT_TYPES) {
    const body = JSON.stringify(call.body ?? {});
    const response = await sendCall(routeCase, { ...call, body, contentType: type }, caller.client);
    expect([response.status, response.body["code"]]).toEqual([415, "unsupported_media_type"]);
  }
  expect(await fingerprint(server)).toEqual(before);
});
