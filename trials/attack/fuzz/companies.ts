import { randomBytes } from "node:crypto";
import { type MadeCompany, makeCompany } from "#testing/account-factories.ts";
import { makeInvitations, makeLead, makeMeeting, makeMessage, makePrompt, makeQueueItem } from "#testing/factories.ts";
import type { Caller } from "#testing/route-examples/caller.ts";
import { ENTITIES, type EntityName } from "#testing/route-examples/entities.ts";
import { signedIn } from "#testing/signed-in.ts";
import type { TestServer } from "#testing/test-server.ts";
import { EDGE_TEXTS } from "./edge-values.ts";

const NAMES = EDGE_TEXTS.map((text) => text.toWellFormed());

/** A company with rows in every list, whose names are edge cases. One per route, because requests change the rows. */
export const createFilledCompany = async (server: TestServer): Promise<MadeCompany> => {
  const company = await makeCompany(server.platform.database);
  const { id } = company;
  await Promise.all(
    NAMES.slice(0, 6).map((name) => makeMessage(server, id, { content: `Ice Breaker:\n${name}` }, { full_name: name })),
  );
  const leadId = await makeLead(server, id, { full_name: NAMES[5], classification: "HOT", lead_rating: 8 });
  await makeInvitations(server, id, [{ lead_id: leadId, accepted_at: new Date() }]);
  await makeQueueItem(server, id, { text: NAMES[6] });
  await makeQueueItem(server, id, { text: NAMES[2], status: "SENT" });
  await makeMeeting(server, id, { meeting_name: NAMES[2] });
  await makePrompt(server, id, { prompt_name: NAMES[3] });
  return company;
};

/** A company whose texts all contain a unique marker; `ids` has one entity of each kind. */
export interface VictimCompany {
  id: string;
  marker: string;
  ids: Record<string, string>;
  /** A hash of the company's rows per table. */
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

/** Appends the marker to every text column; columns with a constraint, such as a status, refuse it. */
const markVictimRows = async (server: TestServer, companyId: string, marker: string): Promise<number> => {
  const tables = await server.query<{ name: string; texts: string[] | null }>(TABLES);
  let markedRows = 0;
  for (const { name, texts } of tables) {
    for (const column of texts ?? []) {
      const appendMarker = `update ${name} set ${column} = left(${column}, 40) || ' ${marker}'
        where company_id = '${companyId}' and ${column} is not null returning 1`;
      markedRows += await server.query(appendMarker).then(
        (rows) => rows.length,
        () => 0,
      );
    }
  }
  await server.query("update companies set name = $2 where id = $1", [companyId, marker]);
  return markedRows;
};

const fingerprintVictim = async (server: TestServer, companyId: string): Promise<Record<string, string>> => {
  const tables = await server.query<{ name: string }>(TABLES);
  const contents = [...tables.map(({ name }) => [name, "company_id"] as const), ["companies", "id"] as const].map(
    ([name, column]) => `select '${name}' as name,
      md5(coalesce(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text), '')) as content
      from ${name} t where ${column} = '${companyId}'`,
  );
  const rows = await server.query<{ name: string; content: string }>(contents.join(" union all "));
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]));
};

export const createVictimCompany = async (server: TestServer): Promise<VictimCompany> => {
  const owner: Caller = { server, ...(await signedIn(server, { role: "company_admin" })) };
  const ids: Record<string, string> = {};
  for (const [entity, { make }] of Object.entries(ENTITIES) as [EntityName, (typeof ENTITIES)[EntityName]][]) {
    ids[entity] = await make(owner);
  }
  const { id } = owner.company;
  const marker = `merkteken-${randomBytes(8).toString("hex")}`;
  if ((await markVictimRows(server, id, marker)) < 50)
    throw new Error("too few rows of the company contain its marker");
  return { id, marker, ids, fingerprint: () => fingerprintVictim(server, id) };
};
