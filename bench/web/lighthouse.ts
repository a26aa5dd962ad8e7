import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RunningProduct } from "./running-product.ts";

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, "lighthouse");
const PROGRAM = join(FOLDER, "node_modules/lighthouse/cli/index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

export type LighthouseScores = {
  screen: string;
  device: string;
  scores: Record<string, number>;
  /** What it has to say, for whoever wants it better. */
  remarks: string[];
  times: Record<string, string>;
};

const SCREENS = [
  { screen: "landing", path: "/", as: "visitor" },
  { screen: "login", path: "/login", as: "visitor" },
  { screen: "ice breakers", path: "/", as: "team" },
  { screen: "all leads", path: "/all-leads", as: "team" },
] as const;
const DEVICES = { desktop: ["--preset=desktop"], phone: [] } as const;
const TIMES = ["first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"];

type Audit = { title: string; score: number | null; scoreDisplayMode: string; displayValue?: string };
type Result = {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

/** It is large and only needed here, so it has a folder of its own and comes with the first use. */
const ensureInstalled = async (): Promise<void> => {
  if (existsSync(PROGRAM)) return;
  console.log("installing lighthouse");
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER });
};

/** In a browser that nothing else listens to: whoever listens takes part of the time that is measured. */
const BROWSER = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";

const runLighthouse = async (url: string, cookie: string, options: readonly string[]): Promise<Result> => {
  const { stdout } = await run(
    process.execPath,
    [
      PROGRAM,
      url,
      BROWSER,
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

const findingsOf = ({ categories, audits }: Result): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .flatMap(({ id, weight }) => {
      const audit = audits[id];
      const failed = audit && weight > 0 && audit.score !== null && audit.score < 0.9;
      return failed ? [`${id}: ${audit.displayValue ?? audit.title}`] : [];
    });

export const measureLighthouse = async (stage: RunningProduct): Promise<LighthouseScores[]> => {
  await ensureInstalled();
  const found: LighthouseScores[] = [];
  for (const { screen, path, as } of SCREENS) {
    const context = await stage.visit(as);
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    for (const [device, options] of Object.entries(DEVICES)) {
      const result = await runLighthouse(`${stage.url}${path}`, cookie, options);
      found.push({
        screen,
        device,
        scores: Object.fromEntries(
          CATEGORIES.map((name) => [name, Math.round((result.categories[name]?.score ?? 0) * 100)]),
        ),
        remarks: findingsOf(result),
        times: Object.fromEntries(TIMES.map((name) => [name, result.audits[name]?.displayValue ?? ""])),
      });
    }
    await context.close();
  }
  return found;
};
