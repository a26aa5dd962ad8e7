import type pg from "pg";
import { appliedMigrations } from "../database/migrate.ts";
import type { Storage } from "../storage/storage.ts";
import type { Close } from "./archive-format.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { copyOut } from "./copy.ts";
import { copyTarget, findSequences, findTables, withBackupConnection } from "./tables.ts";

import { findWaitingJobs } from "./waiting-jobs.ts";

export interface BackupOptions {
  url: string;
  storage: Storage;
  /** Where the archive comes to stand. */
  path: string;
  /** Absent: not encrypted. */
  passphrase: string | undefined;
  product: string;
  secretMark: string;
  /** The queues whose waiting jobs come along. */
  queues: readonly string[];
}

export interface BackupSummary {
  tables: Record<string, Close>;
  files: number;
  jobs: number;
}

/** One object to a file, whatever happens to it meanwhile: what was deleted since the list was made is left out. */
const addFiles = async (archive: ArchiveWriter, storage: Storage): Promise<number> => {
  let files = 0;
  for await (const { key } of storage.list("")) {
    const found = await storage.get(key);
    if (!found) continue;
    await archive.add({ kind: "file", key, contentType: found.contentType }, found.body);
    files += 1;
  }
  return files;
};

const addTables = async (archive: ArchiveWriter, client: pg.Client): Promise<Record<string, Close>> => {
  const tables = await findTables(client);
  const written: Record<string, Close> = {};
  // The owner is bound by row-level security; this role may read everything.
  await client.query("set local role usa_backup");
  for (const table of tables) {
    const { content, rows } = copyOut(client, `copy ${copyTarget(table)} to stdout`);
    written[table.name] = await archive.add({ kind: "table", ...table }, content, rows);
  }
  await client.query("reset role");
  return written;
};

const asJson = (value: unknown): Buffer[] => [Buffer.from(JSON.stringify(value))];

/**
 * Everything as it was at one moment, while the product goes on: one snapshot for all tables, and the files that are there
 * right after it. A file never changes under its key, so the snapshot's rows find the ones they mean.
 */
export const backUp = (options: BackupOptions): Promise<BackupSummary> =>
  withBackupConnection(options.url, async (client) => {
    await client.query("begin transaction isolation level repeatable read, read only");
    const migrations = await appliedMigrations(client);
    const { path, passphrase, product, secretMark, storage, queues } = options;
    const summary: BackupSummary = { tables: {}, files: 0, jobs: 0 };
    const head = { product, createdAt: new Date().toISOString(), migrations, secretMark };
    await createArchive(path, head, passphrase, async (archive) => {
      summary.files = await addFiles(archive, storage);
      summary.tables = await addTables(archive, client);
      // Sequences know no snapshot: read after the tables, each is past every value in them.
      await archive.add({ kind: "sequences" }, asJson(await findSequences(client)));
      const jobs = await findWaitingJobs(client, queues);
      await archive.add({ kind: "jobs" }, asJson(jobs));
      summary.jobs = jobs.length;
    });
    await client.query("commit");
    return summary;
  });
