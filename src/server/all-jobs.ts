import type { BoundJob, JobDefinition } from "#platform/jobs/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { airtableJobs } from "#server/features/airtable/airtable.jobs.ts";
import { scheduleSyncsJob, syncJob, syncSlowBaseJob } from "#server/features/airtable/runs/job-definitions.ts";
import {
  authJobs,
  deleteExpiredSignInDataJob,
  mailEmailChangeNoticeJob,
  mailEmailConfirmationJob,
  mailPasswordChangedJob,
  mailResetLinkJob,
  mailSsoChangedJob,
  mailTwoStepOffJob,
} from "#server/features/auth/auth.jobs.ts";
import { automationJobs } from "#server/features/automation/automation.jobs.ts";
import {
  delayedDeliveryJob,
  deliverMessagesJob,
  enqueueDeliveriesJob,
} from "#server/features/automation/job-definitions.ts";
import {
  companiesJobs,
  deleteOrphanedLogosJob,
  logoJobs,
  purgeCompaniesJob,
} from "#server/features/companies/companies.jobs.ts";
import {
  deleteOldImportsJob,
  importLeadsJob,
  leadImportsJobs,
} from "#server/features/leads/imports/lead-imports.jobs.ts";
import {
  accountProblemJob,
  accountProblemMailJob,
  pollAllAccountsJob,
  pollLinkedInJob,
  schedulePollsJob,
} from "#server/features/linkedin/job-definitions.ts";
import { linkedInJobs } from "#server/features/linkedin/linkedin.jobs.ts";
import { checkApprovalsJob } from "#server/features/messages/approval.service.ts";
import { endTextRequestsJob, messagesJobs } from "#server/features/messages/messages.jobs.ts";
import { statisticsJobDefinitions, statisticsJobs } from "#server/features/statistics/statistics.jobs.ts";
import { deleteOldUndoablesJob, undoJobs } from "#server/features/undo/undo.jobs.ts";
import { mailInvitationJob, usersJobs } from "#server/features/users/users.jobs.ts";
import { deleteOldEventsJob, findDueEventsJob, webhooksJobs } from "#server/features/webhooks/webhooks.jobs.ts";
import { deliverEventsJob, mailWebhookFailureJob } from "#server/features/webhooks/webhooks.service.ts";
import { scheduleWritingJob, writeTextsJob } from "#server/features/writer/job-definitions.ts";
import { writerJobs } from "#server/features/writer/writer.jobs.ts";
import { demoHistoryJobs, demoJobs } from "./demo-history.jobs.ts";

/** Every queue that the database must have. */
export const allJobs: JobDefinition[] = [
  mailResetLinkJob,
  mailSsoChangedJob,
  mailPasswordChangedJob,
  mailTwoStepOffJob,
  mailEmailChangeNoticeJob,
  mailEmailConfirmationJob,
  deleteExpiredSignInDataJob,
  purgeCompaniesJob,
  deleteOrphanedLogosJob,
  mailInvitationJob,
  deliverMessagesJob,
  enqueueDeliveriesJob,
  delayedDeliveryJob,
  syncJob,
  syncSlowBaseJob,
  scheduleSyncsJob,
  importLeadsJob,
  deleteOldImportsJob,
  deleteOldUndoablesJob,
  deliverEventsJob,
  findDueEventsJob,
  mailWebhookFailureJob,
  deleteOldEventsJob,
  checkApprovalsJob,
  endTextRequestsJob,
  ...statisticsJobDefinitions,
  accountProblemJob,
  accountProblemMailJob,
  pollLinkedInJob,
  pollAllAccountsJob,
  schedulePollsJob,
  writeTextsJob,
  scheduleWritingJob,
  ...demoHistoryJobs,
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
  ...demoJobs(platform),
];
