import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Route } from "#contract/route.ts";
import { routes } from "#contract/routes.ts";
import { TEST_EVENT, webhookPayloads } from "#contract/webhooks.ts";
import { openEvents } from "#testing/event-reader.ts";
import { signedIn } from "#testing/signed-in.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { openApiDocument } from "./openapi.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LOG_LEVEL: "silent" } });
});
afterAll(() => server.close());

const get = (path: string) => server.client().get(path);
const table: Route[] = Object.values(routes).flatMap((feature): Route[] => Object.values(feature));

test("health, readiness and version are public", async () => {
  const packageFile = join(import.meta.dirname, "../../../../package.json");
  const { version } = JSON.parse(await readFile(packageFile, "utf8")) as { version: string };
  expect((await get("/healthz")).body).toEqual({ status: "ok" });
  expect((await get("/readyz")).body).toEqual({ status: "ok" });
  expect((await get("/api/version")).body).toEqual({ version });
});

test("a server on a database without all migrations is alive but not ready", async () => {
  const [newest] = await server.query<{ name: string; checksum: string }>(
    "delete from schema_migrations where name = (select max(name) from schema_migrations) returning name, checksum",
  );
  const response = await get("/readyz");
  await server.query("insert into schema_migrations (name, checksum) values ($1, $2)", [
    newest?.name,
    newest?.checksum,
  ]);
  expect(response.status).toBe(503);
  expect(response.body["code"]).toBe("unavailable");
  expect((await get("/healthz")).status).toBe(200);
});

test.each([
  ["its disk is full", "53100"],
  ["it is read-only", "25006"],
  ["it has no connection left", "53300"],
])(
  "when the database cannot store because %s, the response is a 503 and the server is not ready",
  async (_why, code) => {
    const other = await startTestServer({
      databaseUrl: server.databaseUrl,
      env: { LOG_LEVEL: "silent" },
      worker: false,
    });
    const { client } = await signedIn(other);
    await other.query(`
    create function fail_to_store() returns trigger language plpgsql
    as $$ begin raise exception 'cannot store' using errcode = '${code}'; end $$;
    create trigger fail_to_store before insert on leads execute function fail_to_store()`);
    const response = await client.post("/api/leads", { fullName: "Sanne de Vries" });
    await other.query("drop function fail_to_store cascade");
    expect([response.status, response.body["code"], response.headers.get("retry-after")]).toEqual([
      503,
      "unavailable",
      expect.stringMatching(/^\d+$/),
    ]);
    expect((await other.client().get("/readyz")).status).toBe(503);
    expect((await other.client().get("/healthz")).status).toBe(200);
    await other.close();
  },
);

test("when the database accepts no further connection, requests are a 503 and the server is not ready", async () => {
  const other = await startTestServer({ env: { LOG_LEVEL: "silent" }, worker: false });
  const { client } = await signedIn(other);
  // The connections that the server has stay.
  await other.query(`alter database "${new URL(other.databaseUrl).pathname.slice(1)}" connection limit 0`);
  const responses = await Promise.all(Array.from({ length: 40 }, () => client.get("/api/all-leads")));
  const refused = responses.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body["code"], refused?.headers.get("retry-after")]).toEqual([
    503,
    "unavailable",
    expect.stringMatching(/^\d+$/),
  ]);
  expect((await other.client().get("/readyz")).status).toBe(503);
  await other.close();
});

test("a database that is out of memory for a moment answers with a 503, and the server stays ready", async () => {
  const other = await startTestServer({ env: { LOG_LEVEL: "silent" }, worker: false });
  const { client } = await signedIn(other);
  await other.query(`
    create function fail_to_store() returns trigger language plpgsql
    as $$ begin raise exception 'too many' using errcode = '53200'; end $$;
    create trigger fail_to_store before insert on leads execute function fail_to_store()`);
  const response = await client.post("/api/leads", { fullName: "Sanne de Vries" });
  expect([response.status, response.body["code"]]).toEqual([503, "unavailable"]);
  expect((await other.client().get("/readyz")).status).toBe(200);
  await other.close();
});

test("a process that stops tells the proxy, and one whose database is full does not", async () => {
  const other = await startTestServer({ env: { LOG_LEVEL: "silent" }, worker: false });
  other.platform.isStopping = true;
  for (const path of ["/healthz", "/readyz"]) expect((await other.client().get(path)).status).toBe(503);
  await other.close();
  const caddyfile = await readFile(join(import.meta.dirname, "../../../../deploy/Caddyfile"), "utf8");
  expect(caddyfile).toMatch(/^\s*health_uri \/healthz$/m);
});

test("a change that gets into a deadlock is answered with a 409 that says to try again", async () => {
  const { client } = await signedIn(server);
  await server.query(`
    create function fail_to_store() returns trigger language plpgsql
    as $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger fail_to_store before insert on leads execute function fail_to_store()`);
  const response = await client.post("/api/leads", { fullName: "Sanne de Vries" });
  await server.query("drop function fail_to_store cascade");
  expect([response.status, response.body["message"]]).toEqual([
    409,
    "Iemand anders wijzigde dit op hetzelfde moment. Probeer het opnieuw.",
  ]);
});

test("the API description is for signed-in users only", async () => {
  for (const path of ["/api/docs", "/api/docs/openapi.json"]) expect((await get(path)).status).toBe(401);
});

test("a browser without a session gets the sign-in page for the API documentation, a program the error", async () => {
  const open = (headers: Record<string, string>, path = "/api/docs") =>
    fetch(new URL(path, server.url), { headers, redirect: "manual" });
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  for (const cookie of ["", "usa_session=verlopen"]) {
    const { status, headers } = await open({ ...browser, cookie });
    expect([status, headers.get("location")]).toEqual([303, "/login?naar=%2Fapi%2Fdocs"]);
    expect(headers.get("cache-control")).toBe("no-store");
  }
  const refused = [
    await open({ accept: "*/*" }),
    await open({ accept: "application/json" }),
    await open({ ...browser, authorization: "Bearer usa_onbekend" }),
    await open(browser, "/api/docs/openapi.json"),
    await open(browser, "/api/leads/5d6f3a52-9f0e-4c33-a5f8-6c1f7f5f5a01/report"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
});

test("the API description contains every route of the table", async () => {
  const { body } = await (await signedIn(server)).client.get("/api/docs/openapi.json");
  expect(body["openapi"]).toBe("3.1.0");
  const paths = body["paths"] as Record<string, Record<string, { operationId: string }>>;
  for (const { method, path } of table) {
    expect(paths[path.replace("{*", "{")]?.[method.toLowerCase()], `${method} ${path}`).toBeDefined();
  }
  const described = Object.values(paths).flatMap((operations) => Object.values(operations));
  expect(described).toHaveLength(table.length);
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(table.length);
});

test("the API description is also a page without scripts", async () => {
  const response = await (await signedIn(server)).client.get("/api/docs");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const { path } of table) expect(response.text).toContain(`<code>${path}</code>`);
  expect(response.text).toContain("Authorization: Bearer usa_");
  for (const event of [...Object.keys(webhookPayloads), TEST_EVENT])
    expect(response.text).toContain(`<code>${event}</code>`);
  expect(response.text).not.toMatch(/<script| on\w+=/);
});

test("the API description is built once, so that requests for it do not hold up everybody else", async () => {
  const { client } = await signedIn(server);
  const built = openApiDocument();
  expect(openApiDocument()).toBe(built);
  expect((await client.get("/api/docs")).status).toBe(200);
  const { paths } = built;
  let renderings = 0;
  Object.defineProperty(built, "paths", {
    get: () => {
      renderings += 1;
      return paths;
    },
    configurable: true,
    enumerable: true,
  });
  onTestFinished(() => void Object.defineProperty(built, "paths", { value: paths }));
  expect((await client.get("/api/docs")).text).toContain("API van Ultimate Sales Agent");
  expect(renderings).toBe(0);
});

test("streams and uploads of clients that leave before they are answered do not count for ever", async () => {
  const me = await signedIn(server);
  const leave = async (method: string, path: string, body: string): Promise<void> => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const cookie = me.client.cookieHeader("/");
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: text/csv\r\nContent-Length: 100\r\n\r\n`;
    await new Promise<void>((resolve) => socket.write(head + body, () => resolve()));
    socket.destroy();
  };
  for (let nth = 0; nth < 12; nth++) await leave("GET", "/api/events", "");
  for (let nth = 0; nth < 4; nth++) await leave("POST", "/api/lead-imports?fileName=a.csv", "naam\n");
  const openStream = async () => {
    const stream = await openEvents(server, me.client);
    stream.close();
    return stream.status;
  };
  await expect.poll(openStream).toBe(200);
  const upload = () =>
    me.client
      .put("/api/profile/picture", Buffer.from("x"), { "content-type": "image/png" })
      .then(({ status }) => status);
  await expect.poll(upload).toBe(415);
});

test("a user has ten event streams at a time, and a colleague is not affected", async () => {
  const me = await signedIn(server);
  const colleague = await signedIn(server, { company: me.company });
  const streams = await Promise.all(Array.from({ length: 10 }, () => openEvents(server, me.client)));
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  // Its status alone: a stream that is not refused never ends.
  const eleventh = await openEvents(server, me.client);
  eleventh.close();
  expect(eleventh.status).toBe(429);
  const refused = await me.client.get("/api/events");
  expect([refused.status, refused.body["code"], refused.body["message"]]).toEqual([
    429,
    "too_many_requests",
    "Je hebt de werkomgeving in te veel vensters open. Sluit er eerst een paar.",
  ]);
  const others = await openEvents(server, colleague.client);
  expect(others.status).toBe(200);
  for (const stream of [...streams, others]) stream.close();
  const reopenStream = async () => {
    const stream = await openEvents(server, me.client);
    stream.close();
    return stream.status;
  };
  await expect.poll(reopenStream).toBe(200);
});
