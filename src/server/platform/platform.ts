import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { Events } from "./events.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./mail.ts";
import type { Metrics } from "./metrics.ts";
import type { Outbound } from "./outbound/outbound.ts";
import type { SecretBox } from "./secrets.ts";
import type { Storage } from "./storage/storage.ts";
import type { Clock } from "./time.ts";
import type { UserLimits } from "./user-limits.ts";

/** What the features use. A function takes the parts it needs, never the whole. */
export interface Platform {
  config: Config;
  clock: Clock;
  log: Logger;
  database: Database;
  jobs: Jobs;
  events: Events;
  mailer: Mailer;
  storage: Storage;
  /** Sign upload URLs: the first key signs, a signature of any of them is valid. */
  uploadKeys: readonly Uint8Array[];
  outbound: Outbound;
  secrets: SecretBox;
  metrics: Metrics;
  limits: UserLimits;
  /** The process has been told to stop: a proxy has to send its requests elsewhere. */
  isStopping: boolean;
}
