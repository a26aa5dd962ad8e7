import { type ChildProcess, execFile, spawn } from "node:child_process";
import { open, readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { ClusterLocation } from "./cluster-location.ts";
import { sendSignal, spawnOptions } from "./os-user.ts";

const run = promisify(execFile);

/** An arbitrary number: every process that uses the embedded server holds this lock in shared mode. */
const USAGE_LOCK = 8_214_331;

const SERVER_ABSENT_CODES = new Set(["ENOENT", "ECONNREFUSED"]);
const ACCESS_DENIED_CODES = new Set(["EACCES", "28000"]);

type LockAttempt = { client: pg.Client } | { absent: boolean; error: Error };

/**
 * Opens a connection that holds the lock. The connection ends with its process, even a killed one. So the last process knows that
 * it is the last, and every process notices when the server stops.
 */
async function takeUsageLock(connectionString: string): Promise<LockAttempt> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: "usage_lock" });
  // Without a listener a broken connection would end the process; the `end` event is all we need.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [USAGE_LOCK]);
    return { client };
  } catch (cause) {
    await client.end().catch(() => undefined);
    const error = cause as Error & { code?: string };
    if (ACCESS_DENIED_CODES.has(error.code ?? "")) {
      throw new Error(`De database draait onder een andere gebruiker en weigert deze: ${error.message}`);
    }
    return { absent: SERVER_ABSENT_CODES.has(error.code ?? ""), error };
  }
}

/**
 * Returns true when no other process has the lock. Then none can get it either until the server has stopped. Also true when the
 * server cannot be reached.
 */
export async function releaseUsageLock(client: pg.Client): Promise<boolean> {
  try {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [USAGE_LOCK]);
    const result = await client.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [USAGE_LOCK]);
    return result.rows[0]?.last ?? false;
  } catch {
    return true;
  }
}

const SERVER_SETTINGS: Record<string, string> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "200",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "8MB",
  maintenance_work_mem: "128MB",
  random_page_cost: "1.1",
  // The queries are short: compiling them costs more than it saves.
  jit: "off",
  // Parallel workers share memory through /dev/shm, which containers limit to 64 MB.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // The first change of a page after a checkpoint writes the whole page: compressing it takes as long as the change itself, and
  // frequent checkpoints make it happen more often. max_wal_size limits what is replayed after a crash.
  wal_compression: "off",
  checkpoint_timeout: "15min",
  max_wal_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of an error repeat the values of the row, which are personal data.
  log_error_verbosity: "terse",
};

/** Faster, but a power cut may lose the data. */
const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_naptime: "10min",
};

function settingArguments(socketDir: string, throwaway: boolean): string[] {
  const settings = { ...SERVER_SETTINGS, unix_socket_directories: socketDir, ...(throwaway ? THROWAWAY_SETTINGS : {}) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const START_LIMIT_MS = 120_000;
const LOCK_FILE_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 20_000;

export function connectionStringOf({ socketDir }: ClusterLocation, database: string): string {
  return `postgresql://postgres@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}`;
}

/** Connects to the running server of this cluster, or starts one. */
export async function connectOrStart(location: ClusterLocation, throwaway: boolean): Promise<pg.Client> {
  const url = connectionStringOf(location, "postgres");
  const startedAt = Date.now();
  let launched: ServerLaunch | undefined;
  for (;;) {
    const attempt = await takeUsageLock(url);
    if ("client" in attempt) return attempt.client;
    if (Date.now() - startedAt > START_LIMIT_MS) {
      throw new Error(`De database werd niet op tijd bereikbaar: ${attempt.error.message}`);
    }
    if (launched?.ended()) {
      await throwUnlessRetryable(location, launched, Date.now() - startedAt);
      launched = undefined;
      await sleep(200);
    }
    if (attempt.absent) launched ??= await launchServer(location, throwaway);
    await sleep(20);
  }
}

type ServerLaunch = { ended: () => boolean; logStart: number };

async function launchServer(
  { osUser, binDir, clusterDir, socketDir, logFile }: ClusterLocation,
  throwaway: boolean,
): Promise<ServerLaunch> {
  await using log = await open(logFile, "a", 0o600);
  const logStart = (await log.stat()).size;
  // Detached: Ctrl+C in the terminal must not stop it before the application has finished.
  const child = spawn(join(binDir, "postgres"), ["-D", clusterDir, ...settingArguments(socketDir, throwaway)], {
    ...spawnOptions(osUser),
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
    env: { LC_ALL: "C" },
  });
  await waitForSpawn(child);
  child.unref();
  return { ended: () => child.exitCode !== null || child.signalCode !== null, logStart };
}

async function waitForSpawn(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new Error(`De database kon niet worden gestart: ${error.message}`)));
  });
}

/**
 * Throws why the server ended at once, unless another server has the lock file (postmaster.pid): that one either accepts
 * connections soon, or died so recently that its last processes are still there. Then the start is worth another attempt.
 */
async function throwUnlessRetryable(
  location: ClusterLocation,
  { logStart }: ServerLaunch,
  waited: number,
): Promise<void> {
  const text = (await readFile(location.logFile)).subarray(logStart).toString();
  const fatal = /FATAL: +(.*)/.exec(text)?.[1] ?? (text.trim().split("\n").at(-1) || "onbekende fout");
  const hasLockFile = /lock file|shared memory block/.test(fatal);
  if (!hasLockFile || waited > LOCK_FILE_LIMIT_MS) throw new Error(`De database kon niet worden gestart: ${fatal}`);
  await removeStaleLockFile(location);
}

// After a container restart the pid in the lock file may belong to any process. Every PostgreSQL process of this cluster has the
// cluster's folder as its working directory: without such a process the lock file is stale.
async function removeStaleLockFile({ clusterDir }: ClusterLocation): Promise<void> {
  if (process.platform !== "linux") return;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  if (!folders.includes(clusterDir)) await rm(join(clusterDir, "postmaster.pid"), { force: true });
}

/**
 * The working directory of PostgreSQL is the folder of its cluster, which Linux shows in /proc. Elsewhere `ps` (POSIX) shows the
 * command line, which names that folder.
 */
async function isServerOf({ clusterDir }: ClusterLocation, pid: number): Promise<boolean> {
  if (process.platform === "linux") return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === clusterDir;
  const { stdout } = await run("ps", ["-o", "args=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes(clusterDir);
}

/** Fast shutdown with a checkpoint, so that the next start has nothing to replay. */
export async function stopServer(location: ClusterLocation): Promise<void> {
  const pid = await readPid(location);
  // A killed server left its pid file: waiting for the file to disappear would be in vain, and the pid may be another program's.
  if (!pid || !(await isServerOf(location, pid))) return;
  if (!(await sendSignal(location.osUser, "INT", pid))) return;
  if (await waitForExit(location, pid)) return;
  // Immediate shutdown is safe for the data: the next start replays the WAL.
  await sendSignal(location.osUser, "QUIT", pid);
  await waitForExit(location, pid);
}

async function readPid({ clusterDir }: ClusterLocation): Promise<number | undefined> {
  const file = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(file, 10) || undefined;
}

// The pid file is removed last. The process itself may stay a zombie, because nobody waits for it.
async function waitForExit(location: ClusterLocation, pid: number): Promise<boolean> {
  for (const startedAt = Date.now(); Date.now() - startedAt < STOP_LIMIT_MS; await sleep(20)) {
    if ((await readPid(location)) !== pid) return true;
  }
  return false;
}
