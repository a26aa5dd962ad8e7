import { randomBytes, randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { type NewUser, newUser } from "#contract/forms.ts";
import { type Config, ConfigError, readConfig } from "#platform/config.ts";
import { createLog, type Logger } from "#platform/log.ts";
import type { AuditActor } from "#server/features/audit/audit.service.ts";
import { createUser } from "#server/features/users/users.service.ts";
import { openPlatform } from "../open-platform.ts";
import { startDatabase } from "../start-database.ts";
import { runOperatorCommand } from "./run-operator-command.ts";

const USAGE =
  "Gebruik: npm run admin:create -- --username NAAM --email ADRES [--first-name VOORNAAM] [--last-name ACHTERNAAM]";

const readForm = () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { username: text, email: text, "first-name": text, "last-name": text } });
  if (!values.username || !values.email) throw new ConfigError(USAGE);
  // From the environment for unattended installations; otherwise generated and shown once.
  const password = process.env["ADMIN_PASSWORD"] || randomBytes(12).toString("base64url");
  const parsed = newUser.safeParse({
    username: values.username,
    email: values.email,
    firstName: values["first-name"] ?? "Platform",
    lastName: values["last-name"] ?? "Beheer",
    password,
    role: "super_admin",
  });
  if (!parsed.success) throw new ConfigError(`${parsed.error.issues[0]?.message}\n${USAGE}`);
  return parsed.data;
};

const createOn = async (databaseUrl: string, config: Config, form: NewUser, log: Logger): Promise<void> => {
  const { platform, close } = await openPlatform(config, databaseUrl, log);
  try {
    const actor: AuditActor = {
      id: randomUUID(),
      name: "npm run admin:create",
      role: "super_admin",
      companyId: null,
      sessionId: randomUUID(),
      ipAddress: "localhost",
    };
    const user = await createUser(platform, actor, form);
    const shown = process.env["ADMIN_PASSWORD"] ? "het wachtwoord van ADMIN_PASSWORD" : `wachtwoord ${form.password}`;
    process.stdout.write(`Platformbeheerder ${user.username} is gemaakt, met ${shown}.\n`);
    process.stdout.write(`Inloggen: ${new URL("/admin/login", config.publicUrl).href}\n`);
  } finally {
    await close();
  }
};

/** The first platform admin of an installation; further users are created in the admin panel. */
const createAdmin = async (): Promise<void> => {
  const form = readForm();
  const config = readConfig(process.env);
  const log = createLog("error");
  const database = await startDatabase(config, log);
  try {
    await createOn(database.url, config, form, log);
  } finally {
    await database.stop();
  }
};

await runOperatorCommand(createAdmin);
