import type { TestServer } from "./test-server.ts";

type Query = TestServer["query"];

/** What the migrations declare about the personal data of a table; see `migrations/0001_roles_and_functions.sql`. */
export interface PersonalTable {
  name: string;
  onErasure: "delete" | "clear";
}

export const findPersonalTables = (query: Query): Promise<PersonalTable[]> =>
  query(`
    select c.relname as name, substring(d.description from '^erasure: (delete|clear) rows') as "onErasure"
    from pg_class c join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
    where c.relnamespace = 'public'::regnamespace and d.description ~ '^erasure: (delete|clear) rows'
    order by c.oid`);

/** The columns that are declared not to be personal. */
export const findOtherColumns = async (query: Query, table: string): Promise<string[]> => {
  const columns = await query<{ name: string }>(
    `select a.attname as name from pg_attribute a
      where a.attrelid = $1::regclass and col_description(a.attrelid, a.attnum) = 'not erased'`,
    [table],
  );
  return columns.map(({ name }) => name);
};

interface Column {
  name: string;
  type: string;
  isPersonal: boolean;
  /** The first value that a check constraint allows. */
  allowed: string | null;
}

const findColumns = (query: Query, table: string): Promise<Column[]> =>
  query(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(col_description(a.attrelid, a.attnum) <> 'not erased', true) as "isPersonal",
      (select substring(pg_get_constraintdef(k.oid) from '''([^'']*)''') from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]) as allowed
    from pg_attribute a
    where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
      and a.attname not in ('company_id', 'id')`,
    [table],
  );

const exampleValue = ({ name, type, allowed }: Column, text: string): unknown => {
  if (allowed !== null) return allowed;
  switch (type) {
    case "text":
      return text;
    case "text[]":
      return [text];
    case "jsonb":
      return JSON.stringify({ [name]: text });
    case "bytea":
      return Buffer.from(text);
    case "uuid":
      return crypto.randomUUID();
    case "uuid[]":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "smallint":
    case "bigint":
      return 3;
    case "date":
      return "2026-11-02";
    case "timestamp with time zone":
      return new Date("2026-11-02T09:30:00Z");
    default:
      throw new Error(`no example of the type ${type} for ${name}`);
  }
};

interface FilledRowOptions {
  companyId: string;
  /** The text in every personal column. */
  personal: string;
  /** The text in every other column. */
  other: string;
  /** Columns whose values are not arbitrary: links to other rows, and states. */
  fixedColumns?: Record<string, unknown>;
}

/** Inserts a row that has a value in every column of the table, also in columns that were added later. */
export const insertFilledRow = async (
  query: Query,
  { name: table, onErasure }: PersonalTable,
  { companyId, personal, other, fixedColumns = {} }: FilledRowOptions,
): Promise<string> => {
  const values: Record<string, unknown> = { company_id: companyId };
  for (const column of await findColumns(query, table)) {
    values[column.name] = exampleValue(column, column.isPersonal || onErasure === "delete" ? personal : other);
  }
  Object.assign(values, fixedColumns);
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`);
  const [row] = await query<{ id: string | null }>(
    `with made as (insert into ${table} (${names.join(", ")}) values (${places.join(", ")}) returning *)
      select to_jsonb(made) ->> 'id' as id from made`,
    Object.values(values),
  );
  return row?.id ?? "";
};

/** The tables of all schemas in which a row has this text anywhere, in bytes too. */
export const findTablesWithText = async (query: Query, text: string): Promise<string[]> => {
  const tables = await query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      and relnamespace::regnamespace::text not like 'pg\\_%' order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `select from ${name} t
        where strpos(lower(row_to_json(t)::text), $1) > 0 or strpos(t::text, encode($1::bytea, 'hex')) > 0 limit 1`,
      [text.toLowerCase()],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
};
