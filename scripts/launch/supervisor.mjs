import { interruptAll, startPart } from "./processes.mjs";
import { complain, say } from "./terminal.mjs";

/** Starts the parts and stops them together: on a signal, with npm, or when one of them ends. */
export function supervise() {
  const parts = [];
  let stopping;

  // The last one started leans on the earlier ones, so it goes first.
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
    if (parts.length > 0) say("\nBezig met stoppen …");
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
    /** The exit code, once everything has stopped. One part that ends unasked takes the rest with it. */
    untilStopped: async () => {
      const end = await Promise.race(parts.map(async (part) => ({ part, ...(await part.ended) })));
      const asked = stopping !== undefined;
      if (!asked) report(end);
      await stop();
      return asked ? 0 : end.code || 1;
    },
  };
}

function report({ part, code, signal }) {
  if (signal) complain(`${part.name} is onverwacht gestopt (${signal}).`);
  // One that ends with an error has told why itself.
  else if (code === 0) complain(`${part.name} is onverwacht gestopt.`);
}

/** npm that is killed outright leaves us behind without a word: our parent is then another. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, 250).unref();
}

/** How the two parts of the product are started. */
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
