import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A file of another format is thrown away, so a change of anything that is saved raises this number. */
const FORMAT = 1;
const COMPACT_BYTES = 16 * 1024 * 1024;
const LOG = /^airtable-(\d+)\.log$/;

/**
 * State on disk: a snapshot, and after it a log of what happened since. A line is handed to the system before the request
 * that caused it is answered, so that what was acknowledged survives a kill at any moment.
 */
export type Journal<Entry, State> = {
  /** Null when there is nothing that can be read. */
  read(): { state: State; entries: Entry[] } | null;
  append(entry: Entry): void;
  /** Starts over from the present state. */
  compact(): Promise<void>;
  close(): Promise<void>;
};

export function openJournal<Entry, State>(dataDir: string | null, state: () => State): Journal<Entry, State> {
  if (dataDir === null) return { read: () => null, append: () => {}, compact: async () => {}, close: async () => {} };
  mkdirSync(dataDir, { recursive: true });
  const snapshotPath = join(dataDir, "airtable.json");
  const logPath = (generation: number) => join(dataDir, `airtable-${generation}.log`);
  let generation = lastGeneration(dataDir);
  let log: number | null = null;
  let bytes = 0;
  let compacting: Promise<void> = Promise.resolve();

  const startLog = () => {
    if (log !== null) closeSync(log);
    generation += 1;
    log = openSync(logPath(generation), "w");
    bytes = 0;
  };

  const compact = async () => {
    // From this moment changes go to the next log, while the snapshot is still on its way to the disk. Until it has
    // arrived, the former snapshot and both logs tell the same story.
    startLog();
    const [snapshot, kept] = [JSON.stringify({ format: FORMAT, generation, state: state() }), generation];
    compacting = compacting.then(async () => {
      await writeFile(`${snapshotPath}.part`, snapshot);
      await rename(`${snapshotPath}.part`, snapshotPath);
      for (const old of generationsIn(dataDir)) if (old < kept) rmSync(logPath(old), { force: true });
    });
    await compacting;
  };

  return {
    read: () => readJournal(snapshotPath, logPath, generation),
    append: (entry) => {
      if (log === null) return;
      const line = `${JSON.stringify(entry)}\n`;
      appendFileSync(log, line);
      bytes += line.length;
      if (bytes > COMPACT_BYTES) compact().catch(() => {});
    },
    compact,
    close: async () => {
      if (log !== null) closeSync(log);
      log = null;
      await compacting;
    },
  };
}

const generationsIn = (dataDir: string) =>
  readdirSync(dataDir).flatMap((name) => {
    const number = LOG.exec(name)?.[1];
    return number === undefined ? [] : Number(number);
  });
const lastGeneration = (dataDir: string) => Math.max(0, ...generationsIn(dataDir));

function readJournal<Entry, State>(
  snapshotPath: string,
  logPath: (generation: number) => string,
  last: number,
): { state: State; entries: Entry[] } | null {
  try {
    const snapshot = JSON.parse(readFileSync(snapshotPath, "utf8"));
    if (snapshot.format !== FORMAT) return null;
    const logs = [];
    for (let generation = snapshot.generation; generation <= last; generation++) {
      logs.push(readLog<Entry>(logPath(generation)));
    }
    return { state: snapshot.state, entries: logs.flat() };
  } catch {
    return null;
  }
}

/** A kill in the middle of a line leaves half of it; nobody was told that it was done. */
function readLog<Entry>(path: string): Entry[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
