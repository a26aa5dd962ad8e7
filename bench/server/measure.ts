import { type Latencies, latenciesOf, median, quantile } from "../statistics.ts";
import { type ConnectionPool, runTimeSlice, type TimeSlice } from "./comparison.ts";
import type { Call } from "./connection.ts";

/** Connections to one of the two compared servers, and the calls to send. */
interface MeasuredServer {
  pool: ConnectionPool;
  nextBatch: () => readonly Call[];
}

export interface ServerFigures {
  batchesPerSecond: number;
  /** All connections in parallel. */
  concurrent: Latencies;
  /** One connection, without other load. */
  singleConnection: Latencies;
}

export interface Measurement {
  product: ServerFigures;
  bare: ServerFigures;
  /** Throughput of the product divided by that of the bare server: the median over the rounds. */
  ratio: number;
  /** The same ratio for the 95th percentile of the latency on a single connection. */
  p95Ratio: number;
}

interface RunLength {
  rounds: number;
  sliceMs: number;
}

/** Slices before measuring starts, so that the JIT has compiled the hot code. */
const WARM_UP_SLICES = 3;
/** Length of the single-connection slice, relative to the concurrent one before it. */
const SINGLE_CONNECTION_SHARE = 0.5;

/** The slices of one server, by round. */
interface SliceSeries {
  concurrent: TimeSlice[];
  singleConnection: TimeSlice[];
}

const runSlices = async ({ pool, nextBatch }: MeasuredServer, series: SliceSeries, sliceMs: number): Promise<void> => {
  series.concurrent.push(await runTimeSlice(pool.connections, sliceMs, nextBatch));
  series.singleConnection.push(
    await runTimeSlice(pool.connections.slice(0, 1), sliceMs * SINGLE_CONNECTION_SHARE, nextBatch),
  );
};

const figuresOf = ({ concurrent, singleConnection }: SliceSeries): ServerFigures => ({
  batchesPerSecond: median(concurrent.map(({ batchesPerSecond }) => batchesPerSecond)),
  concurrent: latenciesOf(concurrent.flatMap(({ batchLatenciesMs }) => batchLatenciesMs)),
  singleConnection: latenciesOf(singleConnection.flatMap(({ batchLatenciesMs }) => batchLatenciesMs)),
});

/** The median over the rounds, so that a round disturbed by other load does not count. */
const ratioOf = (
  product: readonly TimeSlice[],
  bare: readonly TimeSlice[],
  metric: (slice: TimeSlice) => number,
): number => median(product.flatMap((slice, round) => (bare[round] ? [metric(slice) / metric(bare[round])] : [])));

/**
 * Alternates between the servers in short slices, so that other load on the machine affects both. The order changes every
 * round, because the second server of a round finds the caches as the first left them.
 */
export const measure = async (
  product: MeasuredServer,
  bare: MeasuredServer,
  { rounds, sliceMs }: RunLength,
): Promise<Measurement> => {
  const [productSlices, bareSlices]: [SliceSeries, SliceSeries] = [
    { concurrent: [], singleConnection: [] },
    { concurrent: [], singleConnection: [] },
  ];
  for (const { pool, nextBatch } of [bare, product])
    await runTimeSlice(pool.connections, sliceMs * WARM_UP_SLICES, nextBatch);
  for (let round = 0; round < rounds; round++) {
    const runProduct = () => runSlices(product, productSlices, sliceMs);
    if (round % 2 === 0) await runProduct();
    await runSlices(bare, bareSlices, sliceMs);
    if (round % 2 === 1) await runProduct();
  }
  return {
    product: figuresOf(productSlices),
    bare: figuresOf(bareSlices),
    ratio: ratioOf(productSlices.concurrent, bareSlices.concurrent, ({ batchesPerSecond }) => batchesPerSecond),
    p95Ratio: ratioOf(productSlices.singleConnection, bareSlices.singleConnection, ({ batchLatenciesMs }) =>
      quantile(batchLatenciesMs, 0.95),
    ),
  };
};
