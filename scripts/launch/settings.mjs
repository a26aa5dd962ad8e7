import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { lockDataFolder } from "./data-lock.mjs";
import { root } from "./paths.mjs";
import { LAST_PORT, portBeside, reservePorts } from "./ports.mjs";
import { UserError } from "./terminal.mjs";

/** Creates the data folder when it does not exist. */
function requireDataFolder(env) {
  const folder = resolve(root, env.DATA_DIR || "data");
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return folder;
  } catch {
    throw new UserError(
      `In de map ${folder} kan niet geschreven worden. Geef met DATA_DIR een map op waarin dat wel kan.`,
    );
  }
}

// Level by level: Node's recursive mkdir never returns where no folder can be created at all.
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

/**
 * The settings that the launcher needs; the server reads and checks the others. The ports stay reserved until `releasePorts`
 * is called, just before the product opens them itself.
 */
export async function readSettings(env = process.env) {
  const dataDir = requireDataFolder(env);
  const ports = reservePorts();
  const production = env.NODE_ENV === "production";
  const servesWeb = env.PROCESS !== "worker";
  const startsSandbox = !production && env.SANDBOX !== "off" && servesWeb;
  // Before the ports: the product that runs already has those too.
  if (startsSandbox) await lockDataFolder(dataDir);
  const port = readPort(env, "PORT", 3000);
  if (servesWeb) await ports.claim(port, { name: "PORT", host: env.HOST || undefined });
  const settings = { production, port, releasePorts: ports.release };
  if (production || env.SANDBOX === "off") return settings;
  return { ...settings, sandbox: await readSandbox(env, port, dataDir, startsSandbox ? ports : undefined) };
}

/** The process that serves the web starts the sandbox; a worker only needs its addresses. */
async function readSandbox(env, serverPort, dataDir, ports) {
  const port = readPort(env, "SANDBOX_PORT", portBeside(serverPort));
  const sandboxDir = env.SANDBOX_DATA_DIR ? resolve(root, env.SANDBOX_DATA_DIR) : join(dataDir, "sandbox");
  await ports?.claim(port, { name: "SANDBOX_PORT" });
  return {
    startHere: ports !== undefined,
    port,
    smtpPort: await readSmtpPort(env, { serverPort, sandboxPort: port }, ports),
    dataDir: sandboxDir,
  };
}

// A separate worker, which reserves no ports, expects the default. When that is in use, any free port is taken.
async function readSmtpPort(env, { serverPort, sandboxPort }, ports) {
  const beside = portBeside(sandboxPort);
  const fallback = beside === serverPort ? Math.min(serverPort, sandboxPort) - 1 : beside;
  const port = readPort(env, "SANDBOX_SMTP_PORT", fallback);
  if (!ports) return port;
  if (env.SANDBOX_SMTP_PORT) return ports.claim(port, { name: "SANDBOX_SMTP_PORT" });
  return ports.claim(port, {}).catch(() => ports.claim(0, {}));
}

function readPort(env, name, fallback) {
  const text = env[name]?.trim() || String(fallback);
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > LAST_PORT)
    throw new UserError(`${name} moet een poort van 1 tot en met 65535 zijn, niet "${text}".`);
  return port;
}
