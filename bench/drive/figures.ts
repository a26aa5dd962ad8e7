/** What of the times is below this part of them. */
export const quantile = (times: readonly number[], part: number): number => {
  const sorted = times.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export interface Times {
  p50: number;
  p95: number;
  p99: number;
}

export const timesOf = (times: readonly number[]): Times => ({
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  p99: quantile(times, 0.99),
});
