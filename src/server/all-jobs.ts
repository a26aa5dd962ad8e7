import type { BoundJob, JobDefinition } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { airtableJobs } from "#server/features/airtable/airtable.jobs.ts";
import { scheduleJob, slowSyncJob, syncJob } from "#server/features/airtable/runs/job-definitions.ts";
import {
  authJobs,
  deleteExpiredJob,
  emailChangeNoticeJob,
  emailChangeRequestedJob,
  passwordChangedJob,
  resetRequestedJob,
} from "#server/features/auth/auth.jobs.ts";
import { automationJobs } from "#server/features/automation/automation.jobs.ts";
import { deliverJob, findDueJob, wakeDeliveryJob } from "#server/features/automation/job-definitions.ts";
import {
  companiesJobs,
  deleteOrphanedLogosJob,
  logoJobs,
  purgeCompaniesJob,
} from "#server/features/companies/companies.jobs.ts";
import { deleteOldImportsJob, importJob, leadImportsJobs } from "#server/features/leads/imports/lead-imports.jobs.ts";
import { accountProblemJob, pollLinkedInJob, schedulePollsJob } from "#server/features/linkedin/job-definitions.ts";
import { linkedInJobs } from "#server/features/linkedin/linkedin.jobs.ts";
import { checkApprovalsJob } from "#server/features/messages/approval.service.ts";
import { endTextRequestsJob, messagesJobs } from "#server/features/messages/messages.jobs.ts";
import { statisticsJobDefinitions, statisticsJobs } from "#server/features/statistics/statistics.jobs.ts";
import { deleteOldUndoablesJob, undoJobs } from "#server/features/undo/undo.jobs.ts";
import { invitedJob, usersJobs } from "#server/features/users/users.jobs.ts";
import { deleteOldEventsJob, findDueEventsJob, webhooksJobs } from "#server/features/webhooks/webhooks.jobs.ts";
import { deliverEventsJob, mailFailureJob } from "#server/features/webhooks/webhooks.service.ts";
import { scheduleWritingJob, writeJob } from "#server/features/writer/job-definitions.ts";
import { writerJobs } from "#server/features/writer/writer.jobs.ts";

/** Every queue that the database must have. */
export const allJobs: JobDefinition[] = [
  resetRequestedJob,
  passwordChangedJob,
  emailChangeNoticeJob,
  emailChangeRequestedJob,
  deleteExpiredJob,
  purgeCompaniesJob,
  deleteOrphanedLogosJob,
  invitedJob,
  deliverJob,
  findDueJob,
  wakeDeliveryJob,
  syncJob,
  slowSyncJob,
  scheduleJob,
  importJob,
  deleteOldImportsJob,
  deleteOldUndoablesJob,
  deliverEventsJob,
  findDueEventsJob,
  mailFailureJob,
  deleteOldEventsJob,
  checkApprovalsJob,
  endTextRequestsJob,
  ...statisticsJobDefinitions,
  accountProblemJob,
  pollLinkedInJob,
  schedulePollsJob,
  writeJob,
  scheduleWritingJob,
];

/** What a worker runs. */
export const createJobHandlers = (platform: Platform): BoundJob[] => [
  ...airtableJobs(platform),
  ...authJobs(platform),
  ...companiesJobs(platform),
  ...logoJobs(platform),
  ...usersJobs(platform),
  ...statisticsJobs(platform),
  ...automationJobs(platform),
  ...leadImportsJobs(platform),
  ...linkedInJobs(platform),
  ...messagesJobs(platform),
  ...undoJobs(platform),
  ...webhooksJobs(platform),
  ...writerJobs(platform),
];
