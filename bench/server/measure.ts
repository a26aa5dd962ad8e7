import { type Latencies, latenciesOf, median, quantile } from "../statistics.ts";
import { runTimeSlice, type Throughput } from "./comparison.ts";
import type { Call, Connection } from "./connection.ts";

/** Connections to one of the two compared servers, and the requests to send. */
interface MeasuredServer {
  connections: readonly Connection[];
  nextRequests: () => readonly Call[];
}

export interface ServerFigures {
  requestGroupsPerSecond: number;
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
  concurrent: Throughput[];
  singleConnection: Throughput[];
}

const runSlices = async (
  { connections, nextRequests }: MeasuredServer,
  series: SliceSeries,
  sliceMs: number,
): Promise<void> => {
  series.concurrent.push(await runTimeSlice(connections, sliceMs, nextRequests));
  series.singleConnection.push(
    await runTimeSlice(connections.slice(0, 1), sliceMs * SINGLE_CONNECTION_SHARE, nextRequests),
  );
};

const figuresOf = ({ concurrent, singleConnection }: SliceSeries): ServerFigures => ({
  requestGroupsPerSecond: median(concurrent.map(({ requestGroupsPerSecond }) => requestGroupsPerSecond)),
  concurrent: latenciesOf(concurrent.flatMap(({ groupLatenciesMs }) => groupLatenciesMs)),
  singleConnection: latenciesOf(singleConnection.flatMap(({ groupLatenciesMs }) => groupLatenciesMs)),
});

/** The median over the rounds, so that a round disturbed by other load does not count. */
const ratioOf = (
  product: readonly Throughput[],
  bare: readonly Throughput[],
  metric: (slice: Throughput) => number,
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
  for (const { connections, nextRequests } of [bare, product])
    await runTimeSlice(connections, sliceMs * WARM_UP_SLICES, nextRequests);
  for (let round = 0; round < rounds; round++) {
    const runProduct = () => runSlices(product, productSlices, sliceMs);
    if (round % 2 === 0) await runProduct();
    await runSlices(bare, bareSlices, sliceMs);
    if (round % 2 === 1) await runProduct();
  }
  return {
    product: figuresOf(productSlices),
    bare: figuresOf(bareSlices),
    ratio: ratioOf(
      productSlices.concurrent,
      bareSlices.concurrent,
      ({ requestGroupsPerSecond }) => requestGroupsPerSecond,
    ),
    p95Ratio: ratioOf(productSlices.singleConnection, bareSlices.singleConnection, ({ groupLatenciesMs }) =>
      quantile(groupLatenciesMs, 0.95),
    ),
  };
};
