import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";
import { findFreePort } from "../e2e/product/product.ts";

/** Long enough for the product, and unmistakable wherever they should not be. */
export const METRICS_TOKEN = "het-token-van-de-proef-voor-de-cijfers";
export const APP_SECRET = "het-geheim-van-de-proef-dat-nergens-mag-staan";

/** The product as it runs at a customer's: processes that share a database and a folder. */
export interface RunningProduct {
  /** In this process and without a worker: makes what a trial needs, and looks past every rule. */
  desk: TestServer;
  startWeb(settings?: Record<string, string>): Promise<ProductProcess>;
  startWorker(settings?: Record<string, string>): Promise<ProductProcess>;
  /** The same desk, whose calls go to that process. */
  at(web: ProductProcess): TestServer;
  close(): Promise<void>;
}

type Settings = Record<string, string>;

/** `shared` is what every process of it is told. */
export const openProduct = async (shared: Settings = {}, databaseUrl?: string): Promise<RunningProduct> => {
  const dataDir = await mkdtemp(join(tmpdir(), "usa-trial-"));
  const env = { APP_SECRET, METRICS_TOKEN, STORAGE_URL: `file://${dataDir}/objects`, ...shared };
  const desk = await startTestServer({ worker: false, env, ...(databaseUrl ? { databaseUrl } : {}) });
  const started: ProductProcess[] = [];
  const start = async (settings: Settings): Promise<ProductProcess> => {
    const { config } = desk.platform;
    const own = { DATA_DIR: dataDir, DATABASE_URL: desk.databaseUrl, SMTP_URL: config.smtpUrl };
    const part = await startServerProcess({ NODE_ENV: "test", LOG_LEVEL: "info", ...own, ...env, ...settings });
    started.push(part);
    return part;
  };
  return {
    desk,
    startWeb: async (settings = {}) => start({ PROCESS: "web", PORT: String(await findFreePort()), ...settings }),
    startWorker: (settings = {}) => start({ PROCESS: "worker", ...settings }),
    at: ({ url }) => ({ ...desk, url, client: () => new TestClient(url) }),
    close: async () => {
      await Promise.all(started.map((part) => part.kill()));
      await desk.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
