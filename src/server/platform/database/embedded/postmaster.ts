import { type ChildProcess, spawn } from "node:child_process";
import { open, readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { runningAs, signal } from "./account.ts";
import type { Home } from "./home.ts";
import { takeLease } from "./lease.ts";
import { settingArguments } from "./settings.ts";

const START_LIMIT_MS = 120_000;
const LOCKED_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 20_000;

export function connectionStringOf({ socketDir }: Home, database: string): string {
  return `postgresql://postgres@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}`;
}

/** Connects to the server of this cluster: the one that runs already, or else one that we start. */
export async function reachServer(home: Home, fast: boolean): Promise<pg.Client> {
  const url = connectionStringOf(home, "postgres");
  const begun = Date.now();
  let launched: Launch | undefined;
  for (;;) {
    const attempt = await takeLease(url);
    if ("client" in attempt) return attempt.client;
    if (Date.now() - begun > START_LIMIT_MS) {
      throw new Error(`De database werd niet op tijd bereikbaar: ${attempt.error.message}`);
    }
    if (launched?.ended()) {
      await explainEnd(home, launched, Date.now() - begun);
      launched = undefined;
      await sleep(200);
    }
    if (attempt.absent) launched ??= await launch(home, fast);
    await sleep(20);
  }
}

type Launch = { ended: () => boolean; logStart: number };

async function launch({ account, binDir, clusterDir, socketDir, logFile }: Home, fast: boolean): Promise<Launch> {
  await using log = await open(logFile, "a", 0o600);
  const logStart = (await log.stat()).size;
  // Its own session: Ctrl+C in the terminal must not end it before the application has finished.
  const child = spawn(join(binDir, "postgres"), ["-D", clusterDir, ...settingArguments(socketDir, fast)], {
    ...runningAs(account),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: { LC_ALL: "C" },
  });
  await spawned(child);
  child.unref();
  return { ended: () => child.exitCode !== null || child.signalCode !== null, logStart };
}

async function spawned(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`De database kon niet worden gestart: ${error.message}`)));
  });
}

/**
 * A server that ended at once is worth another try when it met the lock of another: that one answers in a moment, or
 * died so recently that its last processes are still leaving.
 */
async function explainEnd(home: Home, { logStart }: Launch, waited: number): Promise<void> {
  const text = (await readFile(home.logFile)).subarray(logStart).toString();
  const fatal = /FATAL: +(.*)/.exec(text)?.[1] ?? (text.trim().split("\n").at(-1) || "onbekende fout");
  const locked = /lock file|shared memory block/.test(fatal);
  if (!locked || waited > LOCKED_LIMIT_MS) throw new Error(`De database kon niet worden gestart: ${fatal}`);
  await removeForeignLock(home);
}

// After a restart of a container the pid in the lock may be that of anything; every PostgreSQL process of this
// cluster works inside its folder, so when none does, the lock is nobody's.
async function removeForeignLock({ clusterDir }: Home): Promise<void> {
  if (process.platform !== "linux") return;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  if (!folders.includes(clusterDir)) await rm(join(clusterDir, "postmaster.pid"), { force: true });
}

/** Ends every session and writes a checkpoint, so that the next start has nothing to replay. */
export async function stopServer(home: Home): Promise<void> {
  const pid = await readPid(home);
  if (!pid) return;
  await signal(home.account, "INT", pid);
  if (await untilGone(home, pid)) return;
  // Safe for the data: the next start replays the log.
  await signal(home.account, "QUIT", pid);
  await untilGone(home, pid);
}

async function readPid({ clusterDir }: Home): Promise<number | undefined> {
  const file = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(file, 10) || undefined;
}

// The file is removed as the very last thing, also when the process stays a zombie because nobody waits for it.
async function untilGone(home: Home, pid: number): Promise<boolean> {
  for (const begun = Date.now(); Date.now() - begun < STOP_LIMIT_MS; await sleep(20)) {
    if ((await readPid(home)) !== pid) return true;
  }
  return false;
}
