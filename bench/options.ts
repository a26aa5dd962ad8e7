import { parseArgs } from "node:util";

export interface Options {
  rows: number;
  rounds: number;
  sliceMs: number;
  /** The folder of the database, kept for the next run. Without it: a temporary folder. */
  data: string | undefined;
  /** Runs only the cases whose name contains this. */
  only: string;
  /** Also writes the page and the chart in docs/. */
  publish: boolean;
}

export const readOptions = (): Options => {
  const { values } = parseArgs({
    options: {
      rows: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "15" },
      slice: { type: "string", default: "400" },
      data: { type: "string" },
      only: { type: "string", default: "" },
      publish: { type: "boolean", default: false },
    },
  });
  const { rows, rounds, slice, data, only, publish } = values;
  return { rows: Number(rows), rounds: Number(rounds), sliceMs: Number(slice), data, only, publish };
};
