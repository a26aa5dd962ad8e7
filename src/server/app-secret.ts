import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#platform/config.ts";
import type { SealedColumn } from "#platform/reseal.ts";
import { createSecretBox, deriveKey, type SecretBox, toNamedSecret } from "#platform/secrets.ts";
import { twoStepSecretColumn } from "#server/features/auth/two-step/two-step.service.ts";
import { companySecretColumns } from "#server/features/companies/connections.service.ts";

/** Given by the environment, or made once and kept beside the data so that sealed values stay readable. */
export const findAppSecret = async ({ appSecret, dataDir }: Config): Promise<string> => {
  if (appSecret) return appSecret;
  const file = join(dataDir, "app-secret");
  try {
    // "wx": of two processes that start at once, one writes and both read the same.
    await writeFile(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
};

/**
 * What is made of the installation's secret. Of two secrets the first seals and signs; what the other has sealed or signed
 * is good too, so that processes with either first work side by side while one takes the place of the other.
 */
export const openSecrets = async (config: Config): Promise<{ secrets: SecretBox; uploadKeys: Uint8Array[] }> => {
  const current = await findAppSecret(config);
  const others = config.appSecretOther ? [config.appSecretOther] : [];
  return {
    secrets: createSecretBox({ current: toNamedSecret(current), previous: others.map(toNamedSecret) }),
    uploadKeys: [current, ...others].map((secret) => deriveKey(secret, "upload")),
  };
};

/** Every place where a value is kept sealed. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [...companySecretColumns, twoStepSecretColumn];
