export const quantile = (values: readonly number[], fraction: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
}

export const latenciesOf = (milliseconds: readonly number[]): Latencies => ({
  p50: quantile(milliseconds, 0.5),
  p95: quantile(milliseconds, 0.95),
  p99: quantile(milliseconds, 0.99),
});

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));
