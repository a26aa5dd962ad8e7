import { DEFAULT_STATISTICS_PERSON } from "#contract/companies.ts";
import { isOpen, MESSAGE_STATUSES } from "#contract/message-status.ts";
import type { InvitationStats } from "#contract/statistics.ts";
import { startOf } from "#platform/amsterdam.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

const OPEN = MESSAGE_STATUSES.filter(isOpen);

const thePerson = (companyId: string): Sql => sql`
  coalesce((select statistics_person from companies where id = ${companyId}), ${DEFAULT_STATISTICS_PERSON})`;

/** "Frank" is everybody who is called so: companies set a first name where their tables have the full one. */
const isThePerson = (name: Sql, companyId: string): Sql => sql`
  (lower(${name}) = lower(${thePerson(companyId)}) or starts_with(lower(${name}), lower(${thePerson(companyId)}) || ' '))`;

/** Totals, and what has no day because it still waits, stand under the earliest day there is. */
const IN_ALL = sql`day = '-infinity'`;

export const countInvitations = async ({ db, companyId }: Scope, now: Date): Promise<InvitationStats> => {
  const amount = (chosen: Sql) => sql`coalesce(sum(amount) filter (where ${chosen}), 0)::int`;
  const found = await db.row<InvitationStats>(sql`
    select ${amount(sql`subject = 'invited' and not ${IN_ALL}`)} as "invitationsSentToday",
      ${amount(sql`subject = 'queued'`)} as "invitationsInQueue",
      ${amount(sql`subject = 'on_hold'`)} as "invitationsOnHold",
      ${amount(sql`subject = 'accepted'`)} as "invitationsAccepted",
      ${amount(sql`subject = 'invited' and ${IN_ALL}`)} as "totalInvitationsSent"
    from daily_counts where company_id = ${companyId} and (
      (subject in ('invited', 'accepted', 'queued', 'on_hold') and ${IN_ALL})
      or (subject = 'invited' and day = amsterdam_day(${now})))`);
  if (!found) throw new Error("an aggregate has a row");
  return found;
};

/** Of the person whom the company follows. Added up by name before one is chosen: there are fewer names than lines. */
const countOfPerson = async ({ db, companyId }: Scope, chosen: Sql): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    with people as materialized (
      select person, sum(amount) as amount from daily_counts where company_id = ${companyId} and ${chosen} group by person)
    select coalesce(sum(amount), 0)::int as count from people where ${isThePerson(sql`person`, companyId)}`);
  return found?.count ?? 0;
};

export const countPersonToday = (scope: Scope, now: Date): Promise<number> =>
  countOfPerson(scope, sql`subject = 'invited' and day = amsterdam_day(${now})`);

export const countPersonTotal = (scope: Scope, subject: "queued" | "on_hold" | "accepted"): Promise<number> =>
  countOfPerson(scope, sql`subject = ${subject} and ${IN_ALL}`);

interface MessageCounts {
  person: string;
  toApprove: number;
  createdToday: number;
  sentToday: number;
  queuedToday: number;
}

export const countMessages = async ({ db, companyId }: Scope, now: Date): Promise<MessageCounts> => {
  const today = (moment: Sql) => sql`${moment} >= ${startOf("day", now)} and ${moment} < ${startOf("day", now, 1)}`;
  const found = await db.row<MessageCounts>(sql`
    select ${thePerson(companyId)} as person,
      (select coalesce(sum(amount), 0) from tallies
        where company_id = ${companyId} and subject = 'messages' and kind = 'icebreaker'
          and status = any (${OPEN}::text[]) and ${isThePerson(sql`flow`, companyId)})::int as "toApprove",
      (select count(*) from messages where company_id = ${companyId} and message_type = 'icebreaker'
        and ${today(sql`date_created`)})::int as "createdToday",
      (select coalesce(sum(amount), 0) from daily_counts
        where company_id = ${companyId} and subject = 'sent' and day = amsterdam_day(${now}))::int as "sentToday",
      (select count(*) from queue_items
        where company_id = ${companyId} and status = 'QUEUED' and ${today(sql`due_order`)})::int as "queuedToday"`);
  if (!found) throw new Error("a select without a table has a row");
  return found;
};

/** What waits to go out, and what of it is due. */
export const countQueue = async ({ db, companyId }: Scope, now: Date): Promise<{ queued: number; ready: number }> => {
  const found = await db.row<{ queued: number; ready: number }>(sql`
    select (select coalesce(sum(amount), 0) from tallies
        where company_id = ${companyId} and subject = 'queue' and status = 'QUEUED')::int as queued,
      (select count(*) from queue_items
        where company_id = ${companyId} and status = 'QUEUED' and due_order <= ${now})::int as ready`);
  return found ?? { queued: 0, ready: 0 };
};
