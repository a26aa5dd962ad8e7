import { execFile } from "node:child_process";
import { lchown, lstat, readdir, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The operating-system user that PostgreSQL runs as: another one than ours when we are root, because PostgreSQL refuses root. */
export type OsUser = { name: string; uid: number; gid: number; isOtherUser: boolean };

const FALLBACK_USERS = ["postgres", "_postgres", "nobody"];

/** An existing cluster keeps its owner: when root starts the server once, the files of an ordinary user stay theirs. */
export async function chooseOsUser(clusterDir: string): Promise<OsUser> {
  if (process.getuid?.() !== 0) return currentOsUser();
  const known = await readPasswd();
  const owner = await lstat(clusterDir).then(
    ({ uid }) => known.find((entry) => entry.uid === uid && uid !== 0),
    () => undefined,
  );
  const osUser =
    owner ??
    FALLBACK_USERS.map((name) => known.find((entry) => entry.name === name)).find((entry) => entry !== undefined);
  if (osUser) return osUser;
  throw new Error(
    "PostgreSQL start niet als root en er is geen gebruiker postgres of nobody. Start als gewone gebruiker.",
  );
}

function currentOsUser(): OsUser {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, isOtherUser: false };
  } catch {
    throw new Error(
      "De huidige gebruiker heeft geen naam op dit systeem (/etc/passwd); PostgreSQL kan zo niet starten.",
    );
  }
}

async function readPasswd(): Promise<OsUser[]> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    if (!name || !uid || !gid) return [];
    // On macOS the uid of nobody is -2.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, isOtherUser: true }];
  });
}

/** Options for child processes, with a working directory that every user may enter. */
export function spawnOptions({ uid, gid, isOtherUser }: OsUser) {
  return { cwd: "/", ...(isOtherUser ? { uid, gid } : {}) };
}

/** Tries it as that user, because file modes alone do not show ACLs. */
export async function canAccess(osUser: OsUser, path: string): Promise<boolean> {
  if (!osUser.isOtherUser) return true;
  return run("/bin/sh", ["-c", 'test -r "$1" -o -d "$1" && test -x "$1"', "sh", path], spawnOptions(osUser)).then(
    () => true,
    () => false,
  );
}

/**
 * Runs `kill` as this user: with a stale pid from a file, root could end a process of somebody else. Returns false when this
 * user has no process with that pid.
 */
export function sendSignal(osUser: OsUser, name: "INT" | "QUIT", pid: number): Promise<boolean> {
  return run("/bin/sh", ["-c", `kill -${name} "$1"`, "sh", String(pid)], spawnOptions(osUser)).then(
    () => true,
    () => false,
  );
}

export async function changeOwner(osUser: OsUser, path: string): Promise<void> {
  if (!osUser.isOtherUser) return;
  await lchown(path, osUser.uid, osUser.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await changeOwner(osUser, join(path, name));
}
