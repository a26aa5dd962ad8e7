import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

export interface Options {
  rows: number;
  rounds: number;
  /** How long one server is measured before the other gets its turn. */
  sliceMs: number;
  /** The folder of the database, reused by the next run. Without it: a temporary folder. */
  data: string | undefined;
  /** Runs only the cases whose name contains this. */
  only: string;
  /** Also writes the figures to docs/. */
  publish: boolean;
}

export interface SuiteResult {
  /** Saved as JSON, to compare runs. */
  figures: object;
  /** Descriptions of the targets that were missed. */
  missedTargets: string[];
  publish?: () => Promise<void>;
}

export interface Suite {
  defaultRows: number;
  run(options: Options): Promise<SuiteResult>;
}

/** `[suite] [rows]` and the options of docs/operations.md. */
export const readOptions = (
  args: string[],
): Omit<Options, "rows"> & { suiteName: string; rows: number | undefined } => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      rows: { type: "string" },
      rounds: { type: "string", default: "15" },
      slice: { type: "string", default: "400" },
      data: { type: "string" },
      only: { type: "string", default: "" },
      publish: { type: "boolean", default: false },
    },
  });
  const [suiteName = "server", positionalRows] = positionals;
  const rows = values.rows ?? positionalRows;
  return {
    suiteName,
    rows: rows === undefined ? undefined : Number(rows),
    rounds: Number(values.rounds),
    sliceMs: Number(values.slice),
    data: values.data,
    only: values.only,
    publish: values.publish,
  };
};

export const printProgress = (step: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${step}`);

export const printTable = (title: string, rows: readonly object[]): void => {
  console.log(`\n${title}`);
  console.table(rows);
};

const RESULTS = join(import.meta.dirname, "results");

export const saveFigures = async (suiteName: string, figures: object): Promise<string> => {
  await mkdir(RESULTS, { recursive: true });
  const at = new Date().toISOString();
  const file = join(RESULTS, `${suiteName}-${at.replaceAll(":", "-")}.json`);
  await writeFile(file, `${JSON.stringify({ at, ...figures }, null, 2)}\n`);
  return file;
};
