import { parseArgs } from "node:util";
import { ConfigError, readConfig } from "#platform/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/log.ts";
import { reencrypt } from "#platform/reencrypt.ts";
import { ENCRYPTED_COLUMNS, openSecrets } from "../app-secret.ts";
import { startUnmigratedDatabase } from "../start-database.ts";
import { runOperatorCommand } from "./run-operator-command.ts";

const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

await runOperatorCommand(async () => {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const config = readConfig(process.env);
  const { secrets } = await openSecrets(config);
  const server = await startUnmigratedDatabase(config, createLog("error"));
  const database = openDatabase({ url: server.url, connections: 1, onError: () => undefined });
  let unreadable = 0;
  try {
    for (const column of ENCRYPTED_COLUMNS) {
      const done = await reencrypt(database.platform, secrets, column, values.check);
      unreadable += done.unreadable;
      const what = values.check ? "nog onder een ander geheim" : "opnieuw verzegeld";
      printLine(`${column.table}.${column.column}: ${done.renewed} ${what}`);
    }
  } finally {
    await database.close();
    await server.stop();
  }
  if (unreadable > 0) {
    throw new ConfigError(
      `${unreadable} waarden zijn met geen van de opgegeven geheimen te openen. Geef het oude geheim in APP_SECRET_OTHER, of vul de waarden opnieuw in.`,
    );
  }
  if (!values.check) printLine("Alles is verzegeld met APP_SECRET. APP_SECRET_OTHER kan weg.");
});
