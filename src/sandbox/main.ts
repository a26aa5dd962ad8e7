import { EnvironmentError, readEnvironment } from "./environment.ts";

const STOP_TIMEOUT_MS = 2_000;

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function environmentOrExit() {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (error instanceof EnvironmentError) fail(error.message);
    throw error;
  }
}

function startErrorMessage(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  return code === "EADDRINUSE"
    ? `Poort ${port} van de sandbox is al in gebruik. Kies een andere met SANDBOX_PORT of SANDBOX_SMTP_PORT.`
    : `De sandbox kan niet starten: ${message}`;
}

const environment = environmentOrExit();
let stop = async () => {};

const shutDown = () => {
  setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref();
  stop().then(
    () => process.exit(0),
    (error: unknown) => fail(`The sandbox did not stop cleanly: ${String(error)}`),
  );
};
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
// The launcher was killed.
process.once("disconnect", shutDown);
// The launcher may close the pipe at any moment; write errors are ignored.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

// Imported only now: in production `app.ts` cannot be loaded (dev dependencies are missing), and the check of the environment gives a clearer error.
const { startSandbox } = await import("./app.ts");
const sandbox = await startSandbox(environment).catch((error: unknown) => fail(startErrorMessage(error)));
stop = sandbox.stop;
process.stdout.write(`sandbox ready on ${sandbox.url}\n`);
process.send?.({ ready: true, url: sandbox.url }, () => undefined);
