import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { type ProductProcess, startSandboxProcess, startServerProcess } from "#testing/product-process.ts";
import { expectNoPrivateDataInPrompts } from "#testing/sandbox.ts";
import { createTestDatabase, inspectorUrl } from "#testing/test-database.ts";

// Below the ephemeral port range, so that no other process takes the port while the server restarts.
const FIRST_PORT = 20_000;
// Each worker of Vitest or Playwright has ports of its own, so that no two take the same one between the look and the start.
const PORTS_PER_WORKER = Math.floor(10_000 / (availableParallelism() + 2));
const worker = process.env["VITEST_POOL_ID"] ?? process.env["TEST_PARALLEL_INDEX"] ?? 0;
const lowestPort = FIRST_PORT + Number(worker) * PORTS_PER_WORKER;
let nextPort = randomInt(PORTS_PER_WORKER);

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
};

export const findFreePort = async (): Promise<number> => {
  const port = lowestPort + nextPort;
  nextPort = (nextPort + 1) % PORTS_PER_WORKER;
  return (await isFree(port)) ? port : findFreePort();
};

/** Another process may take the port between the check and the start. */
const startOnFreePort = async (settings: Record<string, string>): Promise<{ port: number; server: ProductProcess }> => {
  const port = await findFreePort();
  try {
    return { port, server: await startServerProcess({ ...settings, PORT: String(port) }) };
  } catch (error) {
    if (String(error).includes(`Poort ${port} is al in gebruik`)) return startOnFreePort(settings);
    throw error;
  }
};

export interface Product {
  url: string;
  sandboxUrl: string;
  /** For creating accounts that no other test uses. */
  database: Database;
  /** Queries as superuser, bypassing row-level security, to set up test data. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

const findMailServer = async (sandboxUrl: string): Promise<string> => {
  const { smtp } = (await (await fetch(sandboxUrl)).json()) as { smtp: string };
  return smtp;
};

/** Starts the server and the sandbox on its own database that contains the demo accounts. */
export const startProduct = async (): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), "usa-e2e-"));
  const [testDatabase, sandbox] = await Promise.all([createTestDatabase(), startSandboxProcess()]);
  const database = openDatabase({ url: testDatabase.url, connections: 2, onError: () => undefined });
  const superuserPool = new pg.Pool({ connectionString: inspectorUrl(testDatabase.url), max: 1 });
  superuserPool.on("error", () => undefined);
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.url,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: await findMailServer(sandbox.url),
    DEMO_CONNECTIONS: "off",
  };
  const { port, server: started } = await startOnFreePort(settings);
  let server: ProductProcess | undefined = started;
  const stopServer = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    url: started.url,
    sandboxUrl: sandbox.url,
    database,
    query: async <Row>(text: string, values: unknown[] = []) => (await superuserPool.query(text, values)).rows as Row[],
    stopServer,
    startServer: async () => {
      server ??= await startServerProcess({ ...settings, PORT: String(port) });
    },
    close: async () => {
      try {
        await expectNoPrivateDataInPrompts(sandbox.url);
      } finally {
        await Promise.all([stopServer(), sandbox.stop(), database.close(), superuserPool.end()]);
        await testDatabase.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
};

const REJECT_CONNECTIONS = `
  do $$
  begin
    execute format('revoke connect on database %I from public, product_login', current_database());
    perform pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
  end
  $$`;
const ALLOW_CONNECTIONS = `
  do $$
  begin
    execute format('grant connect on database %I to public', current_database());
  end
  $$`;

/** Makes the database refuse connections while the server keeps running. */
export const rejectDatabaseConnections = ({ query }: Product) => query(REJECT_CONNECTIONS);
export const allowDatabaseConnections = ({ query }: Product) => query(ALLOW_CONNECTIONS);
