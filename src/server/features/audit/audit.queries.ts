import type { AuditEntry } from "#contract/audit.ts";
import { NO_COMPANY, type PlatformScope } from "#platform/database/scope.ts";
import { prepared, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, sortName } from "#platform/database/sql-expressions.ts";
import type { TimeKey } from "#platform/paging.ts";

export interface NewAuditEntry {
  companyId: string | null;
  at: Date;
  /** Without an id, the product itself acted. */
  actor: { id: string | null; name: string };
  /** Subject and verb, as in `session.opened`. */
  action: string;
  /**
   * The name is stored too, because the subject may be deleted by the time somebody reads the entry. It may be left out
   * when people change their own account.
   */
  subject: { type: string; id: string; name?: string };
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  ipAddress?: string;
}

const subjectName = ({ subject, actor }: NewAuditEntry): string | null =>
  subject.name ?? (subject.id === actor.id ? actor.name : null);

const json = (fields: Record<string, unknown> | undefined): string | null => (fields ? JSON.stringify(fields) : null);

const insertStatement = (entry: NewAuditEntry): Sql =>
  prepared(sql`
  insert into audit_log (company_id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, before,
    after, address)
  values (${entry.companyId ?? NO_COMPANY}, ${entry.at}, ${entry.actor.id}, ${entry.actor.name}, ${entry.action},
    ${entry.subject.type}, ${entry.subject.id}, ${subjectName(entry)}, ${json(entry.before)}, ${json(entry.after)},
    ${entry.ipAddress ?? null})`);

export const insertEntry = ({ db }: PlatformScope, entry: NewAuditEntry): Promise<number> =>
  db.run(insertStatement(entry));

/** Whether the log has this action on this subject at this moment. */
export const isRecorded = async (
  { db }: PlatformScope,
  { companyId, at, action, subject }: Pick<NewAuditEntry, "companyId" | "at" | "action" | "subject">,
): Promise<boolean> =>
  (await db.row(sql`
    select from audit_log
    where company_id = ${companyId ?? NO_COMPANY} and action = ${action} and at = ${at} and subject_id = ${subject.id}`)) !==
  undefined;

/** Like insertEntry, but sent with the next query of the transaction instead of in a round trip of its own. */
export const deferEntry = ({ db }: PlatformScope, entry: NewAuditEntry): Promise<void> =>
  db.pipeline(insertStatement(entry));

export interface AuditFilters {
  companyId?: string | undefined;
  actorId?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

const startOfDay = (day: Sql): Sql => sql`(${day})::timestamp at time zone 'Europe/Amsterdam'`;

const matchesFilters = ({ companyId, actorId, action, from, until }: AuditFilters, after: TimeKey | undefined): Sql => {
  const conditions = [
    companyId && sql`a.company_id = ${companyId}`,
    actorId && sql`a.actor_id = ${actorId}`,
    action && sql`a.action = ${action}`,
    from && sql`a.at >= ${startOfDay(sql`${from}::date`)}`,
    until && sql`a.at < ${startOfDay(sql`${until}::date + 1`)}`,
    after && sql`(a.at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
  ];
  return conditions.reduce<Sql>(
    (joined, condition) => (condition ? sql`${joined} and ${condition}` : joined),
    sql`true`,
  );
};

/** The username of a user, whom row-level security may hide from a company. */
const usernameOf = (id: Sql): Sql => sql`(select u.username from users u where u.id = ${id})`;

// An unknown user has no id.
const SUBJECT_USERNAME = sql`
  case when a.subject_type = 'user' and a.subject_id ~ '^[0-9a-f-]{36}$' then ${usernameOf(sql`a.subject_id::uuid`)} end`;

export const findEntries = (
  { db }: PlatformScope,
  filters: AuditFilters,
  after: TimeKey | undefined,
  limit: number,
): Promise<AuditEntry[]> =>
  db.rows(sql`
    select a.id, ${isoTime(sql`a.at`)} as at, nullif(a.company_id, ${NO_COMPANY}) as "companyId",
      (select c.name from companies c where c.id = a.company_id) as "companyName", a.actor_id as "actorId",
      a.actor_name as "actorName", ${usernameOf(sql`a.actor_id`)} as "actorUsername", a.action,
      a.subject_type as "subjectType", a.subject_id as "subjectId", a.subject_name as "subjectName",
      ${SUBJECT_USERNAME} as "subjectUsername", a.before, a.after, a.address
    from audit_log a where ${matchesFilters(filters, after)}
    order by a.at desc, a.id desc limit ${limit}`);

const ofCompany = (companyId: string | undefined): Sql => (companyId ? sql`company_id = ${companyId}` : sql`true`);

/** A loose index scan (one index lookup per distinct value): a log of millions of entries has a few dozen actions. */
export const findActions = async ({ db }: PlatformScope, companyId?: string): Promise<string[]> => {
  const found = await db.rows<{ action: string }>(sql`
    with recursive step as (
      (select action from audit_log where ${ofCompany(companyId)} order by action limit 1)
      union all
      select (select a.action from audit_log a where ${ofCompany(companyId)} and a.action > step.action
        order by a.action limit 1) from step where step.action is not null)
    select action from step where action is not null`);
  return found.map(({ action }) => action);
};

/** Each actor with the name of their latest entry. */
export const findActors = (
  { db }: PlatformScope,
  companyId?: string,
): Promise<{ id: string; name: string; username: string | null }[]> =>
  db.rows(sql`
    with recursive step as (
      (select actor_id, actor_name from audit_log where ${ofCompany(companyId)} and actor_id is not null
        order by actor_id, at desc, id desc limit 1)
      union all
      select next.actor_id, next.actor_name from step cross join lateral (
        select a.actor_id, a.actor_name from audit_log a where ${ofCompany(companyId)} and a.actor_id > step.actor_id
        order by a.actor_id, a.at desc, a.id desc limit 1) next)
    select actor_id as id, actor_name as name, ${usernameOf(sql`actor_id`)} as username from step order by ${sortName(sql`actor_name`)}, actor_id`);

export interface SignIn {
  userId: string;
  name: string;
  companyName: string | null;
  at: string;
  sessionKind: "main" | "admin";
}

export const findSignIns = ({ db }: PlatformScope, limit: number): Promise<SignIn[]> =>
  db.rows(sql`
    select a.actor_id as "userId", a.actor_name as name, ${isoTime(sql`a.at`)} as at,
      (select c.name from companies c where c.id = a.company_id) as "companyName",
      case a.action when 'session.opened' then 'main' else 'admin' end as "sessionKind"
    from audit_log a where a.action in ('session.opened', 'admin_session.opened')
    order by a.at desc, a.id desc limit ${limit}`);
