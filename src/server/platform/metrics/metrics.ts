import type { Family } from "./exposition.ts";
import { createCounter, createHistogram } from "./measures.ts";
import { watchProcess } from "./process-figures.ts";

/** What this process counts by itself, since its start. */
export interface Metrics {
  request(seen: { method: string; route: string; status: number; seconds: number | undefined }): void;
  job(seen: { queue: string; outcome: "done" | "failed"; seconds: number }): void;
  families(): Family[];
}

export const createMetrics = (): Metrics => {
  const requests = createCounter("http_requests_total", "Answered requests by route of the table and status.");
  const durations = createHistogram("http_request_duration_seconds", "Time from a request to the end of its answer.");
  const jobs = createCounter("usa_jobs_run_total", "Jobs this process ran, by queue and outcome.");
  const jobDurations = createHistogram("usa_job_duration_seconds", "How long jobs ran.");
  const processFigures = watchProcess();
  return {
    request: ({ method, route, status, seconds }) => {
      requests.add({ method, route, status: String(status) });
      if (seconds !== undefined) durations.observe({ method, route }, seconds);
    },
    job: ({ queue, outcome, seconds }) => {
      jobs.add({ queue, outcome });
      jobDurations.observe({ queue }, seconds);
    },
    families: () => [
      ...processFigures(),
      ...[requests, durations, jobs, jobDurations].map((measure) => measure.family()),
    ],
  };
};
