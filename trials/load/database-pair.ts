import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, cp, mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findFreePort } from "#e2e/product/product.ts";
import { ensureCluster } from "#platform/database/embedded/cluster.ts";
import { type ClusterLocation, prepareClusterLocation } from "#platform/database/embedded/cluster-location.ts";
import { changeOwner, spawnOptions } from "#platform/database/embedded/os-user.ts";

const STANDBY = "standby";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  wal_level: "replica",
  // The standby streams from the start of its base backup: the primary keeps what was written since.
  wal_keep_size: "512MB",
  max_connections: "200",
  timezone: "UTC",
};

const startDeadline = 60_000;

const connectTo = async (port: number): Promise<pg.Client> => {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  client.on("error", () => undefined);
  await client.connect();
  return client;
};

const query = async <Row extends object>(port: number, text: string): Promise<Row[]> => {
  const client = await connectTo(port);
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

const waitUntil = async (what: string, isReached: () => Promise<boolean>): Promise<void> => {
  for (const end = Date.now() + startDeadline; Date.now() < end; await sleep(50)) {
    if (await isReached().catch(() => false)) return;
  }
  throw new Error(`not reached in time: ${what}`);
};

/** One PostgreSQL server on a port of its own. */
class PostgresServer {
  readonly location: ClusterLocation;
  readonly port: number;
  private child: ChildProcess | undefined;

  constructor(location: ClusterLocation, port: number) {
    this.location = location;
    this.port = port;
  }

  static async at(dataDir: string): Promise<PostgresServer> {
    return new PostgresServer(await prepareClusterLocation(dataDir, () => undefined), await findFreePort());
  }

  async start(): Promise<void> {
    const { binDir, clusterDir, socketDir, logFile, osUser } = this.location;
    const settings = { ...SETTINGS, port: String(this.port), unix_socket_directories: socketDir };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    await using log = await open(logFile, "a", 0o600);
    this.child = spawn(join(binDir, "postgres"), ["-D", clusterDir, ...options], {
      ...spawnOptions(osUser),
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
      env: { LC_ALL: "C" },
    });
    await waitUntil("PostgreSQL accepts connections", async () => (await query(this.port, "select")).length === 1);
  }

  /** SIGKILL to the server and all its processes, as when the machine loses power. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
  }
}

/** A copy of the running primary that follows it. The package of PostgreSQL's binaries has no pg_basebackup. */
const copyAsStandby = async (primary: PostgresServer, standby: PostgresServer): Promise<void> => {
  const target = standby.location.clusterDir;
  const client = await connectTo(primary.port);
  try {
    await client.query("select pg_backup_start('standby', true)");
    // PostgreSQL creates these itself, or they belong to the running server.
    const leftOut = new Set(["postmaster.pid", "postmaster.opts"]);
    const isCopied = (path: string) => !leftOut.has(basename(path)) && !/\/pg_wal\/[0-9A-F]{24}$/.test(path);
    await cp(primary.location.clusterDir, target, { recursive: true, filter: isCopied });
    const stopped = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    await writeFile(join(target, "backup_label"), stopped.rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  await writeFile(join(target, "standby.signal"), "");
  const connection = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`;
  await appendFile(join(target, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
  await chmod(target, 0o700);
  await changeOwner(standby.location.osUser, target);
};

/** One address that leads to the primary, as a virtual IP address or a proxy does. */
class PrimaryAddress {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  readonly port: number;
  target: number;

  private constructor(server: Server, port: number, target: number) {
    this.server = server;
    this.port = port;
    this.target = target;
  }

  static async open(target: number): Promise<PrimaryAddress> {
    const server = createServer();
    const port = await findFreePort();
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    const address = new PrimaryAddress(server, port, target);
    server.on("connection", (client) => address.forward(client));
    return address;
  }

  private forward(client: Socket): void {
    const upstream = connect(this.target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.on("error", () => to.destroy()).on("close", () => this.sockets.delete(from));
      from.setNoDelay().pipe(to);
      from.on("close", () => to.destroy());
    }
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

/** A primary and a synchronous standby behind one address: a commit is acknowledged once both have it on disk. */
export class DatabasePair {
  private readonly folder: string;
  private readonly primary: PostgresServer;
  private readonly standby: PostgresServer;
  private readonly address: PrimaryAddress;

  private constructor(folder: string, primary: PostgresServer, standby: PostgresServer, address: PrimaryAddress) {
    this.folder = folder;
    this.primary = primary;
    this.standby = standby;
    this.address = address;
  }

  static async open(): Promise<DatabasePair> {
    const folder = await mkdtemp(join(tmpdir(), "usa-pair-"));
    await chmod(folder, 0o755);
    for (const name of ["a", "b"]) await mkdir(join(folder, name));
    const primary = await PostgresServer.at(join(folder, "a"));
    await ensureCluster(primary.location, false);
    const access = ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust", ""].join("\n");
    await appendFile(join(primary.location.clusterDir, "pg_hba.conf"), access);
    await primary.start();
    const standby = await PostgresServer.at(join(folder, "b"));
    await copyAsStandby(primary, standby);
    await standby.start();
    await query(primary.port, `alter system set synchronous_standby_names = '${STANDBY}'`);
    await query(primary.port, "select pg_reload_conf()");
    const state = "select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'";
    await waitUntil("the standby is synchronous", async () => (await query(primary.port, state)).length === 1);
    return new DatabasePair(folder, primary, standby, await PrimaryAddress.open(primary.port));
  }

  get url(): string {
    return `postgresql://postgres@127.0.0.1:${this.address.port}/postgres`;
  }

  /** The primary dies; the standby takes over its place and its address. */
  async failOver(): Promise<void> {
    await this.primary.kill();
    await query(this.standby.port, "select pg_promote()");
    this.address.target = this.standby.port;
  }

  async close(): Promise<void> {
    this.address.close();
    await Promise.all([this.primary.kill(), this.standby.kill()]);
    await rm(this.folder, { recursive: true, force: true });
  }
}
