import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { type ProductProcess, startSandboxProcess, startServerProcess } from "#testing/product-process.ts";
import { createTestDatabase, inspectorUrl } from "#testing/test-database.ts";
import { findFreePort } from "./free-port.ts";

export interface Product {
  url: string;
  sandboxUrl: string;
  /** To make accounts that no other test uses. */
  database: Database;
  /** Asks the database past every rule, to put work on people's desks. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

const findMailServer = async (sandboxUrl: string): Promise<string> => {
  const { smtp } = (await (await fetch(sandboxUrl)).json()) as { smtp: string };
  return smtp;
};

/** The whole product as people run it, with the demo in it: server, sandbox and a database of its own. */
export const startProduct = async (): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), "usa-e2e-"));
  const [store, sandbox, port] = await Promise.all([createTestDatabase(), startSandboxProcess(), findFreePort()]);
  const database = openDatabase({ url: store.url, connections: 2, onError: () => undefined });
  const inspector = new pg.Pool({ connectionString: inspectorUrl(store.url), max: 1 });
  inspector.on("error", () => undefined);
  const settings = {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: store.url,
    SANDBOX_URL: sandbox.url,
    SMTP_URL: await findMailServer(sandbox.url),
  };
  const startServer = () => startServerProcess(settings);
  let server: ProductProcess | undefined = await startServer();
  const stopServer = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    url: server.url,
    sandboxUrl: sandbox.url,
    database,
    query: async <Row>(text: string, values: unknown[] = []) => (await inspector.query(text, values)).rows as Row[],
    stopServer,
    startServer: async () => {
      server ??= await startServer();
    },
    close: async () => {
      await Promise.all([stopServer(), sandbox.stop(), database.close(), inspector.end()]);
      await store.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
