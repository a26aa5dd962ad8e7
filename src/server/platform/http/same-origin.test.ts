import { afterAll, beforeAll, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { fingerprint } from "#testing/database-contents.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

const PUBLIC_URL = "https://app.voorbeeld.nl";

let server: TestServer;
let me: SignedIn;
beforeAll(async () => {
  server = await startTestServer({ worker: false, env: { PUBLIC_URL } });
  me = await signedIn(server);
});
afterAll(() => server.close());

type OriginHeaders = Record<string, string>;
const change = (headers: OriginHeaders) =>
  me.client.request("PATCH", "/api/profile", { firstName: "Anna", lastName: "Jansen", email: me.user.email }, headers);
const signIn = (headers: OriginHeaders) =>
  server.client().post("/api/login", { username: me.user.username, password: PASSWORD }, headers);

const SAME_ORIGIN: OriginHeaders[] = [
  {},
  { origin: PUBLIC_URL },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-origin", origin: PUBLIC_URL },
  { "sec-fetch-site": "same-origin", origin: "https://intern.voorbeeld", host: "intern.voorbeeld" },
];

const CROSS_ORIGIN: OriginHeaders[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "iets-anders" },
  { "sec-fetch-site": "cross-site", origin: PUBLIC_URL },
  { origin: "https://kwaad.voorbeeld" },
  { origin: "null" },
  { origin: "geen adres" },
  { origin: `${PUBLIC_URL}.kwaad.voorbeeld` },
  { origin: `${PUBLIC_URL}:8443` },
  { origin: "https://voorbeeld.nl" },
  { origin: "http://app.voorbeeld.nl", host: "app.voorbeeld.nl" },
  { "sec-fetch-site": "same-origin", origin: "https://kwaad.voorbeeld" },
];

test.each(SAME_ORIGIN)("a change from our own pages or from a script is accepted: %j", async (headers) => {
  expect((await change(headers)).status).toBe(200);
  expect((await signIn(headers)).status).toBe(200);
});

test.each(CROSS_ORIGIN)(
  "a change from another site is refused, signing in too, and nothing is written: %j",
  async (headers) => {
    const before = await fingerprint(server);
    for (const response of [await change(headers), await signIn(headers)]) {
      expect(response.status).toBe(403);
      expect(response.body["code"]).toBe("cross_site");
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await fingerprint(server)).toEqual(before);
  },
);

test.each([
  ["POST", "/api/logout"],
  ["POST", "/admin/api/logout"],
  ["DELETE", "/api/profile/sessions"],
  ["DELETE", "/api/profile/picture"],
])("%s %s without a body is refused from another site as well", async (method, path) => {
  const response = await me.client.request(method, path, undefined, { "sec-fetch-site": "cross-site" });
  expect(response.status).toBe(403);
  expect((await me.client.get("/api/auth/user")).status).toBe(200);
});

test("a link from another site can be followed", async () => {
  expect((await me.client.get("/api/auth/user", { "sec-fetch-site": "cross-site" })).status).toBe(200);
});

test("no other site may read a response", async () => {
  const preflight = { origin: "https://kwaad.voorbeeld", "access-control-request-method": "POST" };
  for (const response of [
    await me.client.request("OPTIONS", "/api/login", undefined, preflight),
    await signIn(preflight),
  ]) {
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});
