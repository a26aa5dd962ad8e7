import { type ChildProcess, spawn } from "node:child_process";
import { open, readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { sendSignal, spawnOptions } from "./account.ts";
import type { ClusterLocation } from "./cluster-location.ts";

/** Any fixed number: everyone who uses the embedded server holds this lock, shared. */
const LEASE_LOCK = 8_214_331;

const SERVER_ABSENT_CODES = new Set(["ENOENT", "ECONNREFUSED"]);
const ACCESS_DENIED_CODES = new Set(["EACCES", "28000"]);

type LeaseAttempt = { client: pg.Client } | { absent: boolean; error: Error };

/**
 * A connection that says "I use this server". It ends with its process, however that ends, so the last user can
 * tell that it is the last, and each can tell that the server went away.
 */
async function takeLease(connectionString: string): Promise<LeaseAttempt> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, application_name: "lease" });
  // Without a listener a connection that breaks would end the process; `end` tells us all we need.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("SELECT pg_advisory_lock_shared($1)", [LEASE_LOCK]);
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

/** Gives the lease up. True when nobody else holds one: then nobody gets one either, until the server has stopped. */
export async function releaseLease(client: pg.Client): Promise<boolean> {
  try {
    await client.query("SELECT pg_advisory_unlock_shared($1)", [LEASE_LOCK]);
    const answer = await client.query<{ last: boolean }>("SELECT pg_try_advisory_lock($1) AS last", [LEASE_LOCK]);
    return answer.rows[0]?.last ?? false;
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
  // Plans here are short: compiling them costs more than it saves.
  jit: "off",
  // Parallel workers share memory through /dev/shm, which containers keep at 64 MB.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // The first change of a page after a checkpoint writes all of it: to compress that costs as much time as the change, and to
  // do it often costs more. The size bounds what has to be replayed after a crash.
  wal_compression: "off",
  checkpoint_timeout: "15min",
  max_wal_size: "1GB",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of an error repeat the values of the row, which are personal data.
  log_error_verbosity: "terse",
};

/** For databases that are thrown away: a power cut may lose them. */
const THROWAWAY_SETTINGS: Record<string, string> = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum_naptime: "10min",
};

function settingArguments(socketDir: string, fast: boolean): string[] {
  const settings = { ...SERVER_SETTINGS, unix_socket_directories: socketDir, ...(fast ? THROWAWAY_SETTINGS : {}) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const START_LIMIT_MS = 120_000;
const LOCKED_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 20_000;

export function connectionStringOf({ socketDir }: ClusterLocation, database: string): string {
  return `postgresql://postgres@localhost/${encodeURIComponent(database)}?host=${encodeURIComponent(socketDir)}`;
}

/** Connects to the server of this cluster: the one that runs already, or else one that we start. */
export async function connectOrStart(home: ClusterLocation, fast: boolean): Promise<pg.Client> {
  const url = connectionStringOf(home, "postgres");
  const begun = Date.now();
  let launched: ServerLaunch | undefined;
  for (;;) {
    const attempt = await takeLease(url);
    if ("client" in attempt) return attempt.client;
    if (Date.now() - begun > START_LIMIT_MS) {
      throw new Error(`De database werd niet op tijd bereikbaar: ${attempt.error.message}`);
    }
    if (launched?.ended()) {
      await explainExit(home, launched, Date.now() - begun);
      launched = undefined;
      await sleep(200);
    }
    if (attempt.absent) launched ??= await launchServer(home, fast);
    await sleep(20);
  }
}

type ServerLaunch = { ended: () => boolean; logStart: number };

async function launchServer(
  { account, binDir, clusterDir, socketDir, logFile }: ClusterLocation,
  fast: boolean,
): Promise<ServerLaunch> {
  await using log = await open(logFile, "a", 0o600);
  const logStart = (await log.stat()).size;
  // Its own session: Ctrl+C in the terminal must not end it before the application has finished.
  const child = spawn(join(binDir, "postgres"), ["-D", clusterDir, ...settingArguments(socketDir, fast)], {
    ...spawnOptions(account),
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
 * A server that ended at once is worth another try when it met the lock of another: that one answers in a moment, or
 * died so recently that its last processes are still leaving.
 */
async function explainExit(home: ClusterLocation, { logStart }: ServerLaunch, waited: number): Promise<void> {
  const text = (await readFile(home.logFile)).subarray(logStart).toString();
  const fatal = /FATAL: +(.*)/.exec(text)?.[1] ?? (text.trim().split("\n").at(-1) || "onbekende fout");
  const locked = /lock file|shared memory block/.test(fatal);
  if (!locked || waited > LOCKED_LIMIT_MS) throw new Error(`De database kon niet worden gestart: ${fatal}`);
  await removeStaleLock(home);
}

// After a restart of a container the pid in the lock may be that of anything; every PostgreSQL process of this
// cluster works inside its folder, so when none does, the lock is nobody's.
async function removeStaleLock({ clusterDir }: ClusterLocation): Promise<void> {
  if (process.platform !== "linux") return;
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  if (!folders.includes(clusterDir)) await rm(join(clusterDir, "postmaster.pid"), { force: true });
}

/** Ends every session and writes a checkpoint, so that the next start has nothing to replay. */
export async function stopServer(home: ClusterLocation): Promise<void> {
  const pid = await readPid(home);
  if (!pid) return;
  await sendSignal(home.account, "INT", pid);
  if (await waitForExit(home, pid)) return;
  // Safe for the data: the next start replays the log.
  await sendSignal(home.account, "QUIT", pid);
  await waitForExit(home, pid);
}

async function readPid({ clusterDir }: ClusterLocation): Promise<number | undefined> {
  const file = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  return Number.parseInt(file, 10) || undefined;
}

// The file is removed as the very last thing, also when the process stays a zombie because nobody waits for it.
async function waitForExit(home: ClusterLocation, pid: number): Promise<boolean> {
  for (const begun = Date.now(); Date.now() - begun < STOP_LIMIT_MS; await sleep(20)) {
    if ((await readPid(home)) !== pid) return true;
  }
  return false;
}
