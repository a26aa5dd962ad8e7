import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Manifest, secretFingerprint } from "#platform/backup/archive-format.ts";
import { openArchive } from "#platform/backup/archive-reader.ts";
import { restoreBackup } from "#platform/backup/restore-backup.ts";
import { ConfigError, readConfig } from "#platform/config.ts";
import { migrateJobs } from "#platform/jobs/migrate-jobs.ts";
import { createLog } from "#platform/log.ts";
import { createStorage } from "#platform/storage/create-storage.ts";
import { systemClock } from "#platform/time.ts";
import { parkUnknownOutcomes } from "#server/features/automation/delivery.ts";
import { allJobs } from "../all-jobs.ts";
import { readOrCreateAppSecret } from "../app-secret.ts";
import { startUnmigratedDatabase } from "../start-database.ts";
import { runOperatorCommand } from "./run-operator-command.ts";

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

/** A message is sent in parts. */
const describeParked = (parts: number): string =>
  parts === 1
    ? "1 deel van een bericht kan sindsdien verstuurd zijn en wacht op een mens."
    : `${parts} delen van berichten kunnen sindsdien verstuurd zijn en wachten op een mens.`;

const describeConsequences = ({ createdAt }: Manifest): string[] => [
  "Iedereen logt opnieuw in.",
  `Wat na ${createdAt} is gedaan, is ongedaan, en het auditlog van die tijd is weg. Vraag het na en doe het opnieuw:`,
  "- wie sindsdien is gewist, staat er weer in en kan weer worden benaderd;",
  "- API-sleutels die sindsdien zijn ingetrokken, werken weer;",
  "- wie sindsdien is gedeactiveerd of verwijderd, kan weer inloggen, en oude wachtwoorden gelden weer.",
  "Is dit een proef naast het echte product? Start die met PROCESS=web en een eigen STORAGE_URL: een worker verstuurt",
  "berichten, synchroniseert met Airtable en verwijdert bestanden.",
];

await runOperatorCommand(async () => {
  const { path, overwrite, check, resume } = readArguments();
  const config = readConfig(process.env);
  if (check) {
    const { manifest } = await openArchive(path, config.backupPassphrase);
    return printLine(`De reservekopie is heel: ${describeBackup(manifest)}.`);
  }
  let parked = 0;
  const database = await startUnmigratedDatabase(config, createLog("error"));
  try {
    const manifest = await restoreBackup({
      url: database.url,
      storage: await createStorage(config.storageUrl),
      path,
      passphrase: config.backupPassphrase,
      overwrite,
      prepareQueues: () => migrateJobs(database.url, allJobs),
      ...(resume
        ? {}
        : {
            changeCompany: async (company) => {
              parked += await parkUnknownOutcomes(company, systemClock.now());
            },
          }),
    });
    printLine(`Teruggezet: de reservekopie ${describeBackup(manifest)}.`);
    if (parked) printLine(describeParked(parked));
    if (manifest.secretFingerprint !== secretFingerprint(await readOrCreateAppSecret(config))) {
      printLine(
        "Let op: APP_SECRET is een ander dan toen. Toegangstokens en inlogcodes zijn pas te lezen met het oude.",
      );
    }
    for (const line of describeConsequences(manifest)) printLine(line);
  } finally {
    await database.stop();
  }
});
