import { execFile } from "node:child_process";
import { lchown, lstat, readdir, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The operating-system account that PostgreSQL runs under: another one than ours when we are root, because PostgreSQL refuses root. */
export type Account = { name: string; uid: number; gid: number; isOtherUser: boolean };

const FALLBACK_ACCOUNTS = ["postgres", "_postgres", "nobody"];

/** An existing cluster keeps its owner: data of an ordinary user stays theirs when root starts the server once. */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return currentAccount();
  const known = await readPasswd();
  const owner = await lstat(clusterDir).then(
    ({ uid }) => known.find((entry) => entry.uid === uid && uid !== 0),
    () => undefined,
  );
  const account =
    owner ??
    FALLBACK_ACCOUNTS.map((name) => known.find((entry) => entry.name === name)).find((entry) => entry !== undefined);
  if (account) return account;
  throw new Error(
    "PostgreSQL start niet als root en er is geen gebruiker postgres of nobody. Start als gewone gebruiker.",
  );
}

function currentAccount(): Account {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, isOtherUser: false };
  } catch {
    throw new Error(
      "De huidige gebruiker heeft geen naam op dit systeem (/etc/passwd); PostgreSQL kan zo niet starten.",
    );
  }
}

async function readPasswd(): Promise<Account[]> {
  const lines = (await readFile("/etc/passwd", "utf8")).split("\n");
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    if (!name || !uid || !gid) return [];
    // On macOS the uid of nobody is -2.
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0, isOtherUser: true }];
  });
}

/** Options for child processes, with a working directory that every account may enter. */
export function spawnOptions({ uid, gid, isOtherUser }: Account) {
  return { cwd: "/", ...(isOtherUser ? { uid, gid } : {}) };
}

/** Tries it as that account, because file modes alone do not show ACLs. */
export async function canAccess(account: Account, path: string): Promise<boolean> {
  if (!account.isOtherUser) return true;
  return run("/bin/sh", ["-c", 'test -r "$1" -o -d "$1" && test -x "$1"', "sh", path], spawnOptions(account)).then(
    () => true,
    () => false,
  );
}

/** Signals as that account, so that a wrong pid in a file never lets root end a process of somebody else. */
export async function sendSignal(account: Account, name: "INT" | "QUIT", pid: number): Promise<void> {
  await run("/bin/sh", ["-c", `kill -${name} "$1"`, "sh", String(pid)], spawnOptions(account)).catch(() => undefined);
}

export async function changeOwner(account: Account, path: string): Promise<void> {
  if (!account.isOtherUser) return;
  await lchown(path, account.uid, account.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await changeOwner(account, join(path, name));
}
