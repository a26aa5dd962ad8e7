import type { BoundJob, JobDefinition } from "../platform/jobs.ts";
import type { Platform } from "../platform/platform.ts";
import { authJobs } from "./auth/auth.jobs.ts";
import { passwordChangedJob, resetRequestedJob, sweepJob } from "./auth/job-definitions.ts";

/** Every queue the database must have. */
export const allJobs: JobDefinition[] = [resetRequestedJob, passwordChangedJob, sweepJob];

/** What a worker does. */
export const allHandlers = (platform: Platform): BoundJob[] => [...authJobs(platform)];
