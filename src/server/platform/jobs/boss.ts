import type { PgBoss } from "pg-boss";
import type { Logger } from "../log.ts";

export const SCHEMA = "pgboss";
/** Jobs that were given up come here, whatever ended them: an error, an expiry or a killed process. */
export const FAILED_QUEUE = "failed-jobs";

const MINUTE = 60_000;

/**
 * Trouble never ends the process: the library tries again by itself. A database that is away makes every queue
 * complain every few seconds, so each kind of trouble is told once a minute.
 */
export const logBossErrors = (boss: PgBoss, log: Logger): void => {
  const told = new Set<string>();
  let since = 0;
  boss.on("error", (error) => {
    const kind = error.message.replace(/ \(Queue: .*$/, "");
    if (Date.now() - since > MINUTE) {
      told.clear();
      since = Date.now();
    }
    if (told.has(kind)) return;
    told.add(kind);
    log.warn({ err: error }, "jobs are in trouble");
  });
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
};
