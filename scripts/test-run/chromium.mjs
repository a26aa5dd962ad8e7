import { existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { findNode, root, toolEnvironment } from "../launch/paths.mjs";
import { run } from "../launch/processes.mjs";
import { step, UserError } from "../launch/terminal.mjs";

// The headless shell comes first: it starts no browser window and takes about a quarter less CPU.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The path of a working browser, installed when there is none. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  return step("Chromium installeren", install);
}

async function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new UserError(`CHROMIUM_PATH wijst naar ${given}, maar daar staat niets.`);
  if (given) return given;
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const candidates = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    MAC,
    ...findPlaywrightBrowsers(),
  ];
  for (const path of new Set(candidates)) {
    // On some systems `chromium` only prints how to install it.
    if (existsSync(path) && (await run(path, ["--version"])).code === 0) return path;
  }
  return undefined;
}

function findPlaywrightBrowsers() {
  const cache = process.platform === "darwin" ? "Library/Caches/ms-playwright" : ".cache/ms-playwright";
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), cache);
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
  const programs = [
    "chrome-linux/chrome",
    "chrome-linux64/chrome",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
  ];
  return versions.flatMap((version) => programs.map((program) => join(folder, version, program)));
}

async function install() {
  const result = isDebian() ? await installByApt() : await installByPlaywright();
  const found = await findChromium();
  if (found) return found;
  const reason = result.output.trim().split("\n").at(-1);
  throw new UserError(
    `Chromium ontbreekt en kon niet worden geïnstalleerd (${reason}). Installeer het pakket chromium, of geef met CHROMIUM_PATH een browser op.`,
  );
}

function isDebian() {
  return existsSync("/etc/os-release") && /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
}

async function installByApt() {
  const prefix = process.getuid() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return run(command, rest);
  };
  await apt("update");
  return apt("install", "--yes", "--no-install-recommends", "chromium-headless-shell");
}

function installByPlaywright() {
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  return run(findNode(), [cli, "install", "chromium"], { env: toolEnvironment() });
}
