import type pg from "pg";
import { appliedMigrations } from "../database/migrate.ts";
import type { Storage } from "../storage/storage.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { copyOut } from "./copy.ts";
import { copyTarget, findSequences, findTables, withBackupConnection } from "./database-snapshot.ts";
import { findUnfinishedJobs } from "./unfinished-jobs.ts";

export interface BackupOptions {
  url: string;
  storage: Storage;
  /** The file that is created. */
  path: string;
  /** Absent: not encrypted. */
  passphrase: string | undefined;
  productVersion: string;
  secretFingerprint: string;
  /** The job queues whose unfinished jobs are part of the backup. */
  jobQueues: readonly string[];
}

export interface BackupSummary {
  tables: number;
  rows: number;
  files: number;
  jobs: number;
}

const addFiles = async (archive: ArchiveWriter, storage: Storage): Promise<void> => {
  for await (const { key } of storage.list("")) {
    const file = await storage.get(key);
    // Deleted since the list was made.
    if (file) await archive.addFile(key, file);
  }
};

const addTables = async (archive: ArchiveWriter, client: pg.Client): Promise<void> => {
  const tables = await findTables(client);
  // Row-level security also holds for the owner; this role may read everything.
  await client.query("set local role usa_backup");
  for (const table of tables) {
    const { content, rows } = copyOut(client, `copy ${copyTarget(table)} to stdout`);
    await archive.addTable(table, content, rows);
  }
  await client.query("reset role");
};

/**
 * One snapshot of all tables while the product keeps running, and the files that exist right after it. A file is never changed
 * under the same key, so the files match the rows of the snapshot that refer to them.
 */
export const createBackup = (options: BackupOptions): Promise<BackupSummary> =>
  withBackupConnection(options.url, async (client) => {
    const { path, passphrase, productVersion, secretFingerprint, storage, jobQueues } = options;
    await client.query("begin transaction isolation level repeatable read, read only");
    const migrations = await appliedMigrations(client);
    const jobs = await findUnfinishedJobs(client, jobQueues);
    const info = { product: productVersion, createdAt: new Date().toISOString(), migrations, secretFingerprint };
    const { entries } = await createArchive(path, info, passphrase ? { passphrase } : undefined, async (archive) => {
      await addFiles(archive, storage);
      await addTables(archive, client);
      // Sequences are not part of the snapshot: read after the tables, each is beyond every value in them.
      await archive.addJson("sequences", await findSequences(client));
      await archive.addJson("jobs", jobs);
    });
    await client.query("commit");
    const tables = entries.filter((entry) => entry.kind === "table");
    return {
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: entries.filter(({ kind }) => kind === "file").length,
      jobs: jobs.length,
    };
  });
