import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#platform/config.ts";
import type { EncryptedColumn } from "#platform/reencrypt.ts";
import { createSecretBox, deriveKey, type SecretBox, toNamedSecret } from "#platform/secrets.ts";
import { feedSecretColumn } from "#server/features/airtable/airtable.service.ts";
import { ssoSecretColumn } from "#server/features/auth/sso/sso.service.ts";
import { twoStepSecretColumn } from "#server/features/auth/two-step/two-step.service.ts";
import { companySecretColumns } from "#server/features/companies/connections.service.ts";
import { webhookSecretColumn } from "#server/features/webhooks/webhooks.service.ts";

/** From the settings, or generated once and stored in DATA_DIR. */
export const readOrCreateAppSecret = async ({ appSecret, dataDir }: Config): Promise<string> => {
  if (appSecret) return appSecret;
  const file = join(dataDir, "app-secret");
  try {
    // "wx": of two processes that start at the same time, one writes and both read the same secret.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
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
