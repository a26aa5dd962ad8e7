import type pg from "pg";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import { SCHEMA } from "../jobs/boss.ts";

export const waitingJobSchema = z.strictObject({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  startAfter: z.iso.datetime({ offset: true }),
  singletonKey: z.string().nullable(),
});
export type WaitingJob = z.infer<typeof waitingJobSchema>;

// Without scheduled jobs, which are enqueued again anyway. A job that runs at this moment may run twice, like every job.
const WAITING_JOBS = `
  select name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startAfter",
    singleton_key as "singletonKey"
  from ${SCHEMA}.job where state in ('created', 'retry', 'active') and name = any ($1)
  order by created_on, id`;

export const findWaitingJobs = async (client: pg.ClientBase, names: readonly string[]): Promise<WaitingJob[]> =>
  (await client.query<WaitingJob>(WAITING_JOBS, [names])).rows;

/** Replaces the jobs in the queues, in the transaction of the client. */
export const replaceWaitingJobs = async (client: pg.ClientBase, jobs: readonly WaitingJob[]): Promise<void> => {
  await client.query(`delete from ${SCHEMA}.job`);
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ schema: SCHEMA, db, migrate: false, schedule: false, supervise: false });
  boss.on("error", () => undefined);
  await boss.start();
  try {
    for (const { name, data, startAfter, singletonKey } of jobs) {
      if (!(await boss.getQueue(name))) continue;
      await boss.send(name, data ?? {}, { startAfter, ...(singletonKey ? { singletonKey } : {}) });
    }
  } finally {
    await boss.stop();
  }
};
