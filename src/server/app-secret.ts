import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./platform/config.ts";

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
