import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import type { Mutation } from "./mutations.ts";

const ROOT = join(import.meta.dirname, "../..");
const LEFT_OUT = new Set(["node_modules", "dist", "data", ".git", "test-results"].map((name) => join(ROOT, name)));

/** A copy of the source, in which tests can run while a rule is removed. */
export interface MutatedSource {
  /** Whether the test passes while the mutation is applied. */
  testPasses(mutation: Mutation, test: { file: string; title: string }): Promise<boolean>;
  remove(): Promise<void>;
}

/** A title of docs/security.md as a pattern: %s and the like stand for any text. */
const titlePattern = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%[sijd]/g, ".*");

const runTest = async (folder: string, { file, title }: { file: string; title: string }): Promise<boolean> => {
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", file, "-t", titlePattern(title), "--root", folder, "--reporter", "dot"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  const [code] = (await once(child, "close")) as [number | null];
  return code === 0;
};

export const copySource = async (): Promise<MutatedSource> => {
  const folder = await mkdtemp(join(tmpdir(), "usa-mutated-"));
  await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path.replace(new RegExp(`${sep}$`), "")) });
  for (const name of ["node_modules", "dist"]) await symlink(join(ROOT, name), join(folder, name));
  return {
    testPasses: async ({ file, find, replace }, test) => {
      const path = join(folder, file);
      const original = await readFile(path, "utf8");
      await writeFile(
        path,
        original.replace(find, () => replace),
      );
      try {
        return await runTest(folder, test);
      } finally {
        await writeFile(path, original);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
