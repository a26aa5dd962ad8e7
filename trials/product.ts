import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "#e2e/product/product.ts";
import { type ProductProcess, startServerProcess } from "#testing/product-process.ts";
import { TestClient } from "#testing/test-client.ts";
import { startTestServer, type TestServer } from "#testing/test-server.ts";

/** Valid secrets that are easy to recognise in a log or response that must not contain them. */
export const METRICS_TOKEN = "het-token-van-de-proef-voor-de-cijfers";
export const APP_SECRET = "het-geheim-van-de-proef-dat-nergens-mag-staan";

/** Starts processes of the product that share a database and a data folder. */
export interface ProductProcesses {
  /** Not the server under test: runs in the test process, without a worker, to create test data and query as superuser. */
  server: TestServer;
  /** `checkout`: the folder of another version; by default this one. */
  startWeb(settings?: Record<string, string>, checkout?: string): Promise<ProductProcess>;
  startWorker(settings?: Record<string, string>, checkout?: string): Promise<ProductProcess>;
  /** Web and worker in one process, as `npm start` has them. */
  startMain(settings?: Record<string, string>): Promise<ProductProcess>;
  /** A program of a trial that runs the product in its own way. */
  startProgram(program: string, settings?: Record<string, string>): Promise<ProductProcess>;
  /** `server`, but its clients send their requests to that process. */
  testServerFor(web: ProductProcess): TestServer;
  close(): Promise<void>;
}

type Settings = Record<string, string>;

/** `shared`: the settings of every process. */
export const prepareProduct = async (shared: Settings = {}, databaseUrl?: string): Promise<ProductProcesses> => {
  const dataDir = await mkdtemp(join(tmpdir(), "usa-trial-"));
  const env = { APP_SECRET, METRICS_TOKEN, STORAGE_URL: `file://${dataDir}/objects`, ...shared };
  const server = await startTestServer({ worker: false, env, ...(databaseUrl ? { databaseUrl } : {}) });
  const started: ProductProcess[] = [];
  const start = async (settings: Settings, checkout?: string, program?: string): Promise<ProductProcess> => {
    const { config } = server.platform;
    const connection = { DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl, SMTP_URL: config.smtpUrl };
    const defaults = { NODE_ENV: "test", LOG_LEVEL: "info", ...connection };
    const child = await startServerProcess({ ...defaults, ...env, ...settings }, { checkout, program });
    started.push(child);
    return child;
  };
  const startListening = async (settings: Settings, checkout?: string, program?: string) =>
    start({ PORT: String(await findFreePort()), ...settings }, checkout, program);
  return {
    server,
    startWeb: (settings = {}, checkout?: string) => startListening({ PROCESS: "web", ...settings }, checkout),
    startMain: (settings = {}) => startListening({ PROCESS: "both", ...settings }),
    startProgram: (program, settings = {}) => startListening({ PROCESS: "both", ...settings }, undefined, program),
    startWorker: (settings = {}, checkout?: string) => start({ PROCESS: "worker", ...settings }, checkout),
    testServerFor: ({ url }) => ({ ...server, url, client: () => new TestClient(url) }),
    close: async () => {
      await Promise.all(started.map((child) => child.kill()));
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
