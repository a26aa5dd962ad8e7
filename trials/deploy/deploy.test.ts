import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "#e2e/product/product.ts";
import { PASSWORD } from "#testing/account-factories.ts";
import { makeLeads } from "#testing/factories.ts";
import type { ProductProcess } from "#testing/product-process.ts";
import { type SignedIn, signedIn } from "#testing/signed-in.ts";
import { APP_SECRET, METRICS_TOKEN, type ProductProcesses, prepareProduct } from "../product.ts";
import { shortOrLong } from "../trial.ts";
import { HOST, type ProxyName, type RunningProxy, startProxy } from "./proxy.ts";

vi.setConfig({ testTimeout: 300_000 });

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const MIB = 1024 ** 2;

let product: ProductProcesses;
let me: SignedIn;

beforeAll(async () => {
  product = await prepareProduct();
  me = await signedIn(product.server, { role: "company_admin" });
});
afterAll(() => product.close());

describe("the systemd units", () => {
  const UNITS = ["usa-web@", "usa-worker@"];

  /** The environment and the command of a unit, with its settings file and this checkout in place of /opt. */
  const readUnit = async (unit: string, instance: string) => {
    const text = (await readFile(join(ROOT, `deploy/systemd/${unit}.service`), "utf8")).replaceAll("%i", instance);
    const valuesOf = (name: string) =>
      [...text.matchAll(new RegExp(`^${name}=(.+)$`, "gm"))].map(([, value = ""]) => value);
    const settings = await readFile(join(ROOT, "deploy/systemd/settings.example"), "utf8");
    const pairs = [...settings.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll('"', ""),
    ]);
    const environment = valuesOf("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split(/=(.*)/s)));
    const [program = "", ...args] =
      valuesOf("ExecStart")[0]?.replaceAll("/opt/ultimate-sales-agent", ROOT).split(" ") ?? [];
    return { env: Object.fromEntries([...pairs, ...environment]) as Record<string, string>, program, args };
  };

  test.each(UNITS)("%s starts with the example settings, is ready on its port and ends on SIGTERM", async (unit) => {
    const port = String(await findFreePort());
    const { env, program, args } = await readUnit(unit, port);
    const folder = await mkdtemp(join(tmpdir(), "usa-unit-"));
    const ours = {
      DATABASE_URL: product.server.databaseUrl,
      DATA_DIR: folder,
      NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
      APP_SECRET,
      METRICS_TOKEN,
      BACKUP_PASSPHRASE: "een zin van genoeg letters",
    };
    const child = spawn(program, args, { cwd: ROOT, env: { ...env, ...ours }, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const ended = once(child, "exit");
    const readyOrOutput = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => output,
      );
    await expect.poll(readyOrOutput, { timeout: 60_000 }).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await rm(folder, { recursive: true, force: true });
  });

  test("usa-backup writes an encrypted backup with the example settings, verifies it and deletes old ones", async () => {
    const { env } = await readUnit("usa-backup", "");
    const text = await readFile(join(ROOT, "deploy/systemd/usa-backup.service"), "utf8");
    const scripts = [...text.matchAll(/^ExecStart(?:Post)?=\/bin\/sh -ec '(.+)'$/gm)].map(([, script = ""]) =>
      script.replaceAll("$$", "$").replaceAll("%%", "%"),
    );
    const folder = await mkdtemp(join(tmpdir(), "usa-unit-"));
    const ours = {
      PATH: process.env["PATH"],
      DATABASE_URL: product.server.databaseUrl,
      STORAGE_URL: product.server.platform.config.storageUrl,
      DATA_DIR: folder,
      BACKUPS: folder,
      APP_SECRET,
      METRICS_TOKEN,
      BACKUP_PASSPHRASE: "een zin van genoeg letters",
    };
    const old = join(folder, "2020-01-01.tar.age.part");
    await writeFile(old, "");
    await utimes(old, 0, 0);
    let output = "";
    for (const script of scripts)
      output += (await run("/bin/sh", ["-ec", script], { cwd: ROOT, env: { ...env, ...ours } })).stdout;
    expect(output).toContain("De reservekopie is heel");
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.tar\.age$/)]);
    await rm(folder, { recursive: true, force: true });
  });

  test.each(shortOrLong([], [...UNITS, "usa-backup"]))("%s is accepted by systemd", async (unit) => {
    const folder = await mkdtemp(join(tmpdir(), "usa-units-"));
    const text = await readFile(join(ROOT, `deploy/systemd/${unit}.service`), "utf8");
    const installed = text.replaceAll("/opt/ultimate-sales-agent", ROOT).replace(/^(User|Group)=usa$/gm, "$1=daemon");
    const path = join(folder, `${unit}3001.service`);
    await writeFile(path, installed);
    expect(await run("systemd-analyze", ["verify", "--man=no", path])).toMatchObject({ stdout: "", stderr: "" });
    await rm(folder, { recursive: true, force: true });
  });
});

describe.each(shortOrLong<ProxyName[]>([], ["nginx", "caddy"]))("behind %s", (name) => {
  let proxy: RunningProxy;
  let webs: ProductProcess[];
  let cookie: string;
  const ports: [number, number] = [0, 0];

  const startWeb = (index: number) =>
    product.startWeb({
      NODE_ENV: "production",
      PUBLIC_URL: `https://${HOST}`,
      PORT: String(ports[index]),
      TRUSTED_PROXIES: "127.0.0.1",
    });
  const readText = async (response: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  };
  const send = async (request: Parameters<RunningProxy["open"]>[0]) => {
    const response = await proxy.open({
      ...request,
      headers: { origin: `https://${HOST}`, cookie, ...request.headers },
    });
    return { status: response.statusCode, headers: response.headers, text: await readText(response) };
  };
  const json = { "content-type": "application/json" };

  beforeAll(async () => {
    for (const index of [0, 1]) ports[index] = await findFreePort();
    webs = [await startWeb(0), await startWeb(1)];
    proxy = await startProxy(name, ports);
    cookie = "";
    const body = JSON.stringify({ username: me.user.username, password: PASSWORD });
    const { status, headers } = await send({ method: "POST", path: "/api/login", headers: json, body });
    expect(status).toBe(200);
    expect(headers["set-cookie"]?.[0]).toMatch(/; Secure/);
    cookie = (headers["set-cookie"] ?? []).map((line) => line.split(";", 1)[0]).join("; ");
  });
  afterAll(() => proxy.stop());

  test("pages and the API come over https with the product's headers, and http is redirected", async () => {
    const page = await send({ path: "/login" });
    expect([page.status, page.headers["strict-transport-security"]]).toEqual([
      200,
      expect.stringContaining("max-age="),
    ]);
    expect(page.headers["content-security-policy"]).toContain("default-src");
    expect(await send({ path: "/api/auth/user" })).toMatchObject({ status: 200 });
    const plain = await fetch(`${proxy.plainUrl}/login`, { redirect: "manual", headers: { host: HOST } });
    expect([301, 308]).toContain(plain.status);
    expect(plain.headers.get("location")).toMatch(/^https:/);
  });

  test("a request of another site is refused", async () => {
    const request = { method: "POST", path: "/api/leads", headers: { ...json, origin: "https://evil.example" } };
    expect((await send({ ...request, body: JSON.stringify({ fullName: "Van elders" }) })).status).toBe(403);
  });

  test("figures are not exposed, not even with their token", async () => {
    expect((await send({ path: "/metrics", headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).status).toBe(404);
  });

  test("the product sees the client's address, and not one that the client claims", async () => {
    const headers = { "x-forwarded-for": "6.6.6.6", "x-real-ip": "6.6.6.6", forwarded: "for=6.6.6.6" };
    expect((await send({ path: "/api/hot-leads", headers, localAddress: "127.0.0.9" })).status).toBe(200);
    const logged = () => webs.map((web) => web.output()).join("");
    await expect.poll(() => /"url":"\/api\/hot-leads".*"address":"127\.0\.0\.9"/.test(logged())).toBe(true);
    expect(logged()).not.toContain("6.6.6.6");
  });

  test("an event arrives while the stream stays open", async () => {
    const [lead] = await makeLeads(product.server, me.company.id, [{}]);
    const stream = await proxy.open({ path: "/api/events", headers: { cookie } });
    expect(stream.statusCode).toBe(200);
    let received = "";
    stream.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
    const body = JSON.stringify({ classification: "HOT" });
    const change = { method: "PATCH", path: `/api/leads/${lead}/classification`, headers: json, body };
    expect((await send(change)).status).toBe(200);
    await expect.poll(() => received, { timeout: 20_000 }).toContain('"leads"');
    expect(stream.complete).toBe(false);
    stream.destroy();
  });

  test("a file of almost 32 MiB is accepted, and one of 35 MiB is refused", async () => {
    const line = `Lead van het bestand;${"x".repeat(1000)}@groot.nl\n`;
    const file = (bytes: number) => `naam;email\n${line.repeat(Math.floor(bytes / line.length) - 1)}`;
    const upload = (bytes: number) =>
      send({
        method: "POST",
        path: "/api/lead-imports?fileName=groot.csv",
        headers: { "content-type": "text/csv" },
        body: file(bytes),
      });
    expect(await upload(32 * MIB)).toMatchObject({ status: 201 });
    expect((await upload(35 * MIB)).status).toBe(413);
  });

  test("nobody notices that the web processes are restarted one after the other", async () => {
    const leads = await makeLeads(product.server, me.company.id, [{}, {}, {}, {}]);
    const statuses: Record<string, number> = {};
    let going = true;
    const work = leads.map(async (lead, nth) => {
      while (going) {
        const isWrite = nth % 2 === 0;
        const change = { method: "PATCH", headers: json, body: JSON.stringify({ classification: "INTERESTED" }) };
        const path = isWrite ? `/api/leads/${lead}/classification` : "/api/hot-leads";
        const status = await send({ path, ...(isWrite ? change : {}) }).then((response) => response.status, String);
        statuses[String(status)] = (statuses[String(status)] ?? 0) + 1;
        await sleep(20);
      }
    });
    for (const index of [0, 1]) {
      await sleep(2_500);
      await webs[index]?.stop();
      webs[index] = await startWeb(index);
    }
    await sleep(2_500);
    going = false;
    await Promise.all(work);
    process.stdout.write(`${name}: ${JSON.stringify(statuses)}\n`);
    expect(Object.keys(statuses), proxy.output()).toEqual(["200"]);
  });
});
