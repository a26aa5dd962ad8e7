import type pg from "pg";
import { openDatabase } from "#platform/database/database.ts";
import { checkDerived } from "./check.ts";
import { fill } from "./fill.ts";
import { connected } from "./place.ts";
import { makeTenants, type Tenant } from "./tenants.ts";

/** For every lead: as many messages queued or sent, a tenth as many to review, a twentieth as many meetings. */
const AMOUNTS = { queue: 1, messages: 0.1, meetings: 0.05, invitations: 0.3 };

const LOADED =
  "select shobj_description(oid, 'pg_database') as loaded from pg_database where datname = current_database()";
const TENANTS = `
  select l.company_id as "companyId", l.leads, (select min(username) from users u where u.company_id = l.company_id) as username
  from (select company_id, count(*)::int as leads from leads group by company_id) l order by l.leads desc`;

const isLoaded = async (client: pg.Client, note: string): Promise<boolean> => {
  const { rows } = await client.query<{ loaded: string | null }>(LOADED);
  if (rows[0]?.loaded && rows[0].loaded !== note)
    throw new Error(`this folder holds "${rows[0].loaded}", not "${note}"`);
  return rows[0]?.loaded === note;
};

/** The database with this many leads: loaded now, or found as an earlier run left it. */
export const load = (url: string, rows: number, tell: (step: string) => void): Promise<Tenant[]> =>
  connected(url, async (client) => {
    const note = `bench of ${rows} leads`;
    if (!(await isLoaded(client, note))) {
      const database = openDatabase({ url, connections: 2, onError: () => undefined });
      const tenants = await makeTenants(database, rows);
      await database.close();
      await fill(client, tenants, AMOUNTS, tell);
      tell("check");
      await checkDerived(client, tenants.slice(0, 3));
      const { rows: named } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
      await client.query(`comment on database ${named[0]?.name} is '${note}'`);
    }
    return (await client.query<Tenant>(TENANTS)).rows;
  });
