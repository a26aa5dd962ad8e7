import { readFile } from "node:fs/promises";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { findFreePort } from "../e2e/product/product.ts";

const APP_SECRET = "een geheim dat alle processen van de meting delen";
const KIB_PER_MIB = 1024;

/** Starts the product in production mode as a separate process. Without a `databaseUrl` it starts the embedded database. */
export const startProductProcess = async (
  kind: "web" | "worker" | "both",
  dataDir: string,
  settings: { databaseUrl?: string | undefined } & Record<string, string | undefined>,
): Promise<ProductProcess> => {
  const port = await findFreePort();
  const { databaseUrl, ...more } = settings;
  const environment = Object.entries({ DATABASE_URL: databaseUrl, ...more }).filter(([, value]) => value !== undefined);
  return startServerProcess({
    NODE_ENV: "production",
    PROCESS: kind,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    APP_SECRET: APP_SECRET,
    DATA_DIR: dataDir,
    ...(Object.fromEntries(environment) as Record<string, string>),
  });
};

/** The resident set size of a process, in MiB. */
export const memoryOf = async ({ pid }: { pid: number }): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB_PER_MIB;
};
