import { monitorEventLoopDelay } from "node:perf_hooks";

/** What one family of figures is, and its samples, as Prometheus reads them. */
export interface Family {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

interface Sample {
  /** What a histogram adds to its name: `_bucket`, `_sum`, `_count`. */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const escapeLabel = (text: string): string =>
  text.replace(/[\\"\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`));

const writeLabels = (labels: Sample["labels"] = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length ? `{${pairs.join(",")}}` : "";
};

const writeNumber = (value: number): string => (value === Number.POSITIVE_INFINITY ? "+Inf" : String(value));

const writeFamily = ({ name, help, type, samples }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ suffix = "", labels, value }) => `${name}${suffix}${writeLabels(labels)} ${writeNumber(value)}`),
  ].join("\n");

export const writeExposition = (families: readonly Family[]): string => `${families.map(writeFamily).join("\n")}\n`;

/** A family with a single figure, or one for each value of a label. */
export const gauge = (name: string, help: string, samples: number | readonly Sample[]): Family => ({
  name,
  help,
  type: "gauge",
  samples: typeof samples === "number" ? [{ value: samples }] : samples,
});

type Labels = Readonly<Record<string, string>>;

/** Keeps one thing per set of labels. The sets are few: routes, statuses and queues, never what somebody typed. */
const perLabels = <T>(make: () => T) => {
  const kept = new Map<string, { labels: Labels; measured: T }>();
  return {
    of: (labels: Labels): T => {
      const key = JSON.stringify(labels);
      const found = kept.get(key) ?? { labels, measured: make() };
      kept.set(key, found);
      return found.measured;
    },
    all: () => [...kept.values()],
  };
};

interface Counter {
  add(labels: Labels): void;
  family(): Family;
}

const createCounter = (name: string, help: string): Counter => {
  const counts = perLabels(() => ({ value: 0 }));
  return {
    add: (labels) => void counts.of(labels).value++,
    family: () => ({
      name,
      help,
      type: "counter",
      samples: counts.all().map(({ labels, measured }) => ({ labels, value: measured.value })),
    }),
  };
};

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Histogram {
  observe(labels: Labels, seconds: number): void;
  family(): Family;
}

const createHistogram = (name: string, help: string): Histogram => {
  const series = perLabels(() => ({ sum: 0, count: 0, buckets: BUCKETS.map(() => 0) }));
  const samplesOf = (labels: Labels, { sum, count, buckets }: ReturnType<typeof series.of>): Sample[] => [
    ...buckets.map((value, nth) => ({ suffix: "_bucket", labels: { ...labels, le: String(BUCKETS[nth]) }, value })),
    { suffix: "_bucket", labels: { ...labels, le: "+Inf" }, value: count },
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: count },
  ];
  return {
    observe: (labels, seconds) => {
      const found = series.of(labels);
      found.sum += seconds;
      found.count += 1;
      BUCKETS.forEach((limit, nth) => {
        if (seconds <= limit) found.buckets[nth] = (found.buckets[nth] ?? 0) + 1;
      });
    },
    family: () => ({
      name,
      help,
      type: "histogram",
      samples: series.all().flatMap(({ labels, measured }) => samplesOf(labels, measured)),
    }),
  };
};

const NANOSECONDS = 1e9;

/** Names as Prometheus' own clients have them, so that existing dashboards fit. */
const watchProcess = (): (() => Family[]) => {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return () => {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const delays = [0.5, 0.99].map((quantile) => ({
      labels: { quantile: String(quantile) },
      value: delay.percentile(quantile * 100) / NANOSECONDS,
    }));
    const longest = { labels: { quantile: "1" }, value: delay.max / NANOSECONDS };
    // Since the last look: one long stall of this morning would otherwise be the figure of the day.
    delay.reset();
    return [
      gauge("process_resident_memory_bytes", "Memory of the process.", rss),
      gauge("nodejs_heap_size_used_bytes", "Used heap.", heapUsed),
      gauge("nodejs_heap_size_total_bytes", "Reserved heap.", heapTotal),
      gauge("nodejs_external_memory_bytes", "Memory outside the heap, such as buffers.", external),
      {
        name: "process_cpu_seconds_total",
        help: "Processor time, of the user and the system.",
        type: "counter",
        samples: [{ value: (user + system) / 1e6 }],
      },
      gauge("process_start_time_seconds", "When the process started.", startedAt),
      gauge("nodejs_eventloop_delay_seconds", "How late the event loop came, since the last look.", [
        ...delays,
        longest,
      ]),
    ];
  };
};

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
