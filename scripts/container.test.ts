import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreePort } from "#e2e/product/product.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");

// A folder with the files that the Containerfile copies stands for the image: no container engine is needed.
let imageDir: string;
let containerfile: string;
let database: TestDatabase;
let port: number;
let server: ChildProcess;
let output = "";
/** For what exists already when the preparation fails. */
const cleanUps: (() => unknown)[] = [];

/** Links only the packages that the Containerfile keeps: an import of any other fails, as it would in the container. */
const linkPackages = async (): Promise<void> => {
  const removed = (/^RUN rm -rf (.+)$/m.exec(containerfile)?.[1] ?? "").split(" ");
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const included = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      !dev &&
      !devOptional &&
      !removed.some((folder) => path === folder || path.startsWith(`${folder}/`)),
  );
  for (const [path] of included) {
    await mkdir(dirname(join(imageDir, path)), { recursive: true });
    await symlink(join(ROOT, path), join(imageDir, path));
  }
};

const environment = (): Record<string, string> => ({
  ...Object.fromEntries(
    (/^ENV (.+)$/m.exec(containerfile)?.[1] ?? "").split(" ").map((pair) => pair.split(/=(.*)/) as [string, string]),
  ),
  PORT: String(port),
  DATA_DIR: join(imageDir, "data"),
  DATABASE_URL: database.url,
  PUBLIC_URL: "https://app.example.nl",
  APP_SECRET: "een geheim dat lang genoeg is voor productie",
});

beforeAll(async () => {
  if (!existsSync(join(ROOT, "dist/web"))) throw new Error("The web is not built: run npm run build first.");
  imageDir = await mkdtemp(join(tmpdir(), "usa-image-"));
  cleanUps.push(() => rm(imageDir, { recursive: true, force: true }));
  containerfile = await readFile(join(ROOT, "Containerfile"), "utf8");
  for (const [, from = "", to = ""] of containerfile.matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm)) {
    if (from === "node_modules") await linkPackages();
    else await cp(join(ROOT, from), join(imageDir, to), { recursive: true });
  }
  port = await findFreePort();
  database = await createEmptyDatabase();
  cleanUps.push(() => database.drop());
  const [program = "", ...args] = JSON.parse(/^CMD (\[.+\])$/m.exec(containerfile)?.[1] ?? "[]") as string[];
  expect(program).toBe("node");
  server = spawn(process.execPath, args, {
    cwd: imageDir,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(),
  });
  cleanUps.push(() => server.kill("SIGKILL"));
  for (const stream of [server.stdout, server.stderr]) stream?.on("data", (chunk) => (output += String(chunk)));
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

test("the files of the image are enough to serve in production", async () => {
  const readyStatusOrOutput = () =>
    get("/readyz").then(
      ({ status }) => status,
      () => output || "not ready",
    );
  await expect.poll(readyStatusOrOutput, { timeout: 60_000 }).toBe(200);
  expect(await (await get("/login")).text()).toContain("<div id=");
  expect((await get("/api/auth/user")).status).toBe(401);
});

test("without an external database the error names DATABASE_URL", async () => {
  const { DATABASE_URL: _, ...settings } = environment();
  await expect(
    run(process.execPath, ["src/server/main.ts"], {
      cwd: imageDir,
      env: { ...settings, DATA_DIR: join(imageDir, "other") },
    }),
  ).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/De ingebouwde database ontbreekt.*Geef met DATABASE_URL een PostgreSQL op/),
  });
});

test("the health check of the image works, and SIGTERM ends the process", async () => {
  const [program, ...args] = JSON.parse(/^HEALTHCHECK .*? CMD (\[.+\])$/m.exec(containerfile)?.[1] ?? "[]") as string[];
  expect(program).toBe("node");
  const check = (env: Record<string, string>) => run(process.execPath, args, { env });
  await check({ PROCESS: "web", PORT: String(port) });
  await check({ PROCESS: "worker" });
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  // A proxy sees that the process stops, and requests that still arrive are served.
  await expect.poll(async () => (await get("/readyz")).status, { interval: 100 }).toBe(503);
  expect((await get("/login")).status).toBe(200);
  expect(await ended).toEqual([0, null]);
  await expect(check({ PROCESS: "web", PORT: String(port) })).rejects.toMatchObject({ code: 1 });
});

test("the Containerfile sets a non-root user and contains no secrets", () => {
  expect(containerfile).toMatch(/^USER node$/m);
  expect(containerfile).not.toMatch(/APP_SECRET|DATABASE_URL/);
});
