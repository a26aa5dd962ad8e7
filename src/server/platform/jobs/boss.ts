import type { PgBoss } from "pg-boss";
import type { Logger } from "../log.ts";
import { MINUTE_MS } from "../time.ts";

export const SCHEMA = "pgboss";
/** The dead letter queue: jobs without attempts left, after an error, an expiry or a killed process. */
export const FAILED_QUEUE = "failed-jobs";

/**
 * pg-boss retries by itself, so an error does not end the process. While the database is unavailable every queue reports
 * one every few seconds, so each kind is logged once a minute.
 */
export const logBossErrors = (boss: PgBoss, log: Logger): void => {
  const logged = new Set<string>();
  let since = 0;
  boss.on("error", (error) => {
    const kind = error.message.replace(/ \(Queue: .*$/, "");
    if (Date.now() - since > MINUTE_MS) {
      logged.clear();
      since = Date.now();
    }
    if (logged.has(kind)) return;
    logged.add(kind);
    // The driver attaches the whole connection to the error, with the key that cancels its queries.
    delete (error as { client?: unknown }).client;
    log.warn({ err: error }, "job queue error");
  });
  boss.on("warning", ({ message, data }) => log.warn({ data }, message));
};
