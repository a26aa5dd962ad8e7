import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCompany, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let secure: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  secure = await startTestServer({
    databaseUrl: server.databaseUrl,
    env: { PUBLIC_URL: "https://app.voorbeeld.nl" },
  });
});
afterAll(async () => {
  await secure.close();
  await server.close();
});

const newAdmin = async () => {
  const { database } = server.platform;
  return makeUser(database, (await makeCompany(database)).id, { role: "super_admin" });
};

const cookieParts = (line = "") => {
  const [pair = "", ...attributes] = line.split("; ");
  const [name, value = ""] = pair.split("=");
  return { name, value, attributes: attributes.filter((attribute) => !attribute.startsWith("Expires")) };
};

const signInCookie = async (at: TestServer, sessionKind: "main" | "admin") => {
  const user = await newAdmin();
  const response = await at.client().signIn(user.username, PASSWORD, sessionKind);
  const names = response.headers.getSetCookie().map((line) => cookieParts(line).name);
  expect(names).toEqual([expect.stringMatching(/usa_(session|admin)$/), expect.stringMatching(/usa_device$/)]);
  return cookieParts(response.headers.getSetCookie()[0]);
};

test("the main cookie is HttpOnly and SameSite=Lax", async () => {
  const { name, attributes } = await signInCookie(server, "main");
  expect(name).toBe("usa_session");
  expect(attributes).toEqual(["Path=/", "HttpOnly", "SameSite=Lax"]);
});

test("the admin cookie is limited to the admin panel and SameSite=Strict", async () => {
  const { name, attributes } = await signInCookie(server, "admin");
  expect(name).toBe("usa_admin");
  expect(attributes).toEqual(["Path=/admin", "HttpOnly", "SameSite=Strict"]);
});

test.each([
  ["main", 7 * 24],
  ["admin", 8],
] as const)("the %s cookie is kept for as long as its session can last: %i hours", async (sessionKind, hours) => {
  const user = await newAdmin();
  const [line = ""] = (await server.client().signIn(user.username, PASSWORD, sessionKind)).headers.getSetCookie();
  const left = Date.parse(/Expires=([^;]+)/.exec(line)?.[1] ?? "") - Date.now();
  expect(Math.round(left / 3_600_000)).toBe(hours);
});

test("under https both cookies are Secure and carry the prefix that browsers enforce", async () => {
  expect(await signInCookie(secure, "main")).toMatchObject({
    name: "__Host-usa_session",
    attributes: ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
  });
  expect(await signInCookie(secure, "admin")).toMatchObject({
    name: "__Secure-usa_admin",
    attributes: ["Path=/admin", "HttpOnly", "Secure", "SameSite=Strict"],
  });
});

test("the cookie that marks a known browser is HttpOnly, gives no access and stays the same", async () => {
  const user = await newAdmin();
  const client = secure.client();
  const deviceOf = async () => cookieParts((await client.signIn(user.username, PASSWORD)).headers.getSetCookie()[1]);
  const device = await deviceOf();
  expect(device).toMatchObject({
    name: "__Host-usa_device",
    attributes: ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
  });
  const cookie = `__Host-usa_session=${device.value}; __Host-usa_device=${device.value}`;
  expect((await secure.client().get("/api/auth/user", { cookie })).status).toBe(401);
});

test("under https a cookie without its prefix is ignored", async () => {
  const { value } = await signInCookie(secure, "main");
  const client = secure.client();
  expect((await client.get("/api/auth/user", { cookie: `usa_session=${value}` })).status).toBe(401);
  expect((await client.get("/api/auth/user", { cookie: `__Host-usa_session=${value}` })).status).toBe(200);
});

test("main and admin tokens are not interchangeable", async () => {
  const main = await signInCookie(server, "main");
  const admin = await signInCookie(server, "admin");
  const client = server.client();
  expect((await client.get("/admin/api/user", { cookie: `usa_admin=${main.value}` })).status).toBe(401);
  expect((await client.get("/api/auth/user", { cookie: `usa_session=${admin.value}` })).status).toBe(401);
  expect((await client.get("/admin/api/user", { cookie: `usa_admin=${admin.value}` })).status).toBe(200);
});

test("a token is long, random and new at each sign-in", async () => {
  const tokens = await Promise.all([1, 2, 3].map(() => signInCookie(server, "main").then(({ value }) => value)));
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
});

test("a token that the browser sends at sign-in is not reused", async () => {
  const user = await newAdmin();
  const client = server.client();
  const presented = "A".repeat(43);
  const response = await client.post(
    "/api/login",
    { username: user.username, password: PASSWORD },
    { cookie: `usa_session=${presented}` },
  );
  expect(cookieParts(response.headers.getSetCookie()[0]).value).not.toBe(presented);
  expect((await client.get("/api/auth/user", { cookie: `usa_session=${presented}` })).status).toBe(401);
});

test("signing in again ends the session it replaces", async () => {
  const user = await newAdmin();
  const client = server.client();
  const first = cookieParts((await client.signIn(user.username, PASSWORD)).headers.getSetCookie()[0]).value;
  await client.signIn(user.username, PASSWORD);
  expect((await server.client().get("/api/auth/user", { cookie: `usa_session=${first}` })).status).toBe(401);
  expect((await client.get("/api/auth/user")).status).toBe(200);
});

test("signing out of one session kind leaves the other signed in", async () => {
  const user = await newAdmin();
  const client = server.client();
  const main = cookieParts((await client.signIn(user.username, PASSWORD)).headers.getSetCookie()[0]).value;
  await client.signIn(user.username, PASSWORD, "admin");
  const response = await client.post("/api/logout");
  expect(response.status).toBe(200);
  expect(client.cookieNames().toSorted()).toEqual(["usa_admin", "usa_device"]);
  expect((await client.get("/api/auth/user", { cookie: `usa_session=${main}` })).status).toBe(401);
  expect((await client.get("/admin/api/user")).status).toBe(200);
  await client.post("/admin/api/logout");
  expect((await client.get("/admin/api/user")).status).toBe(401);
});

test("signing out without a session succeeds", async () => {
  expect((await server.client().post("/api/logout")).status).toBe(200);
});
