import { randomBytes, randomUUID } from "node:crypto";
import * as fileSystem from "node:fs/promises";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Config, ConfigError } from "#platform/config.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { createSecretBox, deriveKey, type SecretBox, toNamedSecret } from "#platform/secrets.ts";
import { feedSecretColumn } from "#server/features/airtable/airtable.service.ts";
import { ssoSecretColumn } from "#server/features/auth/sso/sso.service.ts";
import { twoStepSecretColumn } from "#server/features/auth/two-step/two-step.service.ts";
import { companySecretColumns } from "#server/features/companies/connections.service.ts";
import { webhookSecretColumn } from "#server/features/webhooks/webhooks.service.ts";

/** The calls that not every file system can perform. */
export type FileCalls = Pick<typeof fileSystem, "link" | "open">;

/** Does nothing if the file exists. Removes it if writing fails, because the product does not start with an empty secret file. */
const createFile = async ({ open }: FileCalls, file: string, content: string): Promise<void> => {
  const created = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  if (!created) return;
  try {
    await created.writeFile(content);
    await created.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await created.close();
  }
};

/**
 * Of processes that start at the same time one stores its secret. With a hard link the file appears complete or not at all. Some network
 * and USB file systems have none: there the file is empty for a moment, which `readComplete` waits for.
 */
const storeNewSecret = async (calls: FileCalls, file: string): Promise<void> => {
  const secret = randomBytes(32).toString("base64url");
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, secret, { flag: "wx", mode: 0o600, flush: true });
    await calls.link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") await createFile(calls, file, secret);
    });
  } finally {
    await rm(draft, { force: true });
  }
};

const READ_ATTEMPTS = 20;
const READ_PAUSE_MS = 100;

/** Undefined when there is no file. An empty one is no secret: everybody could decrypt what is encrypted with it. */
const readComplete = async (file: string): Promise<string | undefined> => {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
    const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (stored === undefined) return undefined;
    if (stored.trim() !== "") return stored.trim();
    await sleep(READ_PAUSE_MS);
  }
  throw new ConfigError(
    `${file} is leeg. Zet de oude inhoud terug, of geef haar met APP_SECRET. Verwijder het bestand alleen bij een nieuwe installatie.`,
  );
};

/** From the settings, or generated once and stored in DATA_DIR. */
export const readOrCreateAppSecret = async (
  { appSecret, dataDir }: Config,
  calls: FileCalls = fileSystem,
): Promise<string> => {
  if (appSecret) return appSecret;
  const file = join(dataDir, "app-secret");
  const stored = await readComplete(file);
  if (stored !== undefined) return stored;
  await storeNewSecret(calls, file);
  const created = await readComplete(file);
  if (created === undefined) throw new Error(`${file} was removed while the product started`);
  return created;
};

/**
 * APP_SECRET encrypts and signs. What APP_SECRET_OTHER has encrypted or signed is accepted too, so that during a rotation
 * processes with either order of the two secrets work side by side.
 */
export const openSecrets = async (config: Config): Promise<{ secrets: SecretBox; uploadKeys: Uint8Array[] }> => {
  const current = await readOrCreateAppSecret(config);
  const others = config.appSecretOther ? [config.appSecretOther] : [];
  return {
    secrets: createSecretBox({ current: toNamedSecret(current), previous: others.map(toNamedSecret) }),
    uploadKeys: [current, ...others].map((secret) => deriveKey(secret, "upload")),
  };
};

/** Every column that holds encrypted values. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  ...companySecretColumns,
  twoStepSecretColumn,
  webhookSecretColumn,
  feedSecretColumn,
  ssoSecretColumn,
];
