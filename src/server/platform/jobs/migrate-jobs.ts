import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss, type QueueOptions } from "pg-boss";
import { FAILED_QUEUE, SCHEMA } from "./boss.ts";

/**
 * The rights on the queues. Workers read and complete jobs. The other roles only insert them, and read back no more than the
 * id and start time of the inserted job. A tenant inserts jobs for its own company only, and does not see the queue columns
 * with the keys of other companies.
 * Row-level security is not forced here: the owner upgrades the tables, and no process works as the owner.
 */
const QUEUE_GRANTS = `
grant usage on schema ${SCHEMA} to usa_worker, usa_platform, usa_tenant;
grant select, insert, update, delete on all tables in schema ${SCHEMA} to usa_worker;
grant usage on all sequences in schema ${SCHEMA} to usa_worker;

grant select on ${SCHEMA}.version, ${SCHEMA}.queue to usa_platform;
grant select (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, retention_seconds,
  deletion_seconds, dead_letter, heartbeat_seconds) on ${SCHEMA}.queue to usa_tenant;
grant insert, select (id, start_after) on ${SCHEMA}.job_common to usa_platform, usa_tenant;

do $$
begin
  -- Only the first time: it waits for every transaction that uses the table, and blocks new ones meanwhile.
  if not (select relrowsecurity from pg_class where oid = '${SCHEMA}.job_common'::regclass) then
    alter table ${SCHEMA}.job_common enable row level security;
    create policy worker on ${SCHEMA}.job_common to usa_worker using (true) with check (true);
    create policy platform on ${SCHEMA}.job_common to usa_platform using (true) with check (true);
    create policy tenant on ${SCHEMA}.job_common to usa_tenant
      using (data ->> 'companyId' = (select public.current_company())::text)
      with check (data ->> 'companyId' = (select public.current_company())::text);
  end if;
end
$$;
`;

interface QueueDefinition {
  readonly name: string;
  readonly schedule: { readonly cron: string; readonly data: object } | undefined;
  readonly retryLimit: number;
  readonly expireInSeconds: number;
  readonly singleton: boolean;
}

const MIGRATION_LOCK = 5_318_008_003;
const TIME_ZONE = "Europe/Amsterdam";
const DAY = 86_400;

const queueOptions = ({ retryLimit, expireInSeconds }: QueueDefinition): QueueOptions => ({
  retryLimit,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds,
  // A worker sends a heartbeat twice in this time, so a killed one is noticed long before its jobs expire.
  heartbeatSeconds: 15,
  deleteAfterSeconds: DAY,
});

const prepareQueue = async (boss: PgBoss, job: QueueDefinition): Promise<void> => {
  const policy = job.singleton ? "exclusive" : "standard";
  const options = { ...queueOptions(job), notify: true, deadLetter: FAILED_QUEUE };
  await boss.createQueue(job.name, { policy, ...options });
  const queue = await boss.getQueue(job.name);
  if (queue?.policy !== policy)
    throw new Error(`Job ${job.name} cannot change between singleton and standard: rename it`);
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

// An upgrade of pg-boss may build indexes in the background. Only the owner may do that, so no worker could do it later.
const awaitIndexes = async (boss: PgBoss): Promise<void> => {
  for (;;) {
    const open = (await boss.getBamEntries()).filter(({ status }) => status !== "completed");
    const failed = open.find(({ status }) => status === "failed");
    if (failed) throw new Error(`An index of the job queues could not be built: ${failed.error}`);
    if (open.length === 0) return;
    await sleep(500);
  }
};

// Polls, because a statement that waits for the lock would block its holder: building an index waits for older statements.
const takeLock = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
    await sleep(50);
  }
};

const prepareQueues = async (client: pg.Client, jobs: readonly QueueDefinition[]): Promise<void> => {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => client.query(text, values) },
    schedule: false,
    supervise: false,
    bamIntervalSeconds: 10,
  });
  // `awaitIndexes` reads errors of background work from its outcome.
  boss.on("error", () => undefined);
  try {
    await boss.start();
    await client.query(QUEUE_GRANTS);
    await boss.createQueue(FAILED_QUEUE, { deleteAfterSeconds: 30 * DAY });
    for (const job of jobs) await prepareQueue(boss, job);
    await prepareSchedules(boss, jobs);
    await awaitIndexes(boss);
  } finally {
    await boss.stop();
  }
};

/** Creates or upgrades the queues, as the owner. Several processes may do this at the same time. */
export const migrateJobs = async (url: string, jobs: readonly QueueDefinition[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await takeLock(client);
    await prepareQueues(client, jobs);
  } finally {
    await client.end();
  }
};
