import type { AdminCompany, Company, DeletedCompany, PlatformStats } from "#contract/companies.ts";
import type { WorkflowId } from "#contract/workflows.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime, sortName } from "#platform/database/sql-expressions.ts";
import type { NameKey } from "#platform/paging.ts";

const DETAILS = sql`
  c.name, c.address, c.zip_code as "zipCode", c.city, c.vat_number as "vatNumber", c.admin_email as "adminEmail",
  c.logo_url as "logoUrl", c.subscription_tier as "subscriptionTier", c.is_active as "isActive"`;

const CONNECTIONS = sql`
  c.airtable_base_id as "airtableBaseId", c.airtable_form_url as "airtableFormUrl",
  c.hubspot_portal_url as "hubspotPortalUrl", c.statistics_person as "statisticsPerson",
  c.sync_interval_minutes as "syncIntervalMinutes", c.workflow_urls as "workflowUrls",
  c.delivery_channel as "deliveryChannel", c.delivery_webhook_url as "deliveryWebhookUrl", c.unipile_url as "unipileUrl",
  c.withdraw_invitations_after as "withdrawInvitationsAfter",
  c.ai_base_url as "aiBaseUrl", c.ai_model as "aiModel", c.writer,
  c.ai_daily_drafts as "aiDailyDrafts", c.ai_daily_tokens as "aiDailyTokens", c.cadence_days as "cadenceDays"`;

const USER_COUNT = sql`(select count(*)::int from users u where u.company_id = c.id) as "userCount"`;

const NAME = sortName(sql`c.name`);

const ADMIN_COMPANY = sql`
  c.id, ${DETAILS}, ${CONNECTIONS}, ${USER_COUNT}, c.airtable_token_encrypted is not null as "hasAirtableApiKey",
  c.delivery_secret_encrypted is not null as "hasDeliverySecret", c.ai_key_encrypted is not null as "hasAiApiKey",
  c.unipile_key_encrypted is not null as "hasUnipileApiKey",
  ${isoTime(sql`c.created_at`)} as "createdAt"`;

export const findCompanies = (
  { db }: PlatformScope,
  after: NameKey | undefined,
  limit: number,
): Promise<AdminCompany[]> => {
  const afterCursor = after ? sql`(${NAME}, c.id) > (lower(${after[0]}), ${after[1]}::uuid)` : sql`true`;
  return db.rows(sql`
    select ${ADMIN_COMPANY} from companies c where c.deleted_at is null and ${afterCursor}
    order by ${NAME}, c.id limit ${limit}`);
};

export const countCompanies = async ({ db }: PlatformScope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from companies where deleted_at is null`);
  return found?.count ?? 0;
};

export const findCompany = ({ db }: PlatformScope, id: string): Promise<AdminCompany | undefined> =>
  db.row(sql`select ${ADMIN_COMPANY} from companies c where c.id = ${id} and c.deleted_at is null`);

/** Row-level security hides every company but that of the scope. */
export const findOwnCompany = ({ db }: Scope, id: string): Promise<Company | undefined> =>
  db.row(sql`select c.id, ${DETAILS} from companies c where c.id = ${id}`);

/** All settings of a company, with its secrets encrypted. */
export interface CompanyValues
  extends Omit<
    AdminCompany,
    "id" | "userCount" | "createdAt" | "hasAirtableApiKey" | "hasDeliverySecret" | "hasAiApiKey" | "hasUnipileApiKey"
  > {
  airtableTokenEncrypted: string | null;
  deliverySecretEncrypted: string | null;
  aiKeyEncrypted: string | null;
  unipileKeyEncrypted: string | null;
}

/** Locks the row until the transaction ends, so that two changes of different fields do not overwrite each other. */
export const lockCompany = ({ db }: PlatformScope, id: string): Promise<CompanyValues | undefined> =>
  db.row(sql`
    select ${DETAILS}, ${CONNECTIONS}, c.airtable_token_encrypted as "airtableTokenEncrypted",
      c.delivery_secret_encrypted as "deliverySecretEncrypted", c.ai_key_encrypted as "aiKeyEncrypted",
      c.unipile_key_encrypted as "unipileKeyEncrypted"
    from companies c where c.id = ${id} and c.deleted_at is null for no key update`);

/** All other columns get their defaults. */
export const insertCompany = ({ db }: PlatformScope, id: string, name: string, at: Date): Promise<number> =>
  db.run(sql`insert into companies (id, name, created_at, updated_at) values (${id}, ${name}, ${at}, ${at})`);

export const updateCompany = ({ db }: PlatformScope, id: string, company: CompanyValues, at: Date): Promise<number> =>
  db.run(sql`
    update companies set name = ${company.name}, address = ${company.address}, zip_code = ${company.zipCode},
      city = ${company.city}, vat_number = ${company.vatNumber}, admin_email = ${company.adminEmail},
      logo_url = ${company.logoUrl}, subscription_tier = ${company.subscriptionTier}, is_active = ${company.isActive},
      airtable_base_name = case when airtable_base_id = ${company.airtableBaseId} then airtable_base_name end,
      airtable_base_id = ${company.airtableBaseId}, airtable_token_encrypted = ${company.airtableTokenEncrypted},
      airtable_form_url = ${company.airtableFormUrl}, hubspot_portal_url = ${company.hubspotPortalUrl},
      statistics_person = ${company.statisticsPerson}, sync_interval_minutes = ${company.syncIntervalMinutes},
      workflow_urls = ${JSON.stringify(company.workflowUrls)}, delivery_channel = ${company.deliveryChannel},
      delivery_webhook_url = ${company.deliveryWebhookUrl}, delivery_secret_encrypted = ${company.deliverySecretEncrypted},
      ai_base_url = ${company.aiBaseUrl}, ai_model = ${company.aiModel}, ai_key_encrypted = ${company.aiKeyEncrypted},
      unipile_url = ${company.unipileUrl}, unipile_key_encrypted = ${company.unipileKeyEncrypted},
      withdraw_invitations_after = ${company.withdrawInvitationsAfter},
      writer = ${company.writer}, ai_daily_drafts = ${company.aiDailyDrafts}, ai_daily_tokens = ${company.aiDailyTokens},
      cadence_days = ${company.cadenceDays}, updated_at = ${at}
    where id = ${id}`);

interface AirtableSettings {
  baseId: string | null;
  baseName: string | null;
  tokenEncrypted: string | null;
  isActive: boolean;
}

export const findAirtableSettings = ({ db }: PlatformScope, id: string): Promise<AirtableSettings | undefined> =>
  db.row(sql`
    select airtable_base_id as "baseId", airtable_base_name as "baseName", airtable_token_encrypted as "tokenEncrypted",
      is_active as "isActive"
    from companies where id = ${id} and deleted_at is null`);

export const saveBaseName = ({ db }: PlatformScope, id: string, baseId: string, name: string): Promise<number> =>
  db.run(sql`
    update companies set airtable_base_name = ${name}
    where id = ${id} and airtable_base_id = ${baseId} and airtable_base_name is distinct from ${name}`);

export const markDeleted = ({ db }: PlatformScope, id: string, at: Date): Promise<number> =>
  db.run(sql`update companies set deleted_at = ${at}, updated_at = ${at} where id = ${id} and deleted_at is null`);

/** Undefined when the company was not deleted since then. */
export const markRestored = (
  { db }: PlatformScope,
  id: string,
  deletedSince: Date,
  at: Date,
): Promise<{ name: string } | undefined> =>
  db.row(sql`
    update companies set deleted_at = null, updated_at = ${at}
    where id = ${id} and deleted_at > ${deletedSince} returning name`);

export const findDeleted = ({ db }: PlatformScope, deletedSince: Date, days: number): Promise<DeletedCompany[]> =>
  db.rows(sql`
    select c.id, c.name, ${USER_COUNT}, ${isoTime(sql`c.deleted_at`)} as "deletedAt",
      ${isoTime(sql`c.deleted_at + make_interval(days => ${days})`)} as "purgeAt"
    from companies c where c.deleted_at > ${deletedSince} order by c.deleted_at desc, c.id`);

/** An invited user is active from their first sign-in on. */
export const readStats = ({ db }: PlatformScope): Promise<PlatformStats | undefined> =>
  db.row(sql`
    select companies.*, users.* from
      (select count(*)::int as "totalCompanies", count(*) filter (where is_active)::int as "activeCompanies"
        from companies where deleted_at is null) companies,
      (select count(*)::int as "totalUsers",
        count(*) filter (where u.is_active and (u.invitation_sent_at is null or u.last_sign_in_at is not null))::int as "activeUsers"
        from users u left join companies c on c.id = u.company_id where c.deleted_at is null) users`);

export interface TroubledCompany {
  id: string;
  name: string;
  isActive: boolean;
  activeUsers: number;
  hasBase: boolean;
  hasToken: boolean;
}

/** Inactive companies that still have active users, and companies without a connection to Airtable. */
export const findTroubled = ({ db }: PlatformScope, limit: number): Promise<TroubledCompany[]> =>
  db.rows(sql`
    select * from (
      select c.id, c.name, c.is_active as "isActive", c.airtable_base_id is not null as "hasBase",
        c.airtable_token_encrypted is not null as "hasToken",
        (select count(*)::int from users u where u.company_id = c.id and u.is_active) as "activeUsers"
      from companies c
      where c.deleted_at is null and (not c.is_active or c.airtable_base_id is null or c.airtable_token_encrypted is null)
    ) found
    where "isActive" or "activeUsers" > 0
    order by "isActive", ${sortName(sql`name`)}, id limit ${limit}`);

/** Of these companies, those whose base has tables of its own that nobody has mapped yet, so that nothing was ever read. */
export const findUnmapped = async ({ db }: PlatformScope, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = await db.rows<{ id: string }>(sql`
    select s.company_id as id from sync_states s
    where s.company_id = any (${ids}::uuid[]) and s.first_sync_ended_at is null
      and (select r.problem_kind = 'not_mapped' from sync_runs r
        where r.company_id = s.company_id and r.status = 'failed' order by r.started_at desc limit 1)`);
  return new Set(found.map(({ id }) => id));
};

export const findExpired = async (
  { db }: PlatformScope,
  deletedBefore: Date,
): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`select id, name from companies where deleted_at < ${deletedBefore} order by deleted_at`);

export const findProfilePictures = async ({ db }: PlatformScope, companyId: string): Promise<string[]> => {
  const found = await db.rows<{ url: string }>(sql`
    select profile_image_url as url from users where company_id = ${companyId} and profile_image_url is not null`);
  return found.map(({ url }) => url);
};

/** Deletes up to this many rows of the connection's company; returns how many. */
export const deleteWorkspaceRows = async ({ db }: PlatformScope, limit: number): Promise<number> =>
  (await db.row<{ deleted: number }>(sql`select delete_workspace_rows(${limit}) as deleted`))?.deleted ?? 0;

/** Null: no such company was deleted before then. False: its audit log may have more entries than one batch. True: it is gone. */
export const purgeCompany = async (
  { db }: PlatformScope,
  id: string,
  deletedBefore: Date,
  limit: number,
): Promise<boolean | null> => {
  const found = await db.row<{ purged: boolean | null }>(sql`
    select purge_company(${id}, ${deletedBefore}, ${limit}) as purged`);
  return found?.purged ?? null;
};

export const findDeliverySettings = (
  { db }: PlatformScope,
  id: string,
): Promise<{ url: string | null; secretEncrypted: string | null } | undefined> =>
  db.row(sql`
    select delivery_webhook_url as url, delivery_secret_encrypted as "secretEncrypted" from companies
    where id = ${id} and is_active and deleted_at is null`);

/** The URLs of an active company's workflows, and the secret that signs calls to them. */
export const findWorkflowSettings = (
  { db }: PlatformScope,
  id: string,
): Promise<{ urls: Partial<Record<WorkflowId, string>>; secretEncrypted: string | null } | undefined> =>
  db.row(sql`
    select workflow_urls as urls, delivery_secret_encrypted as "secretEncrypted" from companies
    where id = ${id} and is_active and deleted_at is null`);

export const findModelSettings = (
  { db }: PlatformScope,
  id: string,
): Promise<
  | {
      baseUrl: string | null;
      model: string | null;
      keyEncrypted: string | null;
      structuredOutput: "schema" | "json_object" | "text" | null;
      /** The company uses the built-in writer. */
      isOn: boolean;
    }
  | undefined
> =>
  db.row(sql`
    select ai_base_url as "baseUrl", ai_model as model, ai_key_encrypted as "keyEncrypted",
      ai_structured_output as "structuredOutput", writer = 'builtin' as "isOn" from companies
    where id = ${id} and is_active and deleted_at is null`);

/** Also of a deleted company: its accounts are removed at the gateway. */
export const findLinkedInSettings = (
  { db }: PlatformScope,
  id: string,
): Promise<{ url: string | null; keyEncrypted: string | null; isActive: boolean } | undefined> =>
  db.row(sql`
    select unipile_url as url, unipile_key_encrypted as "keyEncrypted", is_active and deleted_at is null as "isActive"
    from companies where id = ${id}`);

/** Who agreed that data goes to the provider of the language model, and when. */
export const storeWriterConfirmation = (
  { db }: PlatformScope,
  id: string,
  confirmedBy: string,
  at: Date,
): Promise<number> =>
  db.run(sql`update companies set ai_confirmed_by = ${confirmedBy}, ai_confirmed_at = ${at} where id = ${id}`);
