import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "#testing/test-database.ts";
import { findFreePort } from "../e2e/product/free-port.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");

let image: string;
let recipe: string;
let database: TestDatabase;
let port: number;
let server: ChildProcess;
let said = "";

/** Only what `npm prune --omit=dev` leaves: an import of anything else fails, as it would in the container. */
const linkPackages = async (): Promise<void> => {
  const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const kept = Object.entries(lock.packages).filter(
    ([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional,
  );
  for (const [path] of kept) {
    await mkdir(dirname(join(image, path)), { recursive: true });
    await symlink(join(ROOT, path), join(image, path));
  }
};

const settingsOf = (): Record<string, string> =>
  Object.fromEntries(
    (/^ENV (.+)$/m.exec(recipe)?.[1] ?? "").split(" ").map((pair) => pair.split(/=(.*)/) as [string, string]),
  );

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), "usa-image-"));
  recipe = await readFile(join(ROOT, "Containerfile"), "utf8");
  for (const [, from = "", to = ""] of recipe.matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm)) {
    if (from === "node_modules") await linkPackages();
    else await cp(join(ROOT, from), join(image, to), { recursive: true });
  }
  [database, port] = await Promise.all([createEmptyDatabase(), findFreePort()]);
  const [program = "", ...words] = JSON.parse(/^CMD (\[.+\])$/m.exec(recipe)?.[1] ?? "[]") as string[];
  expect(program).toBe("node");
  server = spawn(process.execPath, words, {
    cwd: image,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...settingsOf(),
      PORT: String(port),
      DATA_DIR: join(image, "data"),
      DATABASE_URL: database.url,
      PUBLIC_URL: "https://app.example.nl",
      APP_SECRET: "een geheim dat lang genoeg is voor productie",
    },
  });
  for (const channel of [server.stdout, server.stderr]) channel?.on("data", (chunk) => (said += String(chunk)));
});
afterAll(async () => {
  if (server.exitCode === null) server.kill("SIGKILL");
  await database.drop();
  await rm(image, { recursive: true, force: true });
});

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

test("what the image holds is enough to serve in production", async () => {
  const ready = () =>
    get("/readyz").then(
      ({ status }) => status,
      () => said || "not there yet",
    );
  await expect.poll(ready, { timeout: 60_000 }).toBe(200);
  expect(await (await get("/login")).text()).toContain("<div id=");
  expect((await get("/api/auth/user")).status).toBe(401);
});

test("the image says how it is by the command it names, and leaves when it is asked", async () => {
  const [program, ...words] = JSON.parse(/^HEALTHCHECK .*? CMD (\[.+\])$/m.exec(recipe)?.[1] ?? "[]") as string[];
  expect(program).toBe("node");
  const check = (env: Record<string, string>) => run(process.execPath, words, { env });
  await check({ PROCESS: "web", PORT: String(port) });
  await check({ PROCESS: "worker" });
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  await expect(check({ PROCESS: "web", PORT: String(port) })).rejects.toMatchObject({ code: 1 });
});

test("nobody in it is root, and nothing of the installation's own is copied in", () => {
  expect(recipe).toMatch(/^USER node$/m);
  expect(recipe).not.toMatch(/APP_SECRET|DATABASE_URL/);
});
