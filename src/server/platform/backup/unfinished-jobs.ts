import type pg from "pg";
import { PgBoss } from "pg-boss";
import { z } from "zod";
import { SCHEMA } from "../jobs/boss.ts";

export const unfinishedJobSchema = z.strictObject({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  startAfter: z.iso.datetime({ offset: true }),
  singletonKey: z.string().nullable(),
});
export type UnfinishedJob = z.infer<typeof unfinishedJobSchema>;

// A job that runs at this moment is included: it may run twice, like every job.
const SELECT_UNFINISHED = `
  select name, data, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "startAfter",
    singleton_key as "singletonKey"
  from ${SCHEMA}.job where state in ('created', 'retry', 'active') and name = any ($1)
  order by created_on, id`;

export const findUnfinishedJobs = async (
  client: pg.ClientBase,
  queueNames: readonly string[],
): Promise<UnfinishedJob[]> => (await client.query<UnfinishedJob>(SELECT_UNFINISHED, [queueNames])).rows;

/** Deletes all jobs and enqueues these, in the transaction of the client. A job without a queue in this version is skipped. */
export const replaceJobs = async (client: pg.ClientBase, jobs: readonly UnfinishedJob[]): Promise<void> => {
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
