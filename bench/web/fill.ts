import { ICE_BREAKER } from "#testing/factories.ts";
import type { Product } from "../../e2e/product/product.ts";

const MESSAGES_TO_REVIEW = 300;

const NAMES = `
  (array['Jan', 'Anna', 'José', 'Zoë', 'Marjan', 'Piet', 'Sanne', 'Bram', 'Lotte'])[n % 9 + 1] || ' ' ||
  (array['de Vries', 'van den Berg', 'Smit', 'Bos', 'Jansen', 'van Dijk', 'Visser'])[n % 7 + 1] || ' ' || n`;

/** Inserts leads, one queued message per lead, and messages to review. */
export const fillCompany = async ({ query }: Product, companyId: string, rows: number): Promise<void> => {
  await query(
    `insert into leads (company_id, full_name, email, company, title, location, provider_id, date_added)
      select $1, ${NAMES}, 'lead' || n || '@voorbeeld.nl', 'Molenaar & Zn ' || n % 97, 'Directeur', 'Utrecht', 'p' || n,
        now() - n * interval '1 minute' from generate_series(1, $2::int) n`,
    [companyId, rows],
  );
  await query(
    `insert into queue_items (company_id, lead_id, message_name, text, date_due)
      select company_id, id, 'Ice Breaker', 'Hoi! Leuk om kennis te maken.', now() + interval '1 day' from leads
      where company_id = $1`,
    [companyId],
  );
  await query(
    `insert into messages (company_id, lead_id, message_type, message_flow, content)
      select company_id, id, 'icebreaker', 'Frank Hoekstra', $2 from leads where company_id = $1
      order by date_added desc limit $3`,
    [companyId, ICE_BREAKER, MESSAGES_TO_REVIEW],
  );
  await query("analyze");
};

/** Inserts users, spread over 50 new companies. */
export const fillUsers = async ({ query }: Product, count: number): Promise<void> => {
  await query("insert into companies (name) select 'Bedrijf ' || n from generate_series(1, 50) n");
  await query(
    `insert into users (company_id, username, email, first_name, last_name, role, password_hash)
      select (array(select id from companies where name like 'Bedrijf %'))[n % 50 + 1], 'collega-' || n,
        'collega-' || n || '@voorbeeld.nl', 'Gebruiker', 'Nummer ' || n, 'user', 'x' from generate_series(1, $1::int) n`,
    [count],
  );
};
