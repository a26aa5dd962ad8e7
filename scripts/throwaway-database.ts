import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";

const PREFIX = "usa-test-";

/** A PostgreSQL server for one test run. First removes the servers that killed runs left behind. */
export async function startThrowawayDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  await removeLeftovers();
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), `${PREFIX}${process.pid}-`));
  const remove = () => removeData(dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
    return { url: server.connectionString(), stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = join(tmpdir(), name);
    // Every user can write to the temporary folder: only folders of this user are removed, and no links are followed.
    const info = await lstat(dataDir).catch(() => undefined);
    if (!info?.isDirectory() || info.uid !== process.getuid?.()) continue;
    await stopLeftover(dataDir);
    await removeData(dataDir).catch(() => undefined);
  }
}

/** The data is elsewhere, behind a link, when PostgreSQL's user cannot enter the temporary folder. */
export async function removeData(dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => join(dataDir, "postgres"));
  await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

// Connecting to the server and stopping it cannot hit another process, as killing by process id could.
async function stopLeftover(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "postgres", "postmaster.pid"))) return;
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true }).catch(() => undefined);
  await server?.stop();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
