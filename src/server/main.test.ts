import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";

let dataDir: string;
let server: ChildProcess | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), "usa-main-"));
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  server?.kill("SIGKILL");
  const pid = await databasePid();
  if (pid) process.kill(pid, "SIGQUIT");
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
});

/** PostgreSQL removes the file when it has stopped. */
async function databasePid(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(file, 10) || undefined;
}

test("a signal while the database starts stops that database too", async () => {
  const { DATABASE_URL: _, NODE_ENV: __, ...env } = process.env;
  const started = spawn(process.execPath, ["src/server/main.ts"], {
    env: { ...env, DATA_DIR: dataDir, PROCESS: "worker", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  server = started;
  let output = "";
  for (const stream of [started.stdout, started.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(started, "exit");
  while ((await databasePid()) === undefined && started.exitCode === null) await sleep(10);
  started.kill("SIGTERM");
  await exited;
  expect(await databasePid()).toBeUndefined();
  expect(output).toBe("");
});
