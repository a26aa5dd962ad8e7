import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { findTables } from "#platform/backup/database-snapshot.ts";
import { startEmbeddedPostgres } from "#platform/database/embedded/embedded-postgres.ts";
import { removeData } from "#scripts/throwaway-database.ts";
import { CHILD_ENVIRONMENT } from "#testing/product-process.ts";
import { spreadOverCompanies } from "./dataset/fill.ts";
import { openBenchData, withClient } from "./dataset/load.ts";
import { round } from "./statistics.ts";
import { type Options, printProgress, printTable, type Suite, type SuiteResult } from "./suite.ts";

const ROOT = join(import.meta.dirname, "..");
const MIB = 1024 ** 2;
/** A tenth of the rows is measured too: a memory that grows with the rows would grow tenfold. */
const SMALL_SHARE = 0.1;
const MAX_MEMORY_GROWTH = 1.25;
/** Fewer messages than in the other suites: their triggers take most of the time of loading. */
const SPARSE_DATASET = { queueItemsPerLead: 0.1, shareOfLeadsWith: { message: 0.1, meeting: 0.05, invitation: 0.05 } };

interface CommandFigures {
  seconds: number;
  peakMemoryMiB: number;
}

/** Runs a command of the product. The kernel keeps the peak of its memory, so the last sample is enough. */
const runMeasured = async (
  command: "backup" | "restore",
  env: Record<string, string>,
  ...args: string[]
): Promise<CommandFigures> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(ROOT, `src/server/commands/${command}.ts`), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...CHILD_ENVIRONMENT, NODE_ENV: "test", BACKUP_PASSPHRASE: "een lange zin voor de meting", ...env },
  });
  let peakKiB = 0;
  const sampler = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, "utf8").then(
      (status) => (peakKiB = Math.max(peakKiB, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))),
      () => undefined,
    );
  }, 100);
  const [code] = (await once(child, "exit")) as [number | null];
  clearInterval(sampler);
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return { seconds: round((performance.now() - startedAt) / 1000, 1), peakMemoryMiB: round(peakKiB / 1024) };
};

/** The number of rows of every table in a backup, and the sum of the hashes of their contents. */
const readContents = async (client: pg.Client): Promise<Map<string, string>> => {
  const contents = new Map<string, string>();
  for (const { name } of await findTables(client)) {
    const { rows } = await client.query<{ content: string }>(
      `select format('%s rows, %s', count(*), sum(hashtextextended(t::text, 0))) as content from ${name} t`,
    );
    contents.set(name, rows[0]?.content ?? "");
  }
  return contents;
};

const databaseSize = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size");
  return Number(rows[0]?.size ?? 0);
};

/** Backs up a database, restores it on another server and compares the two. */
const measure = async (url: string, leads: number) => {
  const folder = await mkdtemp(join(tmpdir(), "usa-bench-backup-"));
  const settingsOf = async (name: string) => {
    const dataDir = join(folder, name);
    await mkdir(join(dataDir, "objects"), { recursive: true });
    return { DATA_DIR: dataDir, STORAGE_URL: pathToFileURL(join(dataDir, "objects")).href };
  };
  const archive = join(folder, "backup.tar.age");
  try {
    const source = await withClient(url, async (client) => ({
      contents: await readContents(client),
      bytes: await databaseSize(client),
    }));
    printProgress(`${leads} leads: backup`);
    const backup = await runMeasured("backup", { ...(await settingsOf("source")), DATABASE_URL: url }, archive);
    printProgress(`${leads} leads: check`);
    const target = await settingsOf("target");
    const check = await runMeasured("restore", target, archive, "--check");
    printProgress(`${leads} leads: restore`);
    const restore = await runMeasured("restore", target, archive, "--resume");
    const server = await startEmbeddedPostgres({ dataDir: target.DATA_DIR });
    const restored = await withClient(server.connectionString("ultimate_sales_agent"), readContents);
    await server.stop();
    await removeData(target.DATA_DIR);
    const different = [...source.contents].filter(([table, content]) => restored.get(table) !== content);
    const archiveMiB = round((await stat(archive)).size / MIB);
    return { leads, databaseMiB: round(source.bytes / MIB), archiveMiB, backup, check, restore, different };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const run = async ({ rows, data: folder }: Options): Promise<SuiteResult> => {
  const data = await openBenchData(folder);
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const leads of [rows * SMALL_SHARE, rows]) {
    const name = leads === rows ? "backup" : "backup_tenth";
    const { url } = await data.load({ ...SPARSE_DATASET, name, leadsPerCompany: spreadOverCompanies(leads) });
    measured.push(await measure(url, leads));
  }
  await data.close();
  await data.remove();

  const [small, large] = measured;
  if (!small || !large) throw new Error("two sizes are measured");
  printTable(
    "backup",
    measured.flatMap(({ leads, databaseMiB, archiveMiB, backup, check, restore }) =>
      Object.entries({ backup, check, restore }).map(([command, figures]) => ({
        leads,
        databaseMiB,
        archiveMiB,
        command,
        ...figures,
      })),
    ),
  );
  const missedTargets = [
    ...measured.flatMap(({ leads, different }) =>
      different.map(([table]) => `of ${leads} leads, ${table} differs after the restore`),
    ),
    ...(["backup", "check", "restore"] as const)
      .filter((command) => large[command].peakMemoryMiB > small[command].peakMemoryMiB * MAX_MEMORY_GROWTH)
      .map((command) => `memory of ${command} ≤ ${MAX_MEMORY_GROWTH} × that for a tenth of the rows`),
  ];
  return { figures: { measured }, missedTargets };
};

/** Backup of a million leads, restored on another server: time, size and memory. */
export const backupSuite: Suite = { defaultRows: 1_000_000, run };
