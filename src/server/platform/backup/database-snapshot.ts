import pg from "pg";
import { applySettings } from "../database/session-settings.ts";

/** The tables that are not in a backup, each with the reason. */
export const EXCLUDED_TABLES: Record<string, string> = {
  sessions: "after a restore everybody signs in again",
  sign_in_challenges: "a sign-in that was not finished starts again",
  password_resets: "a link in an old email must not work again",
  sign_in_failures: "they count for an hour at most",
  sign_in_turns: "they delay sign-in attempts of the next minutes",
  schema_migrations: "the migrations of the restored database write it",
};

interface Table {
  name: string;
  columns: string[];
}

// Without generated columns, which are computed again. A table comes after the tables that its foreign keys refer to.
const TABLES = `
with recursive tables as (
  select oid, relname::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
), links as (
  select conrelid as child, confrelid as parent from pg_constraint
  where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace
), depths as (
  select oid, 0 as depth from tables
  union
  select l.child, d.depth + 1 from links l join depths d on d.oid = l.parent
  where d.depth < 100
)
select t.name, max(d.depth) as depth, (
  select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
from tables t join depths d on d.oid = t.oid
group by t.oid, t.name
order by depth, t.name`;

const findAllTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<Table>(TABLES);
  return rows.map(({ name, columns }) => ({ name, columns }));
};

export const findTables = async (client: pg.ClientBase): Promise<Table[]> =>
  (await findAllTables(client)).filter(({ name }) => !(name in EXCLUDED_TABLES));

/** The tables that a restore empties, with those that a backup leaves out, such as sessions. */
export const findTablesToEmpty = async (client: pg.ClientBase): Promise<Table[]> =>
  (await findAllTables(client)).filter(({ name }) => name !== "schema_migrations");

/** The table and its columns, for a COPY statement. */
export const copyTarget = ({ name, columns }: Table): string =>
  `public.${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;

interface Sequence {
  name: string;
  value: string;
}

// `last_value` is null for a sequence that was never used.
const SEQUENCES = `
  select sequencename::text as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`;

export const findSequences = async (client: pg.ClientBase): Promise<Sequence[]> =>
  (await client.query<Sequence>(SEQUENCES)).rows;

const SESSION_SETTINGS = {
  // The snapshot stays open while the files are copied.
  idle_in_transaction_session_timeout: "0",
  statement_timeout: "0",
  timezone: "UTC",
  datestyle: "ISO",
  intervalstyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
};

/** Connects as the owner of the tables, with value formats that every server reads back unchanged. */
export const withBackupConnection = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "usa_backup",
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await applySettings(client, SESSION_SETTINGS);
    return await work(client);
  } finally {
    await client.end();
  }
};
