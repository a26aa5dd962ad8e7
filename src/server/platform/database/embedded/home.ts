import { createHash } from "node:crypto";
import { access, chmod, chown, constants, lstat, mkdir, realpath, rename, stat, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Account, chooseAccount, giveTo, mayEnter } from "./account.ts";
import { findBinaries } from "./binaries.ts";

/** Every place the embedded database uses, checked and ready. */
export type Home = {
  account: Account;
  /** Where the application keeps its data, as the operator sees it. */
  dataDir: string;
  clusterDir: string;
  binDir: string;
  socketDir: string;
  logFile: string;
};

// The kernel's limit for a socket path is 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 103;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

export async function prepareHome(givenDir: string, log: (line: string) => void): Promise<Home> {
  const dataDir = await prepareDataDir(resolve(givenDir));
  const account = await chooseAccount(await realpath(join(dataDir, "postgres")).catch(() => join(dataDir, "postgres")));
  const base = await findBase(dataDir, account, log);
  const logFile = join(dataDir, "postgres.log");
  await rotate(logFile);
  return {
    account,
    dataDir,
    clusterDir: join(base, "postgres"),
    binDir: await findBinaries(account, base),
    socketDir: await prepareSocketDir(base, account),
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

/** The folder that holds the cluster: the data folder, or a place outside it when the account cannot get there. */
async function findBase(dataDir: string, account: Account, log: (line: string) => void): Promise<string> {
  const cluster = join(dataDir, "postgres");
  const found = await lstat(cluster).catch(() => undefined);
  if (found?.isSymbolicLink()) return dirname(await followLink(cluster));
  if (await openDataDir(dataDir, account)) return dataDir;
  if (found) {
    throw new Error(
      `Gebruiker ${account.name} kan niet bij de database in ${cluster}: een bovenliggende map is afgesloten.`,
    );
  }
  const base = join("/var/lib/ultimate-sales-agent", hash(dataDir));
  await mkdir(base, { recursive: true, mode: 0o755 });
  log(`Gebruiker ${account.name} kan niet in ${dataDir}; de database staat daarom in ${base}.`);
  return base;
}

async function followLink(cluster: string): Promise<string> {
  return realpath(cluster).catch(() => {
    throw new Error(
      `${cluster} verwijst naar een database die er niet meer is. Zet haar terug, of verwijder de verwijzing.`,
    );
  });
}

/** When only the data folder itself is shut, its group (unused so far) becomes the account's, with passage and no more. */
async function openDataDir(dataDir: string, account: Account): Promise<boolean> {
  if (await mayEnter(account, dataDir)) return true;
  const { uid, mode } = await stat(dataDir);
  if ((mode & 0o070) !== 0 || !(await mayEnter(account, dirname(dataDir)))) return false;
  await chown(dataDir, uid, account.gid);
  await chmod(dataDir, (mode & 0o7777) | 0o010);
  return mayEnter(account, dataDir);
}

/** Leaves a link in the data folder when the cluster is elsewhere, so that it is found again, or missed when it is gone. */
export async function linkCluster({ dataDir, clusterDir }: Home): Promise<void> {
  const link = join(dataDir, "postgres");
  if (link === clusterDir) return;
  await symlink(clusterDir, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function prepareSocketDir(base: string, account: Account): Promise<string> {
  const near = join(base, "postgres-socket");
  const fits = Buffer.byteLength(`${near}/.s.PGSQL.5432`) <= LONGEST_SOCKET_PATH;
  const dir = fits ? near : join("/tmp", `usa-${hash(base)}`);
  await mkdir(dir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const info = await lstat(dir);
  const ours = info.isDirectory() && (info.uid === account.uid || info.uid === process.getuid?.());
  if (!ours) throw new Error(`De map ${dir} is van een andere gebruiker; verwijder haar en start opnieuw.`);
  await chmod(dir, 0o700);
  if (info.uid !== account.uid) await giveTo(account, dir);
  return dir;
}

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
