import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";

/** An embedded PostgreSQL that can be stopped for a while. */
export class RestartableDatabase {
  private readonly dataDir: string;
  private postgres: EmbeddedPostgres;

  private constructor(dataDir: string, postgres: EmbeddedPostgres) {
    this.dataDir = dataDir;
    this.postgres = postgres;
  }

  static async open(): Promise<RestartableDatabase> {
    const dataDir = await mkdtemp(join(tmpdir(), "usa-load-"));
    return new RestartableDatabase(dataDir, await startEmbeddedPostgres({ dataDir }));
  }

  get url(): string {
    return this.postgres.connectionString();
  }

  async restart(downtimeMs: number): Promise<void> {
    await this.postgres.stop();
    await sleep(downtimeMs);
    this.postgres = await startEmbeddedPostgres({ dataDir: this.dataDir });
  }

  async close(): Promise<void> {
    await this.postgres.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
