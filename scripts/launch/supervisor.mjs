import { interruptAll, startPart } from "./processes.mjs";
import { print, printError } from "./terminal.mjs";

/** Starts the parts and stops them together: on a signal, when npm ends, or when one of them ends. */
export function supervise() {
  const parts = [];
  let stopping;

  // In reverse order: the server uses the sandbox.
  async function stopAll() {
    interruptAll();
    for (const part of parts.toReversed()) await part.stop();
  }

  function stop() {
    stopping ??= stopAll();
    return stopping;
  }

  function onSignal() {
    if (stopping) {
      for (const part of parts) part.kill();
      return;
    }
    if (parts.length > 0) print("\nBezig met stoppen …");
    void stop();
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
  watchNpm(() => void stop());

  return {
    isStopping: () => stopping !== undefined,
    start: (options) => {
      const part = startPart(options);
      parts.push(part);
      return part;
    },
    /** The exit code, once everything has stopped. When one part ends by itself, the others are stopped. */
    untilStopped: async () => {
      const end = await Promise.race(parts.map(async (part) => ({ part, ...(await part.ended) })));
      const requested = stopping !== undefined;
      if (!requested) printUnexpectedEnd(end);
      await stop();
      return requested ? 0 : end.code || 1;
    },
  };
}

function printUnexpectedEnd({ part, code, signal }) {
  if (signal) printError(`${part.name} is onverwacht gestopt (${signal}).`);
  // A part that ends with an error has printed the reason.
  else if (code === 0) printError(`${part.name} is onverwacht gestopt.`);
}

/** When npm is killed, this process gets no signal but another parent. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 250).unref();
}

export function sandboxPart({ port, smtpPort, dataDir }) {
  return {
    name: "De sandbox",
    args: ["src/sandbox/main.ts"],
    env: { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_DATA_DIR: dataDir },
    stdout: "ignore",
  };
}

export function serverPart({ sandbox }, nodeOptions = []) {
  return {
    name: "De server",
    args: [...nodeOptions, "src/server/main.ts"],
    env: sandbox ? { SANDBOX_URL: sandboxUrl(sandbox), SMTP_URL: mailUrl(sandbox) } : {},
    stopsWithin: 10_000,
  };
}

export function sandboxUrl({ port }) {
  return `http://127.0.0.1:${port}`;
}

function mailUrl({ smtpPort }) {
  return process.env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`;
}
