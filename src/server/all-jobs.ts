import type { BoundJob, JobDefinition } from "#platform/jobs.ts";
import type { Platform } from "#platform/platform.ts";
import { airtableJobs } from "#server/features/airtable/airtable.jobs.ts";
import { scheduleJob, syncJob } from "#server/features/airtable/runs/job-definitions.ts";
import { authJobs } from "#server/features/auth/auth.jobs.ts";
import { passwordChangedJob, resetRequestedJob, sweepJob } from "#server/features/auth/job-definitions.ts";
import { automationJobs } from "#server/features/automation/automation.jobs.ts";
import { deliverJob, findDueJob } from "#server/features/automation/job-definitions.ts";
import { companiesJobs } from "#server/features/companies/companies.jobs.ts";
import { purgeJob } from "#server/features/companies/job-definitions.ts";
import { collectLogosJob, logoJobs } from "#server/features/companies/logo.jobs.ts";
import { leadImportsJobs } from "#server/features/leads/imports/imports.jobs.ts";
import { forgetImportsJob, importJob } from "#server/features/leads/imports/job-definitions.ts";
import { invitedJob } from "#server/features/users/job-definitions.ts";
import { usersJobs } from "#server/features/users/users.jobs.ts";

/** Every queue the database must have. */
export const allJobs: JobDefinition[] = [
  resetRequestedJob,
  passwordChangedJob,
  sweepJob,
  purgeJob,
  collectLogosJob,
  invitedJob,
  deliverJob,
  findDueJob,
  syncJob,
  scheduleJob,
  importJob,
  forgetImportsJob,
];

/** What a worker does. */
export const allHandlers = (platform: Platform): BoundJob[] => [
  ...airtableJobs(platform),
  ...authJobs(platform),
  ...companiesJobs(platform),
  ...logoJobs(platform),
  ...usersJobs(platform),
  ...automationJobs(platform),
  ...leadImportsJobs(platform),
];
