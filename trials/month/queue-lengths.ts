import type { ClockedProduct } from "./clocked-product.ts";

/** What waits for work, at one moment. */
export interface QueueLengths {
  jobs: number;
  failedJobs: number;
  pendingRecords: number;
  writingRequests: number;
  webhookDeliveries: number;
  openRuns: number;
}

const COUNTS: Readonly<Record<keyof QueueLengths, string>> = {
  jobs: "pgboss.job where state < 'completed' and name <> 'failed-jobs'",
  failedJobs: "pgboss.job where state = 'failed'",
  pendingRecords: "airtable_records where state = 'pending'",
  writingRequests: "writing_requests where status in ('queued', 'running')",
  webhookDeliveries: "webhook_deliveries where status = 'waiting' and next_attempt_at <= $1",
  openRuns: "sync_runs where status in ('queued', 'running')",
};

export const countQueued = async ({ query, now }: ClockedProduct): Promise<QueueLengths> => {
  const columns = Object.entries(COUNTS).map(([name, from]) => `(select count(*)::int from ${from}) as "${name}"`);
  const [counts] = await query<QueueLengths>(`select ${columns.join(", ")}`, [new Date(now)]);
  if (!counts) throw new Error("nothing was counted");
  return counts;
};

/** More than this in a queue means that it is not being worked off. */
const PER_COMPANY: Readonly<Partial<Record<keyof QueueLengths, number>>> = {
  jobs: 10,
  pendingRecords: 60,
  writingRequests: 20,
  webhookDeliveries: 100,
  openRuns: 1,
};
/** Must be empty at the end, when nothing fails any more. */
const EMPTY_AT_THE_END: readonly (keyof QueueLengths)[] = ["pendingRecords", "webhookDeliveries", "openRuns"];

export const findQueueProblems = (
  lengths: readonly (QueueLengths & { day: number })[],
  companies: number,
): string[] => {
  const tooLong = lengths.flatMap((length) =>
    Object.entries(PER_COMPANY).flatMap(([name, most]) => {
      const amount = length[name as keyof QueueLengths];
      return amount > most * companies ? [`day ${length.day}: ${amount} ${name}`] : [];
    }),
  );
  const last = lengths.at(-1);
  const left = EMPTY_AT_THE_END.flatMap((name) => (last && last[name] > 0 ? [`${last[name]} ${name} at the end`] : []));
  return [...tooLong, ...left];
};
