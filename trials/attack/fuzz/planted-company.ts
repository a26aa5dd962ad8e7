import { randomBytes } from "node:crypto";
import { type Caller, ENTITIES, type EntityName } from "#testing/route-examples.ts";
import { signedIn } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";

/** A company whose every text carries a mark that nobody else has, and its things by their kind. */
export interface PlantedCompany {
  id: string;
  mark: string;
  ids: Record<string, string>;
  /** Every row of it, in short. */
  fingerprint(): Promise<Record<string, string>>;
}

const TABLES = `
  select c.table_name as name, array_agg(c.column_name::text) filter (where c.data_type = 'text') as texts
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
    and exists (select from information_schema.columns o where o.table_schema = 'public'
      and o.table_name = c.table_name and o.column_name = 'company_id')
  group by c.table_name`;

/** Some texts are states or keys and refuse the mark. */
const plant = async (server: TestServer, companyId: string, mark: string): Promise<number> => {
  const tables = await server.query<{ name: string; texts: string[] | null }>(TABLES);
  let planted = 0;
  for (const { name, texts } of tables) {
    for (const column of texts ?? []) {
      const add = `update ${name} set ${column} = left(${column}, 40) || ' ${mark}'
        where company_id = '${companyId}' and ${column} is not null returning 1`;
      planted += await server.query(add).then(
        (rows) => rows.length,
        () => 0,
      );
    }
  }
  await server.query("update companies set name = $2 where id = $1", [companyId, mark]);
  return planted;
};

const fingerprint = async (server: TestServer, companyId: string): Promise<Record<string, string>> => {
  const tables = await server.query<{ name: string }>(TABLES);
  const contents = [...tables.map(({ name }) => [name, "company_id"] as const), ["companies", "id"] as const].map(
    ([name, column]) => `select '${name}' as name,
      md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text), '')) as content
      from ${name} t where ${column} = '${companyId}'`,
  );
  const rows = await server.query<{ name: string; content: string }>(contents.join(" union all "));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
};

export const plantCompany = async (server: TestServer): Promise<PlantedCompany> => {
  const owner: Caller = { server, ...(await signedIn(server, { role: "company_admin" })) };
  const ids: Record<string, string> = {};
  for (const [entity, { make }] of Object.entries(ENTITIES) as [EntityName, (typeof ENTITIES)[EntityName]][]) {
    ids[entity] = await make(owner);
  }
  const { id } = owner.company;
  const mark = `merkteken-${randomBytes(8).toString("hex")}`;
  if ((await plant(server, id, mark)) < 50) throw new Error("too little of the company carries its mark");
  return { id, mark, ids, fingerprint: () => fingerprint(server, id) };
};
