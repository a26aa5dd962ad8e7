import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Checkout, makeStubCheckout } from "./stub-checkout.ts";

/** A stub process: logs its start and end, and is controlled by environment variables. */
const stubProcess = (name: string, port: string) => `
  import { appendFileSync } from "node:fs";
  import { createServer } from "node:http";
  const log = (text) => appendFileSync(process.env["LOG_FILE"], "${name} " + text + "\\n");
  if (process.env["REFUSE"] === "${name}") { console.error("${name} wil niet"); process.exit(1); }
  log("starts on Node " + process.versions.node.split(".")[0]);
  for (const key of ["SMTP_URL", "SANDBOX_URL", "SANDBOX_SMTP_PORT"]) if (process.env[key]) log(key + "=" + process.env[key]);
  const shutDown = () => setTimeout(() => { log("stops"); process.exit(0); }, 50);
  let signals = 0;
  process.on("SIGTERM", () => {
    log("is asked to stop");
    if (++signals > 1 || process.env["BUSY"] !== "${name}") shutDown();
  });
  process.on("disconnect", shutDown);
  createServer().listen(Number(process.env["${port}"]), "127.0.0.1", () => {
    log("pid " + process.pid);
    process.send({ step: "Proef van ${name}" });
    process.send({ ready: true, url: "http://127.0.0.1:" + process.env["${port}"] });
  });
`;

let checkout: Checkout;
let logFile: string;
let port: number;
const launched: { child: ChildProcess; code: Promise<number | null> }[] = [];

beforeAll(async () => {
  checkout = await makeStubCheckout([]);
  await checkout.write("src/server/main.ts", stubProcess("server", "PORT"));
  await checkout.write("src/sandbox/main.ts", stubProcess("sandbox", "SANDBOX_PORT"));
});

beforeEach(async () => {
  logFile = join(checkout.root, "log");
  await writeFile(logFile, "");
  port = await findFreePorts();
});

afterEach(async () => {
  for (const { child, code } of launched.splice(0)) {
    child.kill("SIGTERM");
    await code;
  }
});

afterAll(() => checkout.remove());

async function listen(onPort: number) {
  const server = createServer().listen(onPort, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/**
 * The first of three consecutive free ports: the product, the sandbox and its mail server use one each. A second product uses
 * the ports that lie ten higher. They are above those of findFreePort and below the ports that the operating system gives to
 * other tests at any moment.
 */
async function findFreePorts(): Promise<number> {
  const first = randomInt(30_000, 32_000);
  for (const distance of [0, 1, 2, 10, 11, 12]) {
    if (!(await isFree(first + distance))) return findFreePorts();
  }
  return first;
}

async function isFree(candidate: number): Promise<boolean> {
  try {
    const server = await listen(candidate);
    server.close();
    await once(server, "close");
    return true;
  } catch {
    return false;
  }
}

function launch(env: Record<string, string> = {}, folder = checkout.root) {
  const { NODE_ENV: _, npm_lifecycle_event: __, ...rest } = process.env;
  const child = spawn("node", ["scripts/start.mjs"], {
    cwd: folder,
    env: { ...rest, PORT: String(port), LOG_FILE: logFile, ...env },
  });
  const code = once(child, "exit").then(([exitCode]) => exitCode as number | null);
  launched.push({ child, code });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, code };
}

async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const startedAt = Date.now(); Date.now() - startedAt < 60_000; await sleep(25)) if (await condition()) return;
  throw new Error("It did not happen within 60 seconds.");
}

async function waitUntilReady(run: { output: () => string; code: Promise<unknown> }): Promise<void> {
  const early = run.code.then(() => {
    throw new Error(`It ended before it was ready: ${run.output()}`);
  });
  await Promise.race([waitUntil(() => run.output().includes("Stoppen: Ctrl+C")), early]);
  early.catch(() => undefined);
}

const logLines = async () => (await readFile(logFile, "utf8")).trim().split("\n");
const pidOf = async (name: string) =>
  Number((await logLines()).find((line) => line.startsWith(`${name} pid`))?.split(" ")[2]);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("starts the sandbox, then the server, and prints the address; stops them in reverse order", async () => {
  const run = launch();
  await waitUntilReady(run);
  expect(run.output()).toMatch(/^✓ Proef van server \(\d,\d s\)$/mu);
  expect(run.output()).toContain(`staat klaar op http://127.0.0.1:${port}\n`);
  expect(run.output()).toContain("gebruiker, accountmanager, bedrijfsadmin, superadmin");
  expect(run.output()).toContain("wachtwoord welkom123");
  expect(run.output()).toContain(`http://127.0.0.1:${port + 1}/inbox`);
  run.child.kill("SIGINT");
  expect(await run.code).toBe(0);
  const lines = (await logLines()).filter((line) => !line.includes("pid"));
  expect(lines).toEqual([
    "sandbox starts on Node 24",
    `sandbox SANDBOX_SMTP_PORT=${port + 2}`,
    "server starts on Node 24",
    `server SMTP_URL=smtp://127.0.0.1:${port + 2}`,
    `server SANDBOX_URL=http://127.0.0.1:${port + 1}`,
    "server is asked to stop",
    "server stops",
    "sandbox is asked to stop",
    "sandbox stops",
  ]);
});

test("Ctrl+C that npm passes on a second time lets the server stop, because a killed server leaves its database running", async () => {
  const run = launch();
  await waitUntilReady(run);
  run.child.kill("SIGINT");
  await waitUntil(() => run.output().includes("Bezig met stoppen"));
  run.child.kill("SIGINT");
  expect(await run.code).toBe(0);
  expect((await logLines()).filter((line) => line.startsWith("server") && line.includes("stop"))).toEqual([
    "server is asked to stop",
    "server stops",
  ]);
});

test("a second Ctrl+C asks a busy server again, and does not kill it", async () => {
  const run = launch({ BUSY: "server" });
  await waitUntilReady(run);
  run.child.kill("SIGINT");
  await waitUntil(async () => (await logLines()).includes("server is asked to stop"));
  // Longer than the launcher takes two signals for one.
  await sleep(1200);
  run.child.kill("SIGINT");
  expect(await run.code).toBe(0);
  expect((await logLines()).filter((line) => line.startsWith("server") && line.includes("stop"))).toEqual([
    "server is asked to stop",
    "server is asked to stop",
    "server stops",
  ]);
});

test("Ctrl+C that is held down asks a busy server again after a second", async () => {
  const run = launch({ BUSY: "server" });
  await waitUntilReady(run);
  const held = setInterval(() => run.child.kill("SIGINT"), 200);
  try {
    expect(await run.code).toBe(0);
  } finally {
    clearInterval(held);
  }
  expect((await logLines()).filter((line) => line.startsWith("server") && line.includes("stop"))).toContain(
    "server stops",
  );
});

test("a second start builds nothing, a changed source does", async () => {
  const startAndStop = async () => {
    const run = launch();
    await waitUntilReady(run);
    run.child.kill("SIGTERM");
    await run.code;
    return (await stat(join(checkout.root, "dist/web/index.html"))).mtimeMs;
  };
  const first = await startAndStop();
  expect(await startAndStop()).toBe(first);
  await checkout.write("src/web/main.ts", 'document.title = "Nog een proef";');
  expect(await startAndStop()).toBeGreaterThan(first);
});

test("in production there is no sandbox and no mention of demo accounts", async () => {
  const run = launch({ NODE_ENV: "production" });
  await waitUntilReady(run);
  run.child.kill("SIGTERM");
  expect(await run.code).toBe(0);
  expect(run.output()).not.toContain("welkom123");
  expect((await logLines()).some((line) => line.startsWith("sandbox") || line.includes("SANDBOX_URL"))).toBe(false);
});

test("email goes to the server of SMTP_URL", async () => {
  const run = launch({ SMTP_URL: "smtp://127.0.0.1:25" });
  await waitUntilReady(run);
  expect(await logLines()).toContain("server SMTP_URL=smtp://127.0.0.1:25");
});

test.each([
  ["PORT", 0],
  ["SANDBOX_PORT", 1],
])("a %s that is in use is a one-line error, and nothing is started", async (name, offset) => {
  const taken = await listen(port + offset);
  const run = launch();
  expect(await run.code).toBe(1);
  taken.close();
  expect(run.output()).toBe(
    `Poort ${port + offset} is al in gebruik. Kies een andere met ${name}, bijvoorbeeld: ${name}=${port + offset + 10} npm start\n`,
  );
  expect(await logLines()).toEqual([""]);
});

test("a port is reserved while the packages are installed, so that a second start says at once that it is in use", async () => {
  const installed = join(checkout.root, "installed");
  const path = await makePath(
    "path-slow",
    `touch ${installed}.started; until [ -e ${installed} ]; do sleep 0.1; done; exit 1`,
  );
  const first = launch({ PATH: `${path}:/bin:/usr/bin` }, await makeEmptyCheckout("slow"));
  await waitUntil(() => existsSync(`${installed}.started`));
  const second = launch();
  expect(await second.code).toBe(1);
  expect(second.output()).toBe(
    `Poort ${port} is al in gebruik. Kies een andere met PORT, bijvoorbeeld: PORT=${port + 10} npm start\n`,
  );
  await writeFile(installed, "");
  expect(await first.code).toBe(1);
  expect(first.output()).toContain("✗ Pakketten installeren");
});

test("a second start with the data folder of a running product is refused, whatever its port", async () => {
  const first = launch();
  await waitUntilReady(first);
  // The first start of a checkout runs on the installed Node, the next ones on that of the packages.
  const second = launch({ PORT: String(port + 10), PATH: await makePath("path-packaged-node") });
  expect(await second.code).toBe(1);
  expect(second.output()).toBe(
    `Ultimate Sales Agent draait al met de map ${join(checkout.root, "data")}. Stop het daar eerst met Ctrl+C, of start een tweede met een eigen map en poort, bijvoorbeeld: DATA_DIR=data2 PORT=3010 npm start\n`,
  );
  first.child.kill("SIGKILL");
  await first.code;
  await waitUntilReady(launch({ PORT: String(port + 10) }));
});

test("a Node that is too old is a one-line error, also where the packages are installed", async () => {
  const older = join(checkout.root, "older-node.cjs");
  await writeFile(
    older,
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.8" } });',
  );
  const run = launch({ NODE_OPTIONS: `--require ${older}` });
  expect(await run.code).toBe(1);
  expect(run.output()).toBe(
    "Node 20.19 of nieuwer is nodig; dit is 18.20.8. Installeer een nieuwere van https://nodejs.org en probeer het opnieuw.\n",
  );
  expect(await logLines()).toEqual([""]);
});

test("a mail port that is in use is replaced by another", async () => {
  const taken = await listen(port + 2);
  const run = launch();
  await waitUntilReady(run);
  taken.close();
  expect(run.output()).toContain("staat klaar");
  expect(await logLines()).not.toContain(`server SMTP_URL=smtp://127.0.0.1:${port + 2}`);
});

test("a data folder that cannot be created is a one-line error, and nothing is started", async () => {
  const run = launch({ DATA_DIR: "/proc/gegevens" });
  expect(await run.code).toBe(1);
  expect(run.output()).toBe(
    "In de map /proc/gegevens kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.\n",
  );
  expect(await logLines()).toEqual([""]);
});

test.each([65_534, 65_535])("it starts on port %s, with the sandbox and its mail server on others", async (last) => {
  const run = launch({ PORT: String(last) });
  await waitUntilReady(run);
  expect(run.output()).toContain(`http://127.0.0.1:${last}`);
  expect(await logLines()).toContain("server SMTP_URL=smtp://127.0.0.1:65533");
});

test("the proposed port is a valid one, also when the last port is in use", async () => {
  const taken = await listen(65_535);
  const run = launch({ PORT: "65535" });
  expect(await run.code).toBe(1);
  taken.close();
  expect(run.output()).toContain("bijvoorbeeld: PORT=65525 npm start");
});

test("an invalid port is a one-line error", async () => {
  const run = launch({ PORT: "drieduizend" });
  expect(await run.code).toBe(1);
  expect(run.output()).toBe('PORT moet een poort van 1 tot en met 65535 zijn, niet "drieduizend".\n');
});

test("a server that fails to start prints its reason, and nothing else", async () => {
  const run = launch({ REFUSE: "server" });
  expect(await run.code).toBe(1);
  expect(run.output()).toBe("server wil niet\n");
  expect(await logLines()).toContain("sandbox stops");
});

test.each(["server", "sandbox"])("when the %s dies, the rest is stopped", async (name) => {
  const run = launch();
  await waitUntilReady(run);
  process.kill(await pidOf(name), "SIGKILL");
  expect(await run.code).toBe(1);
  expect(run.output()).toContain(`De ${name} is onverwacht gestopt (SIGKILL).`);
  expect(await logLines()).toContain(name === "server" ? "sandbox stops" : "server stops");
});

test("a killed launcher leaves no process behind", async () => {
  const run = launch();
  await waitUntilReady(run);
  const pids = [await pidOf("server"), await pidOf("sandbox")];
  run.child.kill("SIGKILL");
  await waitUntil(() => !pids.some(isAlive));
});

/** A checkout without packages. */
async function makeEmptyCheckout(name: string): Promise<string> {
  const empty = join(checkout.root, name);
  for (const path of ["scripts", "package.json", "package-lock.json"]) {
    await cp(join(process.cwd(), path), join(empty, path), { recursive: true });
  }
  return empty;
}

/** A folder for PATH that has Node and no npm but the one that is given. */
async function makePath(name: string, npm?: string): Promise<string> {
  const folder = join(checkout.root, name);
  await mkdir(folder);
  await symlink(process.execPath, join(folder, "node"));
  if (npm) await writeFile(join(folder, "npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  return folder;
}

test.each([
  ["no npm", undefined, "npm ontbreekt. Installeer Node 20.19 of nieuwer met npm en probeer het opnieuw."],
  [
    "a full disk",
    "echo 'npm error code ENOSPC'; exit 1",
    "De schijf is vol: de pakketten hebben ongeveer 1 GB nodig. Maak ruimte vrij en probeer het opnieuw.",
  ],
])("an installation with %s is a one-line error", async (what, npm, message) => {
  const folder = what.replaceAll(" ", "-");
  const run = launch({ PATH: await makePath(`path-${folder}`, npm) }, await makeEmptyCheckout(folder));
  expect(await run.code).toBe(1);
  expect(run.output().trim().split("\n").at(-1)).toBe(message);
});

test("an installation without a network is a one-line error", async () => {
  const empty = await makeEmptyCheckout("empty");
  const unreachableRegistry = {
    npm_config_registry: "http://127.0.0.1:9",
    npm_config_cache: join(empty, "cache"),
    npm_config_fetch_retries: "0",
  };
  const run = launch(unreachableRegistry, empty);
  expect(await run.code).toBe(1);
  expect(run.output()).toContain("✗ Pakketten installeren");
  expect(run.output().trim().split("\n").at(-1)).toBe(
    "Installeren is niet gelukt: het pakketregister is niet bereikbaar (ECONNREFUSED). Controleer de verbinding en probeer het opnieuw.",
  );
});
