import { afterAll, beforeAll, expect, test } from "vitest";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

test("a visitor sees the landing page, somebody with a session the app", async () => {
  expect(titleOf((await server.client().get("/")).text)).toBe("landing");
  const { client } = await signedIn(server);
  const response = await client.get("/");
  expect(titleOf(response.text)).toBe("app");
  expect(response.headers.get("vary")).toContain("cookie");
});

test("the preview image of the landing page has an absolute URL", async () => {
  const otherServer = await startTestServer({ env: { PUBLIC_URL: "https://sales.example.nl" }, worker: false });
  const { text } = await otherServer.client().get("/");
  await otherServer.close();
  expect(text).toContain('<meta property="og:image" content="https://sales.example.nl/og.png">');
});

test("the landing page is compressed, and a 304 for a browser that has it", async () => {
  const get = (headers: Record<string, string>) => fetch(`${server.url}/`, { headers });
  const responses = await Promise.all(
    ["br, gzip", "gzip", "br;q=0, identity"].map((encoding) => get({ "accept-encoding": encoding })),
  );
  expect(responses.map(({ headers }) => headers.get("content-encoding"))).toEqual(["br", "gzip", null]);
  const pages = await Promise.all(responses.map((response) => response.text()));
  expect(new Set(pages).size).toBe(1);
  const known = await get({ "if-none-match": responses[0]?.headers.get("etag") ?? "" });
  expect([known.status, await known.text()]).toEqual([304, ""]);
});

test.each(["/login", "/admin", "/admin/users", "/berichten", "/een/onbekend/pad", "/?x=1.js", "/administratie"])(
  "%s is a page",
  async (path) => {
    const response = await server.client().get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
  },
);

test.each(["/reset-password?token=abc", "/admin/reset-password?token=abc", "/login/sso/1?code=abc&state=def"])(
  "%s sends no referrer, because its URL contains a token",
  async (path) => {
    expect((await server.client().get(path)).headers.get("referrer-policy")).toBe("no-referrer");
  },
);

test("the page of a screen preloads its scripts", async () => {
  const pages = await Promise.all(["/login", "/een/onbekend/pad"].map((path) => server.client().get(path)));
  expect(pages.map(({ text }) => /<link[^>]*>/.exec(text)?.[0])).toEqual([
    '<link rel="modulepreload" crossorigin href="/assets/app-1a2b3c.js">',
    undefined,
  ]);
});

test("a page without a session cookie is marked for visitors", async () => {
  const isVisitor = (html: string) => html.includes("<html data-visitor>");
  const { client } = await signedIn(server);
  expect(isVisitor((await server.client().get("/login")).text)).toBe(true);
  expect(isVisitor((await client.get("/login")).text)).toBe(false);
  expect(isVisitor((await server.client().get("/admin/users")).text)).toBe(false);
});

test("a page with a session cookie preloads the current user", async () => {
  const preloadedPath = (html: string) => /<link rel="preload" as="fetch" crossorigin href="([^"]*)">/.exec(html)?.[1];
  const { client } = await signedIn(server);
  const pages = await Promise.all(["/", "/login", "/onbekend", "/admin/users"].map((path) => client.get(path)));
  expect(pages.map(({ text }) => preloadedPath(text))).toEqual([
    "/api/auth/user",
    "/api/auth/user",
    "/api/auth/user",
    "/admin/api/user",
  ]);
  expect(preloadedPath((await server.client().get("/login")).text)).toBeUndefined();
});

test("with a session cookie, the page of a screen contains its skeleton and loads its scripts after the styles", async () => {
  const { client } = await signedIn(server);
  const [members, visitors] = await Promise.all([client.get("/prompts"), server.client().get("/prompts")]);
  expect(members.text).toContain('<div id="root"><p>skeleton</p></div>');
  expect(members.text).toContain(
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/app-1a2b3c.js">',
  );
  expect(visitors.text).toContain('<div id="root"></div>');
  expect(visitors.text).not.toContain("fetchpriority");
});

test("files with a hash in their name are cached for a year, others for an hour", async () => {
  const hashed = await server.client().get("/assets/app-1a2b3c.js");
  expect(hashed.text).toBe("export {};");
  expect(hashed.headers.get("content-type")).toMatch(/javascript/);
  expect(hashed.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const plain = await server.client().get("/robots.txt");
  expect(plain.headers.get("cache-control")).toBe("public, max-age=3600");
});

test.each([
  "/assets/weg-000000.js",
  "/favicon.ico",
  "/..%2f..%2fpackage.json",
  "/assets/..%2f..%2fapp-secret.txt",
  "/assets/%2e%2e/%2e%2e/app-secret.txt",
  "/assets/.env.js",
  "/%2e%2e%2fapp-secret.txt",
])("%s is an ordinary 404", async (path) => {
  const response = await server.client().get(path);
  expect(response.status).toBe(404);
  expect(response.body).toEqual({ error: "Niet gevonden.", message: "Niet gevonden.", code: "not_found" });
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("only GET and HEAD return a page", async () => {
  expect((await server.client().post("/login", {})).status).toBe(404);
  expect((await server.client().request("HEAD", "/login")).status).toBe(200);
});
