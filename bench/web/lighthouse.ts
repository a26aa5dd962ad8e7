import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { BrowserBench } from "./browser.ts";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "lighthouse");
const LIGHTHOUSE_CLI = join(FOLDER, "node_modules/lighthouse/cli/index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

export type LighthouseScores = {
  screen: string;
  device: string;
  scores: Record<string, number>;
  /** The weighted audits with a score below 0.9. */
  failedAudits: string[];
  times: Record<string, string>;
};

const SCREENS = [
  { screen: "landing", path: "/", as: "visitor" },
  { screen: "login", path: "/login", as: "visitor" },
  { screen: "ice breakers", path: "/", as: "workspace" },
  { screen: "all leads", path: "/all-leads", as: "workspace" },
] as const;
const DEVICES = { desktop: ["--preset=desktop"], phone: [] } as const;
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

type Audit = { title: string; score: number | null; scoreDisplayMode: string; displayValue?: string };
type Result = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

/** Lighthouse is large and only needed here, so it has its own package.json and is installed on first use. */
const ensureInstalled = async (): Promise<void> => {
  if (existsSync(LIGHTHOUSE_CLI)) return;
  console.log("installing lighthouse");
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER });
};

/** Lighthouse starts its own browser: another DevTools client on the same one would slow down what is measured. */
const CHROME_FLAGS = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";

const runLighthouse = async (url: string, cookie: string, options: readonly string[]): Promise<Result> => {
  const { stdout } = await run(
    process.execPath,
    [
      LIGHTHOUSE_CLI,
      url,
      CHROME_FLAGS,
      "--output=json",
      "--quiet",
      `--only-categories=${CATEGORIES.join(",")}`,
      ...(cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []),
      ...options,
    ],
    { maxBuffer: 256 * 1024 ** 2, env: { ...process.env, CHROME_PATH: process.env["CHROMIUM_PATH"] } },
  );
  return JSON.parse(stdout) as Result;
};

const failedAuditsOf = ({ categories, audits }: Result): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .flatMap(({ id, weight }) => {
      const audit = audits[id];
      const failed = audit && weight > 0 && audit.score !== null && audit.score < 0.9;
      return failed ? [`${id}: ${audit.displayValue ?? audit.title}`] : [];
    });

export const measureLighthouse = async (bench: BrowserBench): Promise<LighthouseScores[]> => {
  await ensureInstalled();
  const results: LighthouseScores[] = [];
  for (const { screen, path, as } of SCREENS) {
    const context = await bench.newContext(as);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const [device, options] of Object.entries(DEVICES)) {
      const result = await runLighthouse(`${bench.url}${path}`, cookie, options);
      results.push({
        screen,
        device,
        scores: Object.fromEntries(
          CATEGORIES.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]),
        ),
        failedAudits: failedAuditsOf(result),
        times: Object.fromEntries(TIMES.map((name) => [name, result.audits[name]?.displayValue ?? ""])),
      });
    }
    await context.close();
  }
  return results;
};
