import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLES, type Role } from "#contract/roles.ts";

import { routes } from "#contract/routes.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { allowedRole, listRouteCases, prepareCall, type RouteCase, sendCall } from "#testing/route-cases.ts";
import { type Caller, routeExamples } from "#testing/route-examples.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import type { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let people: Map<Role, SignedIn>;
let admin: SignedIn;

beforeAll(async () => {
  server = await startTestServer({ worker: false });
  const { company } = await signedIn(server);
  const made = ROLES.map(async (role) => [role, await signedIn(server, { role, company })] as const);
  people = new Map(await Promise.all(made));
  admin = await signedIn(server, { side: "admin" });
});
afterAll(() => server.close());

const { routeCases } = listRouteCases(routes, routeExamples);
const writing = routeCases
  .filter(({ route }) => route.method !== "GET")
  .map((routeCase) => [routeCase.name, routeCase] as const);
const withForm = writing.filter(([, { route }]) => typeof route.body === "object");

const callerFor = ({ route }: RouteCase): Caller => {
  const person = route.access.side === "admin" ? admin : people.get(allowedRole(route));
  return { server, ...(person ?? admin) };
};

/** What a browser says of a page that is not ours. */
const ELSEWHERE: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://kwaad.example" },
  { origin: "null" },
];

/** The client of somebody who may, saying something more with every call. */
const saying = (client: TestClient, headers: Record<string, string>): TestClient =>
  Object.assign(Object.create(client) as TestClient, {
    request: (method: string, path: string, body: unknown, own: Record<string, string>) =>
      client.request(method, path, body, { ...own, ...headers }),
  });

test.each(writing)("%s does nothing for a page of another website", async (_name, routeCase) => {
  const caller = callerFor(routeCase);
  const call = await prepareCall(routeCase, caller);
  const before = await fingerprint(server);
  for (const headers of ELSEWHERE) {
    const answer = await sendCall(routeCase, call, saying(caller.client, headers));
    expect([answer.status, answer.body["code"], answer.headers.getSetCookie()]).toEqual([403, "cross_site", []]);
  }
  expect(await fingerprint(server)).toEqual(before);
});

/** What a form on any page can send without asking first. */
const SIMPLE = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"];

test.each(withForm)("%s takes nothing but JSON", async (_name, routeCase) => {
  const caller = callerFor(routeCase);
  const call = await prepareCall(routeCase, caller);
  const before = await fingerprint(server);
  for (const type of SIMPLE) {
    const body = JSON.stringify(call.body ?? {});
    const answer = await sendCall(routeCase, { ...call, body, contentType: type }, caller.client);
    expect([answer.status, answer.body["code"]]).toEqual([415, "unsupported_media_type"]);
  }
  expect(await fingerprint(server)).toEqual(before);
});
