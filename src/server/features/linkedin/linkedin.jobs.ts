import { transaction } from "#platform/database/scope.ts";
import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import { sendOrGiveUp } from "#platform/mail.ts";
import type { Platform } from "#platform/platform.ts";
import { MINUTE_MS } from "#platform/time.ts";
import { accountProblemEmail } from "#server/emails/account-emails.ts";
import { explainAccountStatus } from "#server/features/senders/senders.service.ts";
import { findCompaniesWithAccounts, markReported } from "./accounts/accounts.queries.ts";
import { linkedInScope } from "./accounts/accounts.service.ts";
import {
  accountProblemJob,
  accountProblemMailJob,
  pollAllAccountsJob,
  pollLinkedInJob,
  schedulePollsJob,
} from "./job-definitions.ts";
import { type PollRequest, pollCompany } from "./poll.ts";

/** Enqueues one mail job per recipient, which is retried by itself, in the transaction that marks the problem as reported. */
const reportProblem = (platform: Platform, companyId: string, accountRowId: string): Promise<void> =>
  transaction(linkedInScope(platform, companyId), async (scope) => {
    for (const { name, status, ...recipient } of await markReported(scope, accountRowId, platform.clock.now())) {
      const problem = explainAccountStatus(status) ?? "";
      const mail = { ...recipient, companyId, accountName: name, problem, isRestricted: status === "restricted" };
      await platform.jobs.enqueue(scope.db, accountProblemMailJob, mail);
    }
  });

const schedulePolls = async ({ jobs, database }: Platform): Promise<void> => {
  for (const companyId of await findCompaniesWithAccounts({ db: database.platform }))
    await jobs.enqueue(database.platform, pollAllAccountsJob, { companyId }, { singletonKey: companyId });
};

/** As many as a gateway may report in ten minutes: ids that it makes up must not let the payload grow without limit. */
const MOST_EXPECTED_MESSAGES = 600;

/**
 * One poll for two events of an account. It expects the messages of both, and reads from the earliest: events arrive in any order,
 * and a message that is older than what was read before is stored only if it is expected.
 */
const mergeRequests = (first: PollRequest, second: PollRequest): PollRequest => {
  const ids = new Set([...(first.expectedMessageIds ?? []), ...(second.expectedMessageIds ?? [])]);
  const [earliest] = [first.expectedMessageAt, second.expectedMessageAt]
    .filter((at) => at !== undefined)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  return {
    ...second,
    ...(ids.size > 0 && { expectedMessageIds: [...ids].slice(-MOST_EXPECTED_MESSAGES) }),
    ...(earliest && { expectedMessageAt: earliest }),
    includeRelations: first.includeRelations === true || second.includeRelations === true,
  };
};

/** The scheduled poll reads an hour back: it finds every message that is younger than this. */
const FOUND_BY_SCHEDULE_MS = 30 * MINUTE_MS;
/** Mostly the poll that the request waits for, and the one after it, have ended by then. */
const REPEAT_AFTER_MS = 10 * MINUTE_MS;

/** A request about a message that the scheduled poll no longer finds is also enqueued for later, in case the process dies. */
const repeatLater = async ({ clock, database, jobs }: Platform, request: PollRequest): Promise<void> => {
  const { expectedMessageAt: at, isRepeat } = request;
  if (isRepeat || at === undefined || clock.now().getTime() - Date.parse(at) < FOUND_BY_SCHEDULE_MS) return;
  const startAfter = new Date(Date.now() + REPEAT_AFTER_MS);
  await jobs.enqueue(database.platform, pollLinkedInJob, { ...request, isRepeat: true }, { startAfter });
};

/**
 * Events of a company whose poll is running wait for its end in memory, where they occupy no worker of the queue, so that a slow gateway
 * does not keep other companies waiting; those of one account become one poll. If the process dies meanwhile, the scheduled poll finds the
 * messages of the last hour, and a repeated request the older ones.
 */
const pollInTurns = (platform: Platform) => {
  const waiting = new Map<string, Map<string, PollRequest>>();
  return async (request: PollRequest, signal: AbortSignal): Promise<void> => {
    const { companyId, accountId = "" } = request;
    const ofCompany = waiting.get(companyId);
    if (ofCompany) {
      const earlier = ofCompany.get(accountId);
      ofCompany.set(accountId, earlier ? mergeRequests(earlier, request) : request);
      return repeatLater(platform, request);
    }
    const later = new Map<string, PollRequest>();
    waiting.set(companyId, later);
    try {
      await pollCompany(platform, request, signal);
    } finally {
      waiting.delete(companyId);
      for (const next of later.values()) await platform.jobs.enqueue(platform.database.platform, pollLinkedInJob, next);
    }
  };
};

export const linkedInJobs = (platform: Platform): BoundJob[] => [
  bindJob(pollLinkedInJob, pollInTurns(platform)),
  bindJob(pollAllAccountsJob, (payload, signal) => pollCompany(platform, payload, signal)),
  bindJob(schedulePollsJob, () => schedulePolls(platform)),
  bindJob(accountProblemJob, ({ companyId, accountRowId }) => reportProblem(platform, companyId, accountRowId)),
  bindJob(accountProblemMailJob, ({ email, ...facts }) => {
    const link = new URL("/company-admin", platform.config.publicUrl).href;
    return sendOrGiveUp(platform.mailer, { to: email, ...accountProblemEmail({ ...facts, link }) });
  }),
];
