import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { z } from "zod";
import { appliedMigrations, compareMigrations, migrate } from "../database/migrate.ts";
import type { Storage } from "../storage/storage.ts";
import { ArchiveError, type Head } from "./archive-format.ts";
import { checkArchive, type ReadEntry, readArchive } from "./archive-reader.ts";
import { copyIn } from "./copy.ts";
import { copyTarget, findTables, type Sequence, withBackupConnection } from "./tables.ts";

import { replaceWaitingJobs, waitingJobSchema } from "./waiting-jobs.ts";

export interface RestoreOptions {
  url: string;
  storage: Storage;
  path: string;
  passphrase: string | undefined;
  /** What is there goes. Without it only an empty place will do. */
  overwrite: boolean;
  /** Makes the queues in the database. */
  prepareQueues(): Promise<void>;
}

const sequencesSchema = z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) }));
const jobsSchema = z.array(waitingJobSchema);

const parseJson = async <T>(schema: z.ZodType<T>, content: AsyncIterable<Buffer>): Promise<T> =>
  schema.parse(JSON.parse((await buffer(Readable.from(content))).toString("utf8")));

const requireKnownMigrations = async ({ migrations }: Head): Promise<string> => {
  const { unknown, changed } = await compareMigrations(migrations);
  if (unknown) {
    throw new ArchiveError(
      `Deze reservekopie is van een nieuwere versie (${unknown}). Werk eerst de software bij en probeer het opnieuw.`,
    );
  }
  if (changed) throw new ArchiveError(`Deze reservekopie is van een andere versie: ${changed} is daar anders.`);
  return migrations.at(-1)?.name ?? "";
};

/** One that has been through more than the archive cannot take its rows. */
const requireSchemaNotNewer = async (client: pg.Client, { migrations }: Head): Promise<void> => {
  const names = new Set(migrations.map(({ name }) => name));
  const beyond = (await appliedMigrations(client)).find(({ name }) => !names.has(name));
  if (!beyond) return;
  throw new ArchiveError(
    `De database is al verder bijgewerkt (${beyond.name}) dan de reservekopie. Zet haar terug in een lege database.`,
  );
};

const requireNoRunningProcesses = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query(`select 1 from pg_stat_activity where datname = current_database()
    and application_name in ('usa_tenant', 'usa_platform', 'usa_worker')`);
  if (rowCount) throw new ArchiveError("Er werken nog processen met deze database. Stop ze eerst.");
};

const isEmpty = async (client: pg.Client, storage: Storage): Promise<boolean> => {
  const { rows } = await client.query<{ made: boolean }>("select to_regclass('public.users') is not null as made");
  if (rows[0]?.made) {
    await client.query("begin; set local role usa_platform");
    const found = await client.query("(select 1 from companies limit 1) union all (select 1 from users limit 1)");
    await client.query("commit");
    if (found.rowCount) return false;
  }
  for await (const _object of storage.list("")) return false;
  return true;
};

// Both hold for the owner too. They come back with the commit, or never went: it is one transaction.
const DISABLE_RLS_AND_TRIGGERS = `
do $$
declare
  name regclass;
begin
  for name in
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
  loop
    execute format('alter table %s no force row level security', name);
    -- What a trigger once wrote is in the archive itself. Links between tables are still checked.
    execute format('alter table %s disable trigger user', name);
  end loop;
end
$$`;
const ENABLE_RLS_AND_TRIGGERS = DISABLE_RLS_AND_TRIGGERS.replace("no force", "force").replace(
  "disable trigger",
  "enable trigger",
);

const restoreEntry = async (
  client: pg.Client,
  storage: Storage,
  { entry, content, close }: ReadEntry,
): Promise<void> => {
  switch (entry.kind) {
    case "file":
      return storage.put(entry.key, Readable.from(content, { objectMode: false }), entry);
    case "table": {
      const rows = await copyIn(client, `copy ${copyTarget(entry)} from stdin`, content);
      if (rows !== close().rows) throw new ArchiveError(`Van de tabel ${entry.name} zijn niet alle regels teruggezet.`);
      return;
    }
    case "sequences":
      for (const { name, value } of await parseJson<Sequence[]>(sequencesSchema, content))
        await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
      return;
    case "jobs":
      return replaceWaitingJobs(client, await parseJson(jobsSchema, content));
  }
};

const loadArchive = async (client: pg.Client, { path, passphrase, storage }: RestoreOptions): Promise<void> => {
  await client.query("begin");
  const tables = (await findTables(client)).map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  // Sessions and the like hang on the users and go with them.
  await client.query(`truncate ${tables.join(", ")} cascade`);
  await client.query(DISABLE_RLS_AND_TRIGGERS);
  await readArchive(path, passphrase, async ({ entries }) => {
    for await (const entry of entries()) await restoreEntry(client, storage, entry);
  });
  await client.query(ENABLE_RLS_AND_TRIGGERS);
  await client.query("commit");
  // Until the server knows the tables, it plans as if they were empty.
  await client.query("analyze");
};

/** Puts an archive back, brought up to this version. The database is loaded in one transaction: wholly or not at all. */
export const restore = async (options: RestoreOptions): Promise<Head> => {
  const { url, storage, path, passphrase, overwrite } = options;
  const head = await checkArchive(path, passphrase);
  const last = await requireKnownMigrations(head);
  await withBackupConnection(url, async (client) => {
    await requireNoRunningProcesses(client);
    if (!overwrite && !(await isEmpty(client, storage))) {
      throw new ArchiveError(
        "Hier staan al gegevens. Zet terug op een lege plek, of geef --overwrite om ze te vervangen.",
      );
    }
    await requireSchemaNotNewer(client, head);
    await migrate(url, { upTo: last });
    await options.prepareQueues();
    await loadArchive(client, options);
  });
  await migrate(url);
  return head;
};
