import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNode, root, toolEnvironment } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step, UserError } from "./terminal.mjs";

const SOURCES = ["src/web", "src/contract", "vite.config.ts", "package-lock.json"];
const buildDir = join(root, "dist", "web");
const stampFile = join(root, "dist", "web.stamp");

/** Builds the web when its sources have changed since the last build. */
export async function ensureWebBuilt({ force = false } = {}) {
  const stamp = computeStamp(SOURCES);
  const isUpToDate = existsSync(buildDir) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp;
  if (isUpToDate && !force) return;
  await step("Schermen bouwen", build);
  writeFileSync(stampFile, stamp);
}

// Times and sizes are enough to detect a change, and take milliseconds to read.
function computeStamp(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addToHash(hash, path);
  return hash.digest("hex");
}

function addToHash(hash, path) {
  if (/\.test\.tsx?$/.test(path)) return;
  const info = statSync(join(root, path), { throwIfNoEntry: false });
  if (!info?.isDirectory()) return hash.update(`${path} ${info?.size} ${info?.mtimeMs}\n`);
  for (const name of readdirSync(join(root, path)).sort()) addToHash(hash, `${path}/${name}`);
}

/** Builds into a new folder and then replaces the old one, so that a running server never serves half a build. */
async function build() {
  const newBuild = `${buildDir}.new-${process.pid}`;
  mkdirSync(join(root, "dist"), { recursive: true });
  try {
    const vite = join(root, "node_modules/vite/bin/vite.js");
    const options = ["--outDir", newBuild, "--emptyOutDir", "--logLevel", "warn"];
    const env = { ...toolEnvironment(), NODE_ENV: "production" };
    const { code, output } = await run(findNode(), [vite, "build", ...options], { env });
    if (code !== 0)
      throw new UserError(`De schermen konden niet worden gebouwd:\n${output.trim().replace(/^/gm, "  ")}`);
    rmSync(buildDir, { recursive: true, force: true });
    renameSync(newBuild, buildDir);
  } finally {
    rmSync(newBuild, { recursive: true, force: true });
  }
}
