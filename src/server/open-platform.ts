import type { Config } from "#platform/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createEvents } from "#platform/events.ts";
import { createJobs } from "#platform/jobs/jobs.ts";
import type { Logger } from "#platform/log.ts";
import { createMailer } from "#platform/mail.ts";
import { createMetrics } from "#platform/metrics.ts";
import { createOutbound } from "#platform/outbound/outbound.ts";
import type { Platform } from "#platform/platform.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { systemClock } from "#platform/time.ts";
import { createUserLimits } from "#platform/user-limits.ts";
import { openSecrets } from "./app-secret.ts";

/** Opens every part of the platform on the given database. */
export const openPlatform = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
  overrides: Partial<Platform> = {},
): Promise<{ platform: Platform; close(): Promise<void> }> => {
  // The settings that may be wrong come first: an error leaves no connection open, which would keep a command from ending.
  const storage = await createStorage(config.storageUrl);
  const secrets = await openSecrets(config);
  const database = openDatabase({
    url: databaseUrl,
    connections: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, "a database connection was lost"),
  });
  const metrics = createMetrics();
  const jobs = createJobs({ url: databaseUrl, log, metrics });
  const events = createEvents({ url: databaseUrl, log });
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, log });
  const platform: Platform = {
    config,
    clock: systemClock,
    log,
    database,
    jobs,
    events,
    mailer,
    storage,
    outbound: createOutbound({ allowLoopback: !config.production, userAgent: "UltimateSalesAgent/1" }),
    metrics,
    limits: createUserLimits(overrides?.clock ?? systemClock),
    isStopping: false,
    ...secrets,
    ...overrides,
  };
  const close = async () => {
    await jobs.stop();
    await events.close();
    mailer.close();
    await database.close();
  };
  return { platform, close };
};
