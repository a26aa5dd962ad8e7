import { readFile } from "node:fs/promises";
import type { Role } from "#contract/roles.ts";
import { findFreePort } from "#e2e/product/product.ts";
import { openDatabase } from "#platform/database/database.ts";
import { hashPassword } from "#platform/passwords.ts";
import { type MadeUser, makeUser, PASSWORD } from "#testing/account-factories.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { TestClient } from "#testing/test-client.ts";

const APP_SECRET = "een geheim dat alle processen van de meting delen";
const KIB_PER_MIB = 1024;

/** Starts the product in production mode as a separate process. Without a DATABASE_URL it starts the embedded database. */
export const startProduct = async (
  kind: "web" | "worker" | "both",
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ProductProcess> => {
  const port = await findFreePort();
  return startServerProcess({
    NODE_ENV: "production",
    PROCESS: kind,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ALLOW_HTTP: "1",
    APP_SECRET,
    DATA_DIR: dataDir,
    ...settings,
  });
};

/** Adds a user with the password of all users of the dataset. */
export const addUser = async (databaseUrl: string, companyId: string | null, role: Role): Promise<MadeUser> => {
  const database = openDatabase({ url: databaseUrl, connections: 1, onError: () => undefined });
  try {
    return await makeUser(database, companyId, { role, passwordHash: await hashPassword(PASSWORD) });
  } finally {
    await database.close();
  }
};

/** An HTTP client with a session of this user. */
export const signIn = async (
  { url }: ProductProcess,
  username: string,
  session: "main" | "admin" = "main",
): Promise<TestClient> => {
  const client = new TestClient(url);
  const { status, text } = await client.signIn(username, PASSWORD, session);
  if (status !== 200) throw new Error(`signing in as ${username} returned ${status}: ${text}`);
  return client;
};

/** The resident set size of a process, in MiB. */
export const memoryOf = async ({ pid }: { pid: number }): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB_PER_MIB;
};
