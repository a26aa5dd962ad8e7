import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type ClusterLocation, linkCluster } from "./cluster-location.ts";
import { changeOwner, spawnOptions } from "./os-user.ts";

const run = promisify(execFile);
const MAJOR_VERSION = "18";

/** Creates the cluster on first use, under a temporary name: an interrupted start leaves no incomplete cluster. */
export async function ensureCluster(location: ClusterLocation, throwaway: boolean): Promise<void> {
  const version = await readClusterVersion(location.clusterDir);
  if (version === undefined) await createCluster(location, throwaway);
  else if (version !== MAJOR_VERSION) {
    throw new Error(
      `De database in ${location.clusterDir} is gemaakt door PostgreSQL ${version}; deze versie leest PostgreSQL ${MAJOR_VERSION}.`,
    );
  }
  await linkCluster(location);
  await writeAuthenticationConfig(location);
  await restoreOwner(location);
}

async function readClusterVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(join(clusterDir, "PG_VERSION"), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      throw new Error(`De database in ${clusterDir} is niet leesbaar voor deze gebruiker.`);
    }
  }
  const content = await readdir(clusterDir).catch(() => []);
  if (content.length > 0) throw new Error(`${clusterDir} bevat geen database, maar is ook niet leeg.`);
  return undefined;
}

async function createCluster(location: ClusterLocation, throwaway: boolean): Promise<void> {
  const parentDir = dirname(location.clusterDir);
  await removeUnfinishedClusters(parentDir);
  const unfinished = await mkdtemp(join(parentDir, `${basename(location.clusterDir)}.new-${process.pid}-`));
  try {
    await chmod(unfinished, 0o700);
    await changeOwner(location.osUser, unfinished);
    await runInitdb(location, unfinished, throwaway);
    await moveIntoPlace(unfinished, location.clusterDir);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function runInitdb({ osUser, binDir }: ClusterLocation, dir: string, throwaway: boolean): Promise<void> {
  const options = [
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=icu",
    "--icu-locale=nl-NL",
    "--auth=reject",
    ...(throwaway ? ["--no-sync"] : []),
  ];
  await run(join(binDir, "initdb"), ["-D", dir, ...options], { ...spawnOptions(osUser), env: { LC_ALL: "C" } }).catch(
    (error: Error & { stderr?: string }) => {
      const lines = error.stderr?.trim().split("\n") ?? [];
      // The last line of initdb says that it cleans up; its reason is before that.
      const reason = lines.find((line) => /error|fatal/i.test(line)) || lines.at(-1) || error.message;
      throw new Error(`De database kon niet worden aangemaakt: ${reason}`);
    },
  );
}

async function moveIntoPlace(unfinished: string, clusterDir: string): Promise<void> {
  try {
    await rename(unfinished, clusterDir);
  } catch (error) {
    // Another process was first; its cluster is complete, because it was renamed too.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
  await using parent = await open(dirname(clusterDir));
  await parent.sync();
}

async function removeUnfinishedClusters(parentDir: string): Promise<void> {
  for (const name of await readdir(parentDir)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (!pid || isAlive(Number(pid))) continue;
    // The initdb of the dead process may still be writing; files that remain do no harm.
    await rm(join(parentDir, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Peer authentication: the kernel tells PostgreSQL which user is at the other end of the socket. Our user, root and the
 * owner of the cluster may connect as any role, and no other user of the machine can connect. The owner is always listed: the
 * product runs as that user, also when root has started the server for a command. No password has to be stored.
 */
async function writeAuthenticationConfig({ osUser, clusterDir }: ClusterLocation): Promise<void> {
  const users = new Set(["root", userInfo().username, osUser.name]);
  await replaceFile(join(clusterDir, "pg_hba.conf"), "local all all peer map=application\n");
  await replaceFile(
    join(clusterDir, "pg_ident.conf"),
    [...users].map((user) => `application "${user}" all\n`).join(""),
  );
  for (const name of ["pg_hba.conf", "pg_ident.conf"]) await changeOwner(osUser, join(clusterDir, name));
}

/** A cluster that root restored from a backup belongs to root. */
async function restoreOwner({ osUser, clusterDir }: ClusterLocation): Promise<void> {
  const { uid } = await stat(clusterDir);
  if (uid !== osUser.uid) await changeOwner(osUser, clusterDir);
}

// The folder may belong to another user, who may have put a symbolic link at this path. Creating with O_EXCL (`wx`) does not
// follow it.
async function replaceFile(path: string, text: string): Promise<void> {
  if ((await readFile(path, "utf8").catch(() => undefined)) === text) return;
  await rm(path, { force: true });
  await writeFile(path, text, { flag: "wx", mode: 0o600 });
}
