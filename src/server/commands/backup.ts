import { mkdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { secretFingerprint } from "#platform/backup/archive-format.ts";
import { createBackup } from "#platform/backup/create-backup.ts";
import { type Config, ConfigError, readConfig } from "#platform/config.ts";
import { createLog } from "#platform/log.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { VERSION } from "#server/features/system/system.service.ts";
import { allJobs } from "../all-jobs.ts";
import { readOrCreateAppSecret } from "../app-secret.ts";
import { startUnmigratedDatabase } from "../start-database.ts";
import { runOperatorCommand } from "./run-operator-command.ts";

/** The path on the command line, or a name in `DATA_DIR/backups` that sorts by time. */
const prepareBackupPath = async ({ dataDir, backupPassphrase }: Config): Promise<string> => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [pathArgument] = positionals;
  const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  const extension = backupPassphrase ? "tar.age" : "tar";
  const path = pathArgument ? resolve(pathArgument) : join(dataDir, "backups", `${stamp}.${extension}`);
  if (path.endsWith(".age") && !backupPassphrase) {
    throw new ConfigError(
      "Een reservekopie met een naam op .age is versleuteld: stel BACKUP_PASSPHRASE in, of kies een naam op .tar.",
    );
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return path;
};

await runOperatorCommand(async () => {
  const config = readConfig(process.env);
  const path = await prepareBackupPath(config);
  const secret = await readOrCreateAppSecret(config);
  const database = await startUnmigratedDatabase(config, createLog("error"));
  try {
    const { tables, rows, files, jobs } = await createBackup({
      url: database.url,
      storage: await createStorage(config.storageUrl),
      path,
      passphrase: config.backupPassphrase,
      productVersion: VERSION,
      secretFingerprint: secretFingerprint(secret),
      // A schedule creates its jobs again.
      jobQueues: allJobs.filter(({ schedule }) => !schedule).map(({ name }) => name),
    });
    const contents = `${tables} tabellen, ${rows} regels, ${files} bestanden, ${jobs} wachtende taken`;
    process.stdout.write(`Reservekopie gemaakt: ${path} (${contents}).\n`);
    if (!config.backupPassphrase) {
      process.stdout.write("Zij is niet versleuteld. Met BACKUP_PASSPHRASE wordt zij dat.\n");
    }
    process.stdout.write("Bewaar APP_SECRET ergens anders: zonder dat geheim zijn toegangstokens niet te lezen.\n");
  } finally {
    await database.stop();
  }
});
