import { existsSync } from "node:fs";
import { lstat, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";

const PREFIX = "usa-test-";

/** A PostgreSQL server for one run of the tests. Whatever a killed run left behind goes first. */
export async function startThrowawayDatabase(): Promise<{ url: string; stop: () => Promise<void> }> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), `${PREFIX}${process.pid}-`));
  const remove = () => removeData(dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir, fast: true });
    return { url: server.connectionString(), stop: () => server.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    const dataDir = join(tmpdir(), name);
    // The temporary folder is everybody's: what another put there under such a name is not ours to follow.
    const info = await lstat(dataDir).catch(() => undefined);
    if (!info?.isDirectory() || info.uid !== process.getuid?.()) continue;
    await stopAbandoned(dataDir);
    await removeData(dataDir).catch(() => undefined);
  }
}

/** The cluster is elsewhere, behind a link, when the temporary folder is closed to the account that runs it. */
export async function removeData(dataDir: string): Promise<void> {
  const cluster = await realpath(join(dataDir, "postgres")).catch(() => join(dataDir, "postgres"));
  await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

// Taking the server over is the one way to end it that cannot hit another process.
async function stopAbandoned(dataDir: string): Promise<void> {
  if (!existsSync(join(dataDir, "postgres", "postmaster.pid"))) return;
  const server = await startEmbeddedPostgres({ dataDir, fast: true }).catch(() => undefined);
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
