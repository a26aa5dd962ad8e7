import type { Family, Sample } from "./exposition.ts";

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

export interface Counter {
  add(labels: Labels): void;
  family(): Family;
}

export const createCounter = (name: string, help: string): Counter => {
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

export interface Histogram {
  observe(labels: Labels, seconds: number): void;
  family(): Family;
}

export const createHistogram = (name: string, help: string): Histogram => {
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
