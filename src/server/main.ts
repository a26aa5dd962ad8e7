import { once } from "node:events";
import { constants } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { type Config, ConfigError, readConfig } from "#platform/config.ts";
import { createLog, type Logger } from "#platform/log.ts";
import { scheduleSyncsJob } from "#server/features/airtable/runs/job-definitions.ts";
import { createJobHandlers } from "./all-jobs.ts";
import { buildApp } from "./app.ts";
import { connectDemoCompanies, loadDemo } from "./demo.ts";

import { openPlatform } from "./open-platform.ts";
import { serveProbe } from "./probe.ts";
import { startDatabase } from "./start-database.ts";

// V8 would let garbage grow to four times the live heap: that saves little CPU and costs 200 MB. The flag is read at every
// collection, so it works although the process has started.
setFlagsFromString("--heap-growing-percent=50");

type StopFunction = () => Promise<void>;

const STOP_TIMEOUT_MS = 10_000;
/** Longer than the interval of the proxy's health checks (deploy/Caddyfile): it then sends no request to a closed port. */
const DRAIN_MS = 3_000;

const requireDataDir = async ({ dataDir }: Config): Promise<void> => {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch {
    throw new ConfigError(`De map ${dataDir} (DATA_DIR) is niet te beschrijven.`);
  }
};

/** Shown by the launcher in the terminal. */
const reportStep = (step: string): void => {
  process.send?.({ step });
};

const start = async (config: Config, log: Logger, stops: StopFunction[]): Promise<void> => {
  await requireDataDir(config);
  reportStep("Database starten en bijwerken");
  const starting = startDatabase(config, log);
  // Registered before it has started: a signal meanwhile waits for the start, because the embedded PostgreSQL outlives this process.
  stops.push(async () => {
    if (config.databaseUrl === undefined) await (await starting.catch(() => undefined))?.stop();
  });
  const database = await starting;
  const { platform, close } = await openPlatform(config, database.url, log);
  stops.push(close);
  if (!config.production) {
    reportStep("Demo laden");
    await loadDemo(platform);
    await connectDemoCompanies(platform);
  }
  if (config.process !== "web") {
    await platform.jobs.startWorker(createJobHandlers(platform));
    // Companies whose sync is due do not wait for the next minute of the schedule.
    await platform.jobs.enqueue(platform.database.platform, scheduleSyncsJob, {});
  }
  if (config.process === "worker" && config.metricsPort) {
    const probe = await serveProbe(platform, config.metricsPort);
    stops.push(probe.close);
  }
  if (config.process !== "worker") {
    const app = await buildApp(platform);
    stops.push(() => app.close());
    await app.listen({ host: config.host, port: config.port });
    if (config.production)
      stops.push(async () => {
        platform.isStopping = true;
        await sleep(DRAIN_MS);
      });
  }
  log.info({ process: config.process, url: config.publicUrl.href }, "ready");
  process.send?.({ ready: true, url: config.publicUrl.href });
};

// PostgreSQL's own code for a full disk is 53100; its tools only say it in words.
const isDiskFull = ({ code, message }: Error & { code?: string }): boolean =>
  code === "ENOSPC" || code === "53100" || message.includes("No space left on device");

const explainStartError = (error: Error & { code?: string }, config: Config | undefined): string => {
  if (error instanceof ConfigError) return error.message;
  const [name, port] = config?.process === "worker" ? ["METRICS_PORT", config.metricsPort] : ["PORT", config?.port];
  if (error.code === "EADDRINUSE") return `Poort ${port} is al in gebruik. Kies een andere met ${name}.`;
  if (error.code === "EACCES") return `Poort ${port} mag niet worden geopend. Kies een andere met ${name}.`;
  if (isDiskFull(error))
    return config?.databaseUrl
      ? "De schijf van de database is vol. Maak ruimte vrij en start opnieuw."
      : `De schijf van de map ${config?.dataDir} is vol. Maak minstens 500 MB vrij, of kies met DATA_DIR een map op een andere schijf.`;
  if (config?.databaseUrl && (error.code?.startsWith("E") || /^(28|3D|08|57)/.test(error.code ?? ""))) {
    return `De database van DATABASE_URL is niet bereikbaar: ${error.message || error.code}`;
  }
  return `Starten is niet gelukt: ${error.message || error.code}`;
};

const run = async (): Promise<void> => {
  const stops: StopFunction[] = [];
  let log: Logger | undefined;
  let config: Config | undefined;
  let stopping: Promise<void> | undefined;
  const hurry = new AbortController();
  const hurried = once(hurry.signal, "abort");
  const stopAll = (): Promise<void> =>
    (stopping ??= (async () => {
      setTimeout(() => hurry.abort(), STOP_TIMEOUT_MS).unref();
      const [stopDatabase, ...others] = stops.map(
        (stop) => () => stop().catch((error: unknown) => log?.error({ err: error }, "stop failed")),
      );
      // In reverse order, so that requests in flight keep the database until they are done.
      for (const stop of others.reverse()) await Promise.race([stop(), hurried]);
      await stopDatabase?.();
    })());
  const stopAndExit = () => {
    // The second signal: no more waiting for requests and jobs.
    if (stopping) hurry.abort();
    void stopAll().then(() => process.exit(hurry.signal.aborted ? 1 : 0));
  };
  process.on("SIGTERM", stopAndExit);
  process.on("SIGINT", stopAndExit);
  process.once("disconnect", () => void stopAll().then(() => process.exit(0)));
  // The terminal may be closed at any moment.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  try {
    config = readConfig(process.env);
    log = createLog(config.logLevel);
    await start(config, log, stops);
  } catch (error) {
    // A start that a signal interrupts fails because its database is gone.
    if (!stopping) process.stderr.write(`${explainStartError(error as Error, config)}\n`);
    log?.debug({ err: error }, "start failed");
    await stopAll();
    process.exit(1);
  }
};

await run();
