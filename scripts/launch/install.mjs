import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeVersionProblem } from "./node-version.mjs";
import { hasPackagedNode, npmEnvironment, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { step, UserError } from "./terminal.mjs";

const nodeModules = join(root, "node_modules");
const stampFile = join(nodeModules, ".installed");
const PLATFORM = `${process.platform}-${process.arch}`;
const NETWORK_ERROR =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** Installs the packages when they differ from the lock file. */
export async function ensureInstalled() {
  const nodeProblem = nodeVersionProblem();
  if (nodeProblem) throw new UserError(nodeProblem);
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const lockHash = createHash("sha256").update(lock).digest("hex");
  const [installedHash, platform] = readStamp();
  // A node_modules folder from another operating system contains its binaries.
  const samePlatform = platform === undefined || platform === PLATFORM;
  if (samePlatform && installedHash === lockHash) return;
  if (!samePlatform || !hasAllPackages(lock)) await step("Pakketten installeren", install);
  writeStamp(`${lockHash} ${PLATFORM}`);
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8").trim().split(" ") : [];
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // On a read-only disk every start compares the packages again, which is quick.
  }
}

/** Whether npm's own list of installed packages has every version in the lock file. */
function hasAllPackages(lock) {
  const list = join(nodeModules, ".package-lock.json");
  if (!existsSync(list) || !hasPackagedNode()) return false;
  const installed = JSON.parse(readFileSync(list, "utf8")).packages;
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

async function install() {
  const options = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retry-mintimeout=1000"];
  const { code, output } = await run("npm", ["ci", ...options], { env: npmEnvironment() });
  if (code === 0) return;
  if (/\bspawn npm ENOENT\b/.test(output)) {
    throw new UserError("npm ontbreekt. Installeer Node 20.19 of nieuwer met npm en probeer het opnieuw.");
  }
  if (/\bENOSPC\b/.test(output)) {
    throw new UserError(
      "De schijf is vol: de pakketten hebben ongeveer 1 GB nodig. Maak ruimte vrij en probeer het opnieuw.",
    );
  }
  const networkError = NETWORK_ERROR.exec(output)?.[1];
  if (networkError) {
    throw new UserError(
      `Installeren is niet gelukt: het pakketregister is niet bereikbaar (${networkError}). Controleer de verbinding en probeer het opnieuw.`,
    );
  }
  throw new UserError(`Installeren is niet gelukt. npm meldt:\n${output.trim().replace(/^/gm, "  ")}`);
}
