import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Manifest, secretFingerprint } from "#platform/backup/archive-format.ts";
import { openArchive } from "#platform/backup/archive-reader.ts";
import { restoreBackup } from "#platform/backup/restore-backup.ts";
import { ConfigError, readConfig } from "#platform/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { createLog } from "#platform/log.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { systemClock } from "#platform/time.ts";
import { parkUnknownOutcomes } from "#server/features/automation/delivery.ts";
import { allJobs } from "../all-jobs.ts";
import { readOrCreateAppSecret } from "../app-secret.ts";
import { startUnmigratedDatabase } from "../start-database.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "Gebruik: npm run restore -- BESTAND [--overwrite] [--check] [--resume]";

const readArguments = () => {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { overwrite: flag, check: flag, resume: flag },
  });
  const [path] = positionals;
  if (!path) throw new ConfigError(USAGE);
  return { path: resolve(path), ...values };
};

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
const describeBackup = ({ createdAt, migrations, product }: Manifest): string =>
  `van ${createdAt}, versie ${product}, tot en met ${migrations.at(-1)?.name}`;

/** Messages that were due may have been sent after the backup was made. */
const parkDueMessages = async (url: string): Promise<void> => {
  const database = openDatabase({ url, connections: 1, onError: () => undefined });
  try {
    const parked = await parkUnknownOutcomes({ database, clock: systemClock });
    if (parked)
      printLine(`${parked} berichten die nu verzonden zouden worden, wachten op een mens: zij kunnen al weg zijn.`);
  } finally {
    await database.close();
  }
};

await runCommand(async () => {
  const { path, overwrite, check, resume } = readArguments();
  const config = readConfig(process.env);
  if (check) {
    const { manifest } = await openArchive(path, config.backupPassphrase);
    return printLine(`De reservekopie is heel: ${describeBackup(manifest)}.`);
  }
  const database = await startUnmigratedDatabase(config, createLog("error"));
  try {
    const manifest = await restoreBackup({
      url: database.url,
      storage: await createStorage(config.storageUrl),
      path,
      passphrase: config.backupPassphrase,
      overwrite,
      prepareQueues: () => migrateJobs(database.url, allJobs),
    });
    printLine(`Teruggezet: de reservekopie ${describeBackup(manifest)}.`);
    if (!resume) await parkDueMessages(database.url);
    if (manifest.secretFingerprint !== secretFingerprint(await readOrCreateAppSecret(config))) {
      printLine(
        "Let op: APP_SECRET is een ander dan toen. Toegangstokens en inlogcodes zijn pas te lezen met het oude.",
      );
    }
    printLine("Iedereen logt opnieuw in.");
  } finally {
    await database.stop();
  }
});
