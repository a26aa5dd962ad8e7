import { TEST_EVENT, type Webhook, type WebhookDelivery } from "#contract/webhooks.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

const LOG_LENGTH = 100;

const columns: Sql = sql`
  id, url, events, is_active as "isActive", problem, ${isoTime(sql`created_at`)} as "createdAt"`;

export const findWebhooks = ({ db, companyId }: Scope): Promise<Webhook[]> =>
  db.rows(sql`select ${columns} from webhooks where company_id = ${companyId} order by created_at, id`);

/** Until the transaction ends: webhooks that are created at the same moment would not count each other. */
export const lockWebhooks = ({ db, companyId }: Scope): Promise<number> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${companyId}`}, 0))`);

export const countWebhooks = async ({ db, companyId }: Scope): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from webhooks where company_id = ${companyId}`);
  return found?.count ?? 0;
};

export const lockWebhook = ({ db, companyId }: Scope, id: string): Promise<Webhook | undefined> =>
  db.row(sql`select ${columns} from webhooks where company_id = ${companyId} and id = ${id} for update`);

interface NewWebhookRow extends Pick<Webhook, "id" | "url" | "events"> {
  secretEncrypted: string;
  createdAt: Date;
}

export const insertWebhook = async ({ db, companyId }: Scope, row: NewWebhookRow): Promise<Webhook> => {
  const inserted = await db.row<Webhook>(sql`
    insert into webhooks (company_id, id, url, events, secret_encrypted, created_at)
    values (${companyId}, ${row.id}, ${row.url}, ${row.events}::text[], ${row.secretEncrypted}, ${row.createdAt})
    returning ${columns}`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
};

export const updateWebhook = (
  { db, companyId }: Scope,
  { id, url, events, isActive, problem }: Omit<Webhook, "createdAt">,
): Promise<Webhook | undefined> =>
  db.row(sql`
    update webhooks set url = ${url}, events = ${events}::text[], is_active = ${isActive}, problem = ${problem}
    where company_id = ${companyId} and id = ${id} returning ${columns}`);

export const deleteWebhook = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`delete from webhooks where company_id = ${companyId} and id = ${id}`);

export const findDeliveries = ({ db, companyId }: Scope, webhookId: string): Promise<WebhookDelivery[]> =>
  db.rows(sql`
    select d.id, d.event_id as "eventId", e.type, ${isoTime(sql`e.occurred_at`)} as "occurredAt", d.status, d.attempts,
      ${isoTime(sql`d.attempted_at`)} as "attemptedAt",
      case when d.status = 'waiting' then ${isoTime(sql`d.next_attempt_at`)} end as "nextAttemptAt",
      d.response_status as "responseStatus", d.problem
    from webhook_deliveries d join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
    where d.company_id = ${companyId} and d.webhook_id = ${webhookId} order by d.id desc limit ${LOG_LENGTH}`);

export const insertTestEvent = ({ db, companyId }: Scope, webhookId: string, at: Date): Promise<number> =>
  db.run(sql`
    with event as (
      insert into webhook_events (company_id, type, occurred_at, subject_id, data)
      values (${companyId}, ${TEST_EVENT}, ${at}, ${webhookId}, '{}') returning id)
    insert into webhook_deliveries (company_id, webhook_id, event_id, next_attempt_at)
    select ${companyId}, ${webhookId}, id, ${at} from event`);

export const countTestEvents = async ({ db, companyId }: Scope, webhookId: string, since: Date): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from webhook_events
    where company_id = ${companyId} and subject_id = ${webhookId} and occurred_at > ${since}`);
  return found?.count ?? 0;
};

/** Starts the attempts anew. Returns the webhook; undefined when there is no such delivery. */
export const restartDelivery = async ({ db, companyId }: Scope, id: string, at: Date): Promise<string | undefined> => {
  const restarted = await db.row<{ webhookId: string }>(sql`
    update webhook_deliveries set status = 'waiting', attempts = 0, next_attempt_at = ${at}, problem = null
    where company_id = ${companyId} and id = ${id} returning webhook_id as "webhookId"`);
  return restarted?.webhookId;
};

/** Returns 0, and records nothing, when `max` deliveries were already sent again after `since`. */
export const recordResend = (
  { db, companyId }: Scope,
  webhookId: string,
  { since, at, max }: { since: Date; at: Date; max: number },
): Promise<number> =>
  db.run(sql`
    update webhooks set resent_at = array(select earlier from unnest(resent_at) earlier where earlier > ${since}) || ${at}::timestamptz
    where company_id = ${companyId} and id = ${webhookId}
      and (select count(*) from unnest(resent_at) earlier where earlier > ${since}) < ${max}`);

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  attempts: number;
  url: string;
  secretEncrypted: string;
  eventId: string;
  type: string;
  occurredAt: Date;
  data: Record<string, unknown>;
}

/**
 * Claims the delivery that is due longest, until `claimedUntil`. Skips webhooks that have just failed: the other ones
 * must not wait for them.
 */
export const claimDelivery = (
  { db, companyId }: Scope,
  { now, claimedUntil, skip }: { now: Date; claimedUntil: Date; skip: readonly string[] },
): Promise<ClaimedDelivery | undefined> =>
  db.row(sql`
    update webhook_deliveries d set attempts = d.attempts + 1, attempted_at = ${now}, next_attempt_at = ${claimedUntil}
    from webhooks w, webhook_events e
    where d.company_id = ${companyId} and d.id = (
        select due.id from webhook_deliveries due
        join webhooks target on target.company_id = due.company_id and target.id = due.webhook_id and target.is_active
        where due.company_id = ${companyId} and due.status = 'waiting' and due.next_attempt_at <= ${now}
          and due.webhook_id <> all (${skip}::uuid[])
        order by due.next_attempt_at, due.id limit 1 for update of due skip locked)
      and w.company_id = d.company_id and w.id = d.webhook_id and e.company_id = d.company_id and e.id = d.event_id
    returning d.id, d.webhook_id as "webhookId", d.attempts, w.url, w.secret_encrypted as "secretEncrypted",
      e.id as "eventId", e.type, e.occurred_at as "occurredAt", e.data`);

export interface DeliveryOutcome {
  status: WebhookDelivery["status"];
  responseStatus: number | null;
  problem: string | null;
  nextAttemptAt: Date;
}

/** Nothing changes when another worker has taken the delivery over, or somebody restarted it. */
export const settleDelivery = (
  { db, companyId }: Scope,
  { id, attempts }: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<number> =>
  db.run(sql`
    update webhook_deliveries set status = ${outcome.status}, response_status = ${outcome.responseStatus},
      problem = ${outcome.problem}, next_attempt_at = ${outcome.nextAttemptAt}
    where company_id = ${companyId} and id = ${id} and attempts = ${attempts} and status = 'waiting'`);

export const deactivateWebhook = ({ db, companyId }: Scope, id: string, problem: string): Promise<number> =>
  db.run(sql`
    update webhooks set is_active = false, problem = ${problem} where company_id = ${companyId} and id = ${id}`);

/** True when the company's admins have not been told yet. */
export const claimFailureMail = async ({ db, companyId }: Scope, id: string, now: Date): Promise<boolean> =>
  (await db.run(sql`
    update webhooks set failure_mailed_at = ${now}
    where company_id = ${companyId} and id = ${id} and failure_mailed_at is null`)) > 0;

/** A delivery succeeded: the next failure is news. */
export const endFailure = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`
    update webhooks set failure_mailed_at = null
    where company_id = ${companyId} and id = ${id} and failure_mailed_at is not null`);

export interface AttemptInMail {
  type: string;
  at: Date;
  status: number | null;
  problem: string | null;
}

/** The newest first. */
export const findFailedAttempts = ({ db, companyId }: Scope, webhookId: string): Promise<AttemptInMail[]> =>
  db.rows(sql`
    select e.type, d.attempted_at as at, d.response_status as status, d.problem
    from webhook_deliveries d join webhook_events e on e.company_id = d.company_id and e.id = d.event_id
    where d.company_id = ${companyId} and d.webhook_id = ${webhookId} and d.problem is not null
      and d.attempted_at is not null
    order by d.attempted_at desc limit 5`);

interface CompanyAdmin {
  id: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
}

export const findCompanyAdmins = ({ db }: PlatformScope, companyId: string): Promise<CompanyAdmin[]> =>
  db.rows(sql`
    select id, email, username, first_name as "firstName", last_name as "lastName" from users
    where company_id = ${companyId} and role = 'company_admin' and is_active and email is not null order by id limit 20`);

/** When the next delivery of the company is due. */
export const findNextDue = async ({ db, companyId }: Scope): Promise<Date | undefined> => {
  const found = await db.row<{ at: Date | null }>(sql`
    select min(d.next_attempt_at) as at from webhook_deliveries d
    join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id and w.is_active
    where d.company_id = ${companyId} and d.status = 'waiting'`);
  return found?.at ?? undefined;
};

export const isActiveCompany = async ({ db }: PlatformScope, companyId: string): Promise<boolean> =>
  Boolean(await db.row(sql`select 1 from companies where id = ${companyId} and is_active and deleted_at is null`));

export const findCompaniesWithDueDeliveries = async ({ db }: PlatformScope, now: Date): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select c.id from companies c where c.is_active and c.deleted_at is null and exists (
      select from webhook_deliveries d where d.company_id = c.id and d.status = 'waiting' and d.next_attempt_at <= ${now})`);
  return found.map(({ id }) => id);
};

/** Of all companies. The policy of the table limits it to events of more than 30 days ago. */
export const deleteOldEvents = ({ db }: PlatformScope): Promise<number> =>
  db.run(sql`delete from webhook_events where occurred_at < now() - interval '30 days'`);
