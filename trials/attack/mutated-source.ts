import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const LEFT_OUT = new Set(["node_modules", "dist", "data", ".git", "test-results"].map((name) => join(ROOT, name)));

interface SourceEdit {
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  replace: string;
}

/** A change of the source that removes one security rule. A test that proves the rule has to fail with it. */
export interface Mutation extends SourceEdit {
  /** Where the rule is protected twice: the edits of other files. */
  also?: readonly SourceEdit[];
}

export const editsOf = ({ also = [], ...first }: Mutation): readonly SourceEdit[] => [first, ...also];

/** A copy of the source, in which tests can run while a rule is removed. */
export interface MutatedSource {
  /** Runs tests of one file, without a mutation or while one is applied. */
  run(tests: NamedTests, mutation?: Mutation): Promise<Outcome>;
  remove(): Promise<void>;
}

export interface NamedTests {
  file: string;
  titles: string[];
}

/** "broken": nothing was tested, for example because the source no longer starts, or the test did not end. */
type Outcome = "passed" | "failed" | "broken";

/** A title of docs/security.md as a pattern: %s and the like stand for any text. */
const titlePattern = (title: string): string => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/%[sijd]/g, ".*");

const MAX_RUN_MS = 290_000;

const runTests = async (folder: string, { file, titles }: NamedTests, more: string[]): Promise<Outcome> => {
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const pattern = titles.map(titlePattern).join("|");
  const report = join(folder, "report.json");
  const args = [vitest, "run", file, "-t", pattern, "--root", folder, "--reporter", "json", "--outputFile", report];
  await rm(report, { force: true });
  // The short form of a trial is enough to fail.
  const env = { ...process.env, TRIALS: "short" };
  // A run that hangs would go on beside the next one, and its mutation with it. Longer than the four minutes that a test may take.
  const limit = { timeout: MAX_RUN_MS, killSignal: "SIGKILL" } as const;
  const child = spawn(process.execPath, [...args, ...more], { cwd: folder, env, stdio: "ignore", ...limit });
  await once(child, "close");
  const { success, numPassedTests, numFailedTests } = JSON.parse(await readFile(report, "utf8").catch(() => "{}")) as {
    success?: boolean;
    numPassedTests?: number;
    numFailedTests?: number;
  };
  if (numFailedTests) return "failed";
  return success && (numPassedTests ?? 0) >= titles.length ? "passed" : "broken";
};

export const copySource = async (): Promise<MutatedSource> => {
  const folder = await mkdtemp(join(tmpdir(), "usa-mutated-"));
  await cp(ROOT, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(path.replace(new RegExp(`${sep}$`), "")) });
  for (const name of ["node_modules", "dist"]) await symlink(join(ROOT, name), join(folder, name));
  return {
    run: async (tests, mutation) => {
      if (!mutation) return runTests(folder, tests, []);
      const originals = new Map<string, string>();
      for (const { file, find, replace } of editsOf(mutation)) {
        const path = join(folder, file);
        const original = await readFile(path, "utf8");
        if (!originals.has(path)) originals.set(path, original);
        await writeFile(
          path,
          original.replace(find, () => replace),
        );
      }
      try {
        return await runTests(folder, tests, ["--bail", "1"]);
      } finally {
        for (const [path, original] of originals) await writeFile(path, original);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
