import { parseArgs } from "node:util";

export interface Options {
  rows: number;
  rounds: number;
  sliceMs: number;
  /** Where the database is kept for a next run; without it, in a folder that goes when the run ends. */
  data: string | undefined;
  /** Measures only what has this in its name. */
  only: string;
  /** Draws the chart into docs/ too. */
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
