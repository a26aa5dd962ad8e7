import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import pg from "pg";
import { z } from "zod";
import type { Db } from "../database/db.ts";
import { appliedMigrations, compareMigrations, migrate } from "../database/migrate.ts";
import { toQuery } from "../database/sql.ts";
import { withoutIndexes } from "../database/without-indexes.ts";
import type { Storage } from "../storage/storage.ts";
import { ArchiveError, type Manifest } from "./archive-format.ts";
import { type Archive, type EntryWithContent, openArchive } from "./archive-reader.ts";
import { copyIn } from "./copy.ts";
import { copyTarget, findTables, findTablesToEmpty, withBackupConnection } from "./database-snapshot.ts";
import { replaceJobs, unfinishedJobSchema } from "./unfinished-jobs.ts";

/** A company whose rows have been restored, in the transaction of the restore and with the rights of its users. */
interface RestoredCompany {
  companyId: string;
  db: Pick<Db, "run">;
}

export interface RestoreOptions {
  url: string;
  storage: Storage;
  path: string;
  passphrase: string | undefined;
  /** Replaces the data that is there; without it, only an empty database and storage are accepted. */
  overwrite: boolean;
  /** Creates the job queues in the database. */
  prepareQueues(): Promise<void>;
  /** Changes the rows of each company before they are visible. They have the schema of the archive. */
  changeCompany?(company: RestoredCompany): Promise<void>;
}

const sequencesSchema = z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) }));
const jobsSchema = z.array(unfinishedJobSchema);

const parseJson = async <T>(schema: z.ZodType<T>, content: AsyncIterable<Buffer>): Promise<T> =>
  schema.parse(await json(Readable.from(content)));

const requireKnownMigrations = async ({ migrations }: Manifest): Promise<void> => {
  const { unknown, changed } = await compareMigrations(migrations);
  if (unknown) {
    throw new ArchiveError(
      `Deze reservekopie is van een nieuwere versie (${unknown}). Werk eerst de software bij en probeer het opnieuw.`,
    );
  }
  if (changed) throw new ArchiveError(`Deze reservekopie is van een andere versie: ${changed} is daar anders.`);
};

/** Rows of an older schema do not fit into the tables of a newer one. */
const requireSchemaNotNewer = async (client: pg.Client, { migrations }: Manifest): Promise<void> => {
  const names = new Set(migrations.map(({ name }) => name));
  const newer = (await appliedMigrations(client)).find(({ name }) => !names.has(name));
  if (!newer) return;
  throw new ArchiveError(
    `De database is al verder bijgewerkt (${newer.name}) dan de reservekopie. Zet haar terug in een lege database.`,
  );
};

// An idle process has closed all its connections but the one that listens for events.
const requireNoRunningProcesses = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query(`select 1 from pg_stat_activity where datname = current_database()
    and application_name in ('usa_tenant', 'usa_platform', 'usa_worker', 'usa_events')`);
  if (rowCount) throw new ArchiveError("Er werken nog processen met deze database. Stop ze eerst.");
};

const isEmpty = async (client: pg.Client, storage: Storage): Promise<boolean> => {
  const { rows } = await client.query<{ exists: boolean }>("select to_regclass('public.users') is not null as exists");
  if (rows[0]?.exists) {
    await client.query("begin; set local role usa_platform");
    const found = await client.query("(select 1 from companies limit 1) union all (select 1 from users limit 1)");
    await client.query("commit");
    if (found.rowCount) return false;
  }
  for await (const _object of storage.list("")) return false;
  return true;
};

// Both apply to the owner too. They are enabled again in the same transaction, so that a failure cannot leave them off.
const DISABLE_RLS_AND_TRIGGERS = `
do $$
declare
  name regclass;
begin
  for name in
    select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
  loop
    execute format('alter table %s no force row level security', name);
    -- What triggers wrote is in the archive. Foreign keys are still checked.
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
  { entry, content }: EntryWithContent,
): Promise<void> => {
  switch (entry.kind) {
    case "file":
      return storage.put(entry.key, Readable.from(content, { objectMode: false }), entry);
    case "table": {
      const rows = await copyIn(client, `copy ${copyTarget(entry)} from stdin`, content);
      if (rows !== entry.rows) throw new ArchiveError(`Van de tabel ${entry.name} zijn niet alle regels teruggezet.`);
      return;
    }
    case "sequences":
      for (const { name, value } of await parseJson(sequencesSchema, content))
        await client.query("select setval(format('public.%I', $1::text)::regclass, $2::bigint)", [name, value]);
      return;
    case "jobs":
      return replaceJobs(client, await parseJson(jobsSchema, content));
  }
};

const qualifiedName = ({ name }: { name: string }): string => `public.${pg.escapeIdentifier(name)}`;

const changeCompanies = async (
  client: pg.Client,
  change: (company: RestoredCompany) => Promise<void>,
): Promise<void> => {
  await client.query("set local role usa_platform");
  const { rows } = await client.query<{ id: string }>("select id from companies order by id");
  await client.query("set local role usa_tenant");
  const db: RestoredCompany["db"] = { run: async (query) => (await client.query(toQuery(query))).rowCount ?? 0 };
  for (const { id } of rows) {
    await client.query("select set_config('app.company_id', $1, true)", [id]);
    await change({ companyId: id, db });
  }
  await client.query("reset role");
};

const loadArchive = async (
  client: pg.Client,
  { storage, changeCompany }: RestoreOptions,
  archive: Archive,
): Promise<void> => {
  await client.query("begin");
  await client.query(`truncate ${(await findTablesToEmpty(client)).map(qualifiedName).join(", ")}`);
  await client.query(DISABLE_RLS_AND_TRIGGERS);
  await client.query("set local maintenance_work_mem = '256MB'");
  await withoutIndexes(client, (await findTables(client)).map(qualifiedName), async () => {
    for await (const entry of archive.entries()) await restoreEntry(client, storage, entry);
  });
  await client.query(ENABLE_RLS_AND_TRIGGERS);
  if (changeCompany) await changeCompanies(client, changeCompany);
  await client.query("commit");
  // Without statistics, queries are planned as if the tables were empty.
  await client.query("analyze");
};

/** Stores the files, loads the tables in one transaction, and then migrates the database to this version. */
export const restoreBackup = async (options: RestoreOptions): Promise<Manifest> => {
  const { url, storage, path, passphrase, overwrite } = options;
  const archive = await openArchive(path, passphrase);
  await requireKnownMigrations(archive.manifest);
  await withBackupConnection(url, async (client) => {
    await requireNoRunningProcesses(client);
    if (!overwrite && !(await isEmpty(client, storage))) {
      throw new ArchiveError(
        "Hier staan al gegevens. Zet terug op een lege plek, of geef --overwrite om ze te vervangen.",
      );
    }
    await requireSchemaNotNewer(client, archive.manifest);
    await migrate(url, { upTo: archive.manifest.migrations.at(-1)?.name ?? "" });
    await options.prepareQueues();
    await loadArchive(client, options, archive);
  });
  await migrate(url);
  return archive.manifest;
};
