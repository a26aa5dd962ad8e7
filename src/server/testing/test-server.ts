import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { DestinationStream } from "pino";
import { readConfig } from "#platform/config.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/log.ts";
import type { Platform } from "#platform/platform.ts";
import type { Clock } from "#platform/time.ts";
import { createJobHandlers } from "#server/all-jobs.ts";
import { buildApp } from "#server/app.ts";
import { openPlatform } from "#server/open-platform.ts";
import { type Mail, startMailbox } from "./mailbox.ts";
import { TestClient } from "./test-client.ts";
import { createTestDatabase, inspectorUrl } from "./test-database.ts";

/** The real time plus an offset that tests advance. Sleeping takes no real time. */
class MovableClock implements Clock {
  private offset = 0;
  private readonly sleepers = new Set<{ until: number; wake(): void }>();

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds;
    for (const sleeper of this.sleepers) if (sleeper.until <= this.now().getTime()) sleeper.wake();
  }

  /** Lasts until the clock is advanced. */
  sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const sleeper = { until: this.now().getTime() + milliseconds, wake: resolve };
    this.sleepers.add(sleeper);
    return promise.finally(() => this.sleepers.delete(sleeper));
  }

  sleeping(): number {
    return this.sleepers.size;
  }
}

export interface TestServer {
  url: string;
  databaseUrl: string;
  platform: Platform;
  clock: MovableClock;
  client(): TestClient;
  /** Runs as the superuser, who bypasses row-level security. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Waits for the next mail to this address. */
  nextMail(to: string): Promise<Mail>;
  mails(to: string): Mail[];
  close(): Promise<void>;
}

interface Options {
  env?: Record<string, string>;
  /** Uses the database of another test server, as a second process would. */
  databaseUrl?: string;
  /** Off in tests that compare the content of all tables: a worker writes to those of the job queue. */
  worker?: boolean;
  /** By default the log is discarded. */
  log?: DestinationStream;
}

/** One-line pages in place of the web build, so that tests can tell which page is served. */
const makePages = async (dataDir: string): Promise<string> => {
  const folder = join(dataDir, "web");
  await Promise.all(["assets", ".vite"].map((name) => mkdir(join(folder, name), { recursive: true })));
  await writeFile(
    join(folder, "index.html"),
    '<!doctype html><html><head><title>app</title></head><body><div id="root"></div></body></html>',
  );
  await writeFile(
    join(folder, ".vite/screens.json"),
    JSON.stringify({ "/login": ["/assets/app-1a2b3c.js"], "/prompts": ["/assets/app-1a2b3c.js"] }),
  );
  const skeleton = { who: "member", html: "<p>skeleton</p>" };
  await writeFile(join(folder, ".vite/skeletons.json"), JSON.stringify({ "/prompts": skeleton }));
  await writeFile(
    join(folder, "landing.html"),
    `<!doctype html><title>landing</title><meta property="og:image" content="/og.png">`,
  );
  await writeFile(join(folder, "assets/app-1a2b3c.js"), "export {};");
  await writeFile(join(folder, "robots.txt"), "User-agent: *");
  return folder;
};

/** The real server with its own database, SMTP server, storage folder and port. Only the clock is replaced. */
export const startTestServer = async (options: Options = {}): Promise<TestServer> => {
  const { env = {}, databaseUrl, worker = true } = options;
  const database = databaseUrl ? undefined : await createTestDatabase();
  const url = databaseUrl ?? database?.url ?? "";
  const dataDir = await mkdtemp(join(tmpdir(), "usa-data-"));
  const mailbox = await startMailbox();
  const config = readConfig({
    DATA_DIR: dataDir,
    SMTP_URL: mailbox.url,
    LOG_LEVEL: "error",
    PORT: "3999",
    METRICS_TOKEN: "een-token-voor-de-cijfers",
    ...env,
  });
  const clock = new MovableClock();
  const log = createLog(config.logLevel, options.log);
  const { platform, close } = await openPlatform(config, url, log, { clock });
  const inspector = new pg.Pool({ connectionString: inspectorUrl(url), max: 1 });
  inspector.on("error", () => undefined);
  // Tests start scheduled jobs themselves: the schedule would start them again at the turn of a minute.
  await inspector.query("delete from pgboss.schedule");
  if (worker) await platform.jobs.startWorker(createJobHandlers(platform));
  const app = await buildApp(platform, await makePages(dataDir));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    url: base,
    databaseUrl: url,
    platform,
    clock,
    client: () => new TestClient(base),
    query: async <Row>(text: string, values: unknown[] = []) => (await inspector.query(text, values)).rows as Row[],
    nextMail: mailbox.next,
    mails: mailbox.mailsTo,
    close: async () => {
      await app.close();
      await close();
      await inspector.end();
      await mailbox.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

export const openTestDatabase = (url: string) => openDatabase({ url, connections: 2, onError: () => undefined });
