export const quantile = (values: readonly number[], fraction: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** By which share the last third of the values is above the first third, by their medians. */
export const growthOf = (values: readonly number[]): number => {
  const third = Math.max(1, Math.floor(values.length / 3));
  return median(values.slice(-third)) / median(values.slice(0, third)) - 1;
};

export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
}

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Rounded to hundredths of a millisecond. */
export const latenciesOf = (milliseconds: readonly number[]): Latencies => ({
  p50: round(quantile(milliseconds, 0.5), 2),
  p95: round(quantile(milliseconds, 0.95), 2),
  p99: round(quantile(milliseconds, 0.99), 2),
});
