import { monitorEventLoopDelay } from "node:perf_hooks";
import { type Family, gauge } from "./exposition.ts";

const NANOSECONDS = 1e9;

/** Names as Prometheus' own clients have them, so that existing dashboards fit. */
export const watchProcess = (): (() => Family[]) => {
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
