import { airtableJobs } from "./features/airtable/airtable.jobs.ts";
import { scheduleJob, syncJob } from "./features/airtable/runs/job-definitions.ts";
import { authJobs } from "./features/auth/auth.jobs.ts";
import { passwordChangedJob, resetRequestedJob, sweepJob } from "./features/auth/job-definitions.ts";
import { automationJobs } from "./features/automation/automation.jobs.ts";
import { deliverJob, findDueJob } from "./features/automation/job-definitions.ts";
import { companiesJobs } from "./features/companies/companies.jobs.ts";
import { purgeJob } from "./features/companies/job-definitions.ts";
import { collectLogosJob, logoJobs } from "./features/companies/logo.jobs.ts";
import { leadImportsJobs } from "./features/leads/imports/imports.jobs.ts";
import { forgetImportsJob, importJob } from "./features/leads/imports/job-definitions.ts";
import { invitedJob } from "./features/users/job-definitions.ts";
import { usersJobs } from "./features/users/users.jobs.ts";
import type { BoundJob, JobDefinition } from "./platform/jobs.ts";
import type { Platform } from "./platform/platform.ts";

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
