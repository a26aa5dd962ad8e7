import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PASSWORD } from "#testing/account-factories.ts";
import { png, requestUploadUrl, uploadLogo } from "#testing/images.ts";

import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let me: SignedIn;
let lines: string[] = [];
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: "trace" }, log: { write: (line) => void lines.push(line) } });
});
beforeEach(async () => {
  me = await signedIn(server);
  lines = [];
});
afterAll(() => server.close());

test("a request is one log line with method, path, status and duration", async () => {
  const response = await me.client.get("/api/auth/user");
  expect(logged()).toEqual([
    expect.objectContaining({
      reqId: response.headers.get("x-request-id"),
      method: "GET",
      url: "/api/auth/user",
      status: 200,
      ms: expect.any(Number),
    }),
  ]);
});

test("a request is logged with the user, the company and the IP address", async () => {
  await me.client.get("/api/auth/user");
  await server.client().get("/api/auth/user");
  const [mine, unknown] = logged();
  expect(mine).toMatchObject({ userId: me.user.id, companyId: me.company.id, address: "127.0.0.1" });
  expect(unknown).toMatchObject({ status: 401, address: "127.0.0.1" });
  expect(unknown).not.toHaveProperty("userId");
});

test("passwords, tokens, cookies and queries are not in the log", async () => {
  const sent = {
    password: "een-nieuw-wachtwoord",
    wrong: "niet-het-wachtwoord",
    token: "een-token-uit-een-mail",
    cookie: me.client.cookieHeader("/").split("=")[1] ?? "",
  };
  await server.client().signIn(me.user.username, sent.wrong);
  await server.client().get(`/reset-password?token=${sent.token}`);
  await server.client().post("/api/reset-password", { token: sent.token, password: sent.password });
  await me.client.post("/api/profile/password", { currentPassword: PASSWORD, newPassword: sent.password });
  await me.client.post("/api/login", `{"password":"${sent.password}"`);
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const secret of [...Object.values(sent), PASSWORD]) expect(lines.join("\n")).not.toContain(secret);
});

test("a path with a token is logged as its route pattern", async () => {
  const admin = await signedIn(server, { role: "company_admin" });
  const address = await requestUploadUrl(admin.client);
  lines = [];
  await uploadLogo(admin.client, address, png(8, 8));
  await uploadLogo(admin.client, `${address}?x`, png(8, 8));
  await uploadLogo(admin.client, address.replace(/.$/, "%41"), png(8, 8));
  const requests = logged().filter(({ msg }) => msg === "request");
  expect(requests.map(({ url }) => url)).toEqual(Array(3).fill("/api/uploads/{token}"));
});

test("fields with the name of a secret are masked in the log", () => {
  const secrets = { password: "geheim", token: "geheim", cookie: "geheim", authorization: "geheim" };
  const { log } = server.platform;
  log.info({ ...secrets, body: { ...secrets, newPassword: "geheim" }, request: { headers: secrets } }, "zo niet");
  const deep = { a: { b: { c: [{ d: { airtableApiKey: "geheim", Authorization: "geheim", name: "Anna" } }] } } };
  log.info(deep, "zo ook niet");
  log.error({ err: Object.assign(new Error("mis"), { config: { request: { headers: secrets } } }) }, "en zo niet");
  const ring: Record<string, unknown> = { name: "Anna" };
  ring["self"] = ring;
  log.info({ ring }, "en dit houdt op");
  expect(lines).toHaveLength(4);
  expect(lines.join()).not.toContain("geheim");
  expect(logged()[1]).toMatchObject({ a: { b: { c: [{ d: { name: "Anna", airtableApiKey: "[weggelaten]" } }] } } });
  expect(logged()[2]).toMatchObject({ err: { type: "Error", message: "mis", stack: expect.any(String) } });
  expect(logged()[0]).toMatchObject({ password: "[weggelaten]", request: { headers: { cookie: "[weggelaten]" } } });
});

test("an unexpected error is logged with its stack and the id of the request", async () => {
  await server.query("alter view sessions_of_active_users rename to renamed_view");
  const response = await me.client.get("/api/auth/user");
  await server.query("alter view renamed_view rename to sessions_of_active_users");
  expect(response.status).toBe(500);
  expect(response.text).not.toMatch(/sessions|stack|\.ts/);
  const failed = logged().find(({ msg }) => msg === "request failed");
  expect(failed).toMatchObject({ level: 50, reqId: response.headers.get("x-request-id") });
  expect(JSON.stringify(failed?.["err"])).toContain("sessions.ts");
});
