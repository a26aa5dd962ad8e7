import { startProcess, stopRunningCommands } from "./processes.mjs";
import { print, printError } from "./terminal.mjs";

/** Ctrl+C arrives twice: the terminal sends it to npm and to this process, and npm passes it on. */
const SAME_SIGNAL_MS = 1000;

/** Processes that stop together: on a signal, when npm exits, or when one of them exits. */
export function createProcessGroup() {
  const children = [];
  let stopping;
  let lastSignalAt = Number.NEGATIVE_INFINITY;

  async function stopAll() {
    stopRunningCommands();
    // In reverse order of starting: the server uses the sandbox.
    for (const child of children.toReversed()) await child.stop();
  }

  function stop() {
    stopping ??= stopAll();
    return stopping;
  }

  function onSignal() {
    if (performance.now() - lastSignalAt < SAME_SIGNAL_MS) return;
    lastSignalAt = performance.now();
    // Not killed: a killed server leaves PostgreSQL running.
    if (stopping) {
      for (const child of children) child.terminate();
      return;
    }
    if (children.length > 0) print("\nBezig met stoppen …");
    void stop();
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
  watchNpm(() => void stop());

  return {
    isStopping: () => stopping !== undefined,
    start: (options) => {
      const child = startProcess(options);
      children.push(child);
      return child;
    },
    /** The exit code, once everything has stopped. When one process exits by itself, the others are stopped. */
    waitUntilStopped: async () => {
      const firstExit = await Promise.race(children.map(async (child) => ({ child, ...(await child.exited) })));
      const requested = stopping !== undefined;
      if (!requested) printUnexpectedExit(firstExit);
      await stop();
      return requested ? 0 : firstExit.code || 1;
    },
  };
}

function printUnexpectedExit({ child, code, signal }) {
  if (signal) printError(`${child.name} is onverwacht gestopt (${signal}).`);
  // A process that exits with an error has printed the reason.
  else if (code === 0) printError(`${child.name} is onverwacht gestopt.`);
}

/** When npm is killed, this process receives no signal; only its parent process id changes. */
function watchNpm(onParentExit) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onParentExit();
  }, 250).unref();
}

export function sandboxProcessOptions({ port, smtpPort, dataDir }) {
  return {
    name: "De sandbox",
    args: ["src/sandbox/main.ts"],
    env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DATA_DIR: dataDir },
    stdout: "ignore",
  };
}

export function serverProcessOptions({ sandbox }, nodeOptions = []) {
  return {
    name: "De server",
    args: [...nodeOptions, "src/server/main.ts"],
    env: sandbox ? { SANDBOX_URL: sandboxUrl(sandbox), SMTP_URL: mailUrl(sandbox) } : {},
    // Longer than the server's own limits: it has to stop PostgreSQL.
    stopTimeoutMs: 60_000,
  };
}

export function sandboxUrl({ port }) {
  return `http://127.0.0.1:${port}`;
}

function mailUrl({ smtpPort }) {
  return process.env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`;
}
