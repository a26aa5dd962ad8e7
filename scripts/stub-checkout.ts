import { chmod, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Checkout = {
  root: string;
  write: (path: string, text: string) => Promise<void>;
  remove: () => Promise<void>;
};

/** A checkout with the real scripts and packages and a minimal product. */
export async function makeStubCheckout(extraPaths: string[]): Promise<Checkout> {
  const root = await mkdtemp(join(await realpath(tmpdir()), "usa-checkout-"));
  await chmod(root, 0o755);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const path of ["scripts", "package.json", "package-lock.json", "src/server/process.json", ...extraPaths]) {
    await cp(join(process.cwd(), path), join(root, path), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  await write("vite.config.ts", 'export default { root: "src/web" };');
  await write(
    "src/web/index.html",
    '<!doctype html><title>Proef</title><script type="module" src="/main.ts"></script>',
  );
  await write("src/web/main.ts", 'document.title = "Proef";');
  return { root, write, remove: () => rm(root, { recursive: true, force: true }) };
}
