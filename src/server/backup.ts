import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { secretFingerprint } from "#platform/backup/archive-format.ts";
import { backUp } from "#platform/backup/back-up.ts";
import { type Config, readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { VERSION } from "#server/features/system/system.service.ts";
import { allJobs } from "./all-jobs.ts";
import { findAppSecret } from "./app-secret.ts";
import { runCommand } from "./command-line.ts";
import { findDatabase } from "./start-database.ts";

/** A name that sorts by time, in `DATA_DIR/backups`, unless another place is named. */
const resolveBackupPath = async ({ dataDir }: Config): Promise<string> => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [given] = positionals;
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const path = given ? resolve(given) : join(dataDir, "backups", `${stamp}.usabackup`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
};

await runCommand(async () => {
  const config = readConfig(process.env);
  const path = await resolveBackupPath(config);
  const secret = await findAppSecret(config);
  const database = await findDatabase(config, createLog("error"));
  try {
    const { tables, files, jobs } = await backUp({
      url: database.url,
      storage: await createStorage(config.storageUrl),
      path,
      passphrase: config.backupPassphrase,
      product: VERSION,
      secretMark: secretFingerprint(secret),
      queues: allJobs.filter(({ schedule }) => !schedule).map(({ name }) => name),
    });
    const rows = Object.values(tables).reduce((sum, { rows = 0 }) => sum + rows, 0);
    const kept = `${Object.keys(tables).length} tabellen, ${rows} regels, ${files} bestanden, ${jobs} wachtende taken`;
    process.stdout.write(`Reservekopie gemaakt: ${path} (${kept}).\n`);
    if (!config.backupPassphrase) {
      process.stdout.write("Zij is niet versleuteld. Met BACKUP_PASSPHRASE wordt zij dat.\n");
    }
    process.stdout.write("Bewaar APP_SECRET ergens anders: zonder dat geheim zijn toegangstokens niet te lezen.\n");
  } finally {
    await database.stop();
  }
});
