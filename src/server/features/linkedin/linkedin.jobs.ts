import { type BoundJob, bindJob } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { accountProblemEmail } from "#server/emails/account-emails.ts";
import { explainAccountStatus } from "#server/features/senders/senders.service.ts";
import { findCompaniesWithAccounts, markReported } from "./accounts.queries.ts";
import { linkedInScope } from "./accounts.service.ts";
import { accountProblemJob, pollLinkedInJob, schedulePollsJob } from "./job-definitions.ts";
import { pollCompany } from "./poll.ts";

const mailProblem = async (platform: Platform, companyId: string, accountRowId: string): Promise<void> => {
  const recipients = await markReported(linkedInScope(platform, companyId), accountRowId, platform.clock.now());
  const link = new URL("/company-admin", platform.config.publicUrl).href;
  for (const { email, firstName, name, status } of recipients) {
    const problem = explainAccountStatus(status) ?? "";
    await platform.mailer.send({
      to: email,
      ...accountProblemEmail({ name: firstName, account: name, problem, link }),
    });
  }
};

const schedulePolls = async ({ jobs, database }: Platform): Promise<void> => {
  for (const companyId of await findCompaniesWithAccounts({ db: database.platform }))
    await jobs.enqueue(database.platform, pollLinkedInJob, { companyId });
};

export const linkedInJobs = (platform: Platform): BoundJob[] => [
  bindJob(pollLinkedInJob, (payload, signal) => pollCompany(platform, payload, signal)),
  bindJob(schedulePollsJob, () => schedulePolls(platform)),
  bindJob(accountProblemJob, ({ companyId, accountRowId }) => mailProblem(platform, companyId, accountRowId)),
];
