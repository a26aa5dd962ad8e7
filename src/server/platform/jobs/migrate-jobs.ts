import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss, type QueueOptions } from "pg-boss";
import { FAILED_QUEUE, SCHEMA } from "./boss.ts";
import { RIGHTS } from "./rights.ts";

interface QueueDefinition {
  readonly name: string;
  readonly schedule: { readonly cron: string; readonly data: object } | undefined;
  readonly retryLimit: number;
  readonly expireInSeconds: number;
  readonly singleton: boolean;
}

const LOCK = 5_318_008_003;
const TIME_ZONE = "Europe/Amsterdam";
const DAY = 86_400;

const queueOptions = ({ retryLimit, expireInSeconds }: QueueDefinition): QueueOptions => ({
  retryLimit,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds,
  // A worker says every half of this that it still lives: a killed one is noticed long before its jobs expire.
  heartbeatSeconds: 15,
  deleteAfterSeconds: DAY,
});

const prepareQueue = async (boss: PgBoss, job: QueueDefinition): Promise<void> => {
  const policy = job.singleton ? "exclusive" : "standard";
  const options = { ...queueOptions(job), notify: true, deadLetter: FAILED_QUEUE };
  await boss.createQueue(job.name, { policy, ...options });
  const queue = await boss.getQueue(job.name);
  if (queue?.policy !== policy)
    throw new Error(`Job ${job.name} has been a singleton or not from the start: rename it`);
  await boss.updateQueue(job.name, options);
};

const prepareSchedules = async (boss: PgBoss, jobs: readonly QueueDefinition[]): Promise<void> => {
  const known = new Set<string>();
  for (const { name, schedule } of jobs) {
    if (!schedule) continue;
    known.add(name);
    await boss.schedule(name, schedule.cron, schedule.data, { tz: TIME_ZONE, missed: "once" });
  }
  for (const { name } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name);
  }
};

// An upgrade of the library may leave indexes to be built aside, which takes the owner: no worker could do it later.
const awaitIndexes = async (boss: PgBoss): Promise<void> => {
  for (;;) {
    const open = (await boss.getBamEntries()).filter(({ status }) => status !== "completed");
    const failed = open.find(({ status }) => status === "failed");
    if (failed) throw new Error(`An index of the job queues could not be built: ${failed.error}`);
    if (open.length === 0) return;
    await sleep(500);
  }
};

// Waiting inside a statement would hold back whoever has the lock: an index is built once older statements are done.
const takeLock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [LOCK]);
    if (rows[0]?.taken) return;
    await sleep(50);
  }
};

const prepare = async (client: pg.Client, jobs: readonly QueueDefinition[]): Promise<void> => {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => client.query(text, values) },
    schedule: false,
    supervise: false,
    bamIntervalSeconds: 10,
  });
  // What goes wrong aside is read from its outcome, by `awaitIndexes`.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    await client.query(RIGHTS);
    await boss.createQueue(FAILED_QUEUE, { deleteAfterSeconds: 30 * DAY });
    for (const job of jobs) await prepareQueue(boss, job);
    await prepareSchedules(boss, jobs);
    await awaitIndexes(boss);
  } finally {
    await boss.stop();
  }
};

/** Makes or upgrades the queues, as the owner. Any number of processes may do this at once. */
export const migrateJobs = async (url: string, jobs: readonly QueueDefinition[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await takeLock(client);
    await prepare(client, jobs);
  } finally {
    await client.end();
  }
};
