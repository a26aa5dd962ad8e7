import type { Role } from "#contract/roles.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

// A second process that starts at the same time waits for this lock, and then finds the demo loaded.
const DEMO_LOCK = 5_318_008_004;

export const lockAndCheckEmpty = async ({ db }: PlatformScope): Promise<boolean> => {
  await db.run(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
  return (await db.row(sql`select 1 from companies union all select 1 from users limit 1`)) === undefined;
};

interface NewCompany {
  name: string;
  address: string;
  zipCode: string;
  city: string;
  vatNumber: string;
  adminEmail: string;
  subscriptionTier: string;
}

export const insertDemoCompany = async ({ db }: PlatformScope, company: NewCompany): Promise<string | undefined> => {
  const made = await db.row<{ id: string }>(sql`
    insert into companies (name, address, zip_code, city, vat_number, admin_email, subscription_tier, onboarding_ended_at,
      statistics_person)
    values (${company.name}, ${company.address}, ${company.zipCode}, ${company.city}, ${company.vatNumber},
      ${company.adminEmail}, ${company.subscriptionTier}, now(), 'Frank')
    returning id`);
  return made?.id;
};

interface NewUser {
  companyId: string | undefined;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  passwordHash: string;
}

export const insertDemoUser = ({ db }: PlatformScope, user: NewUser): Promise<number> =>
  db.run(sql`
    insert into users (company_id, username, email, first_name, last_name, role, password_hash)
    values (${user.companyId}, ${user.username}, ${user.email}, ${user.firstName}, ${user.lastName}, ${user.role},
      ${user.passwordHash})`);

interface DemoConnection {
  baseId: string;
  tokenEncrypted: string;
  formUrl: string | null;
  workflowUrls: object;
  /** Calls to the automation are signed with it. */
  secretEncrypted: string | null;
  /** The language model of a company that uses the built-in writer. */
  model: { url: string; name: string; keyEncrypted: string } | null;
  /** The LinkedIn gateway of a company that sends through it. */
  gateway: { url: string; keyEncrypted: string } | null;
}

const DAILY_DRAFTS = 12;

/** Only a company that was never connected: settings that a user changed stay. */
export const connectDemoCompany = async (
  { db }: PlatformScope,
  name: string,
  connectionOf: (id: string) => DemoConnection,
): Promise<string | undefined> => {
  const found = await db.row<{ id: string }>(sql`
    select id from companies
    where name = ${name} and airtable_base_id is null and airtable_token_encrypted is null and deleted_at is null`);
  if (!found) return undefined;
  const { baseId, tokenEncrypted, formUrl, workflowUrls, secretEncrypted, model, gateway } = connectionOf(found.id);
  const connected = await db.run(sql`
    update companies set airtable_base_id = ${baseId}, airtable_token_encrypted = ${tokenEncrypted},
      airtable_form_url = coalesce(airtable_form_url, ${formUrl}),
      workflow_urls = ${JSON.stringify(workflowUrls)}::jsonb || workflow_urls,
      delivery_secret_encrypted = coalesce(delivery_secret_encrypted, ${secretEncrypted}),
      delivery_channel = ${gateway ? "linkedin" : "airtable"}, unipile_url = ${gateway?.url ?? null},
      unipile_key_encrypted = ${gateway?.keyEncrypted ?? null},
      writer = ${model ? "builtin" : "airtable"}, ai_base_url = ${model?.url ?? null}, ai_model = ${model?.name ?? null},
      ai_key_encrypted = ${model?.keyEncrypted ?? null}, ai_daily_drafts = ${model ? DAILY_DRAFTS : 0},
      ai_confirmed_at = ${model ? sql`now()` : null}, ai_confirmed_by = ${
        model
          ? sql`(select concat_ws(' ', u.first_name, u.last_name) from users u
              where u.company_id = companies.id and u.role = 'company_admin' order by u.id limit 1)`
          : null
      }, updated_at = now()
    where id = ${found.id} and airtable_base_id is null and airtable_token_encrypted is null`);
  if (connected === 0) return undefined;
  // Its messages arrive with the first sync, through this channel: there are none to move.
  await db.run(sql`update companies set channel_switched_at = null where id = ${found.id}`);
  return found.id;
};

type CompanyScope = Pick<Scope, "db" | "companyId">;

export const hasEndedFirstSync = async ({ db, companyId }: CompanyScope): Promise<boolean> =>
  (await db.row(sql`
    select from sync_states where company_id = ${companyId} and first_sync_ended_at is not null`)) !== undefined;

/** Adds a change from HOT to CLIENT, at the time of classification, to the history of each lead that the first sync imported as a client. */
export const insertClientHistory = ({ db, companyId }: CompanyScope): Promise<number> =>
  db.run(sql`
    insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
    select l.company_id, l.id, 'HOT', 'CLIENT', l.classified_at, coalesce(nullif(btrim(l.contract_owner), ''), 'Airtable')
    from leads l
    where l.company_id = ${companyId} and l.classification = 'CLIENT' and l.deleted_at is null
      and l.classified_at <= (select s.first_sync_ended_at from sync_states s where s.company_id = ${companyId})
      and not exists (select from classification_changes c where c.company_id = ${companyId} and c.lead_id = l.id)`);
