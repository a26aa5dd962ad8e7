import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What this process measures since its start. Label values are routes, statuses and queues, never something a user typed. */
export interface Metrics {
  /** `seconds` is absent for a stream, which lasts as long as a screen is open. */
  recordRequest(request: { method: string; route: string; status: number; seconds: number | undefined }): void;
  recordJob(job: { queue: string; outcome: "done" | "failed"; seconds: number }): void;
  registry: Registry;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Not prom-client's default metrics, which observe every garbage collection. */
const addProcessMetrics = (registry: Registry): void => {
  const registers = [registry];
  const addGauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const startedAt = Date.now() / 1000 - process.uptime();
  addGauge("process_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  addGauge("nodejs_heap_size_used_bytes", "Used heap.", () => process.memoryUsage().heapUsed);
  addGauge("nodejs_heap_size_total_bytes", "Reserved heap.", () => process.memoryUsage().heapTotal);
  addGauge("nodejs_external_memory_bytes", "Memory outside the heap.", () => process.memoryUsage().external);
  addGauge("process_start_time_seconds", "Start of the process as a Unix time.", () => startedAt);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "User and system CPU time.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  new Gauge({
    name: "nodejs_eventloop_delay_seconds",
    help: "Event loop delay since the previous scrape.",
    labelNames: ["quantile"],
    registers,
    collect() {
      for (const quantile of [0.5, 0.99]) this.set({ quantile }, delay.percentile(quantile * 100) / 1e9);
      this.set({ quantile: 1 }, delay.max / 1e9);
      delay.reset();
    },
  });
};

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  addProcessMetrics(registry);
  const requests = new Counter({
    name: "http_requests_total",
    help: "Requests by route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const requestDurations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to the end of its response.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  const jobs = new Counter({
    name: "usa_jobs_run_total",
    help: "Jobs this process ran, by queue and outcome.",
    labelNames: ["queue", "outcome"],
    registers,
  });
  const jobDurations = new Histogram({
    name: "usa_job_duration_seconds",
    help: "Run time of jobs.",
    labelNames: ["queue"],
    buckets: SECONDS,
    registers,
  });
  return {
    recordRequest: ({ method, route, status, seconds }) => {
      requests.inc({ method, route, status });
      if (seconds !== undefined) requestDurations.observe({ method, route }, seconds);
    },
    recordJob: ({ queue, outcome, seconds }) => {
      jobs.inc({ queue, outcome });
      jobDurations.observe({ queue }, seconds);
    },
    registry,
  };
};
