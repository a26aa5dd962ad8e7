import type { Sender, SenderAccount, SendingCaps, SendingSpacing, WorkingHours } from "#contract/senders.ts";
import type { Scope } from "#platform/database/scope.ts";
import { prepared, type ReadQuery, type Sql, sql } from "#platform/database/sql.ts";
import { isoTime, sortName } from "#platform/database/sql-expressions.ts";
import { explainAccountStatus } from "./senders.policy.ts";

const SENDER = sql`
  s.id, s.name, array(select n.name from sender_names n
    where n.company_id = s.company_id and n.sender_id = s.id and n.name <> s.name and n.name <> '' order by n.name) as aliases,
  s.user_id as "userId", s.form_of_address as "formOfAddress", s.hours, s.caps, s.spacing,
  s.ramp_started_on::text as "rampStartedOn",
  case when s.hold_until is not null then
    json_build_object('until', ${isoTime(sql`s.hold_until`)}, 'reason', coalesce(s.hold_reason, '')) end as hold,
  (select count(*)::int from sender_names n join queue_items q on q.company_id = n.company_id and q.sender_key = n.name_key
    where n.company_id = s.company_id and n.sender_id = s.id and q.status = 'QUEUED') as queued,
  (select json_build_object('name', a.name, 'status', a.status, 'tier', a.tier,
      'holdReason', case when a.hold_until > now() then a.hold_reason end, 'connectedAt', ${isoTime(sql`a.connected_at`)})
    from linkedin_accounts a where a.company_id = s.company_id and a.sender_id = s.id) as account`;

type FoundSender = Omit<Sender, "account"> & {
  account: (Omit<SenderAccount, "problem"> & { holdReason: string | null }) | null;
};

const toSender = ({ account, ...sender }: FoundSender): Sender => {
  if (!account) return { ...sender, account };
  const { holdReason, ...shown } = account;
  return { ...sender, account: { ...shown, problem: explainAccountStatus(account.status) ?? holdReason } };
};

export const findSenders = async ({ db, companyId }: Scope): Promise<Sender[]> => {
  const found = await db.rows<FoundSender>(sql`
    select ${SENDER} from senders s where s.company_id = ${companyId} order by ${sortName(sql`s.name`)}, s.id`);
  return found.map(toSender);
};

export const findSender = async ({ db, companyId }: Scope, id: string): Promise<Sender | undefined> => {
  const found = await db.row<FoundSender>(
    sql`select ${SENDER} from senders s where s.company_id = ${companyId} and s.id = ${id}`,
  );
  return found && toSender(found);
};

/** Locks the row until the transaction ends; in the order of the ids, to avoid deadlocks. */
export const lockSenders = ({ db, companyId }: Scope, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.rows(sql`
    select id from senders where company_id = ${companyId} and id = any (${ids}::uuid[]) order by id for no key update`);

export const isColleague = async ({ db, companyId }: Scope, userId: string): Promise<boolean> =>
  (await db.row(sql`select from users where company_id = ${companyId} and id = ${userId}`)) !== undefined;

export type SenderValues = Omit<Sender, "id" | "aliases" | "queued" | "account">;

export const updateSender = ({ db, companyId }: Scope, id: string, values: SenderValues, at: Date): Promise<number> =>
  db.run(sql`
    update senders set name = ${values.name}, user_id = ${values.userId}, form_of_address = ${values.formOfAddress},
      hours = ${JSON.stringify(values.hours)}, caps = ${JSON.stringify(values.caps)},
      spacing = ${JSON.stringify(values.spacing)}, ramp_started_on = ${values.rampStartedOn},
      hold_until = ${values.hold?.until ?? null}, hold_reason = ${values.hold?.reason ?? null},
      plans_valid_until = null, updated_at = ${at}
    where company_id = ${companyId} and id = ${id}`);

/** New rows get the name that is shown, so that it has to belong to the sender. False when it is a name of another one. */
export const claimName = async ({ db, companyId }: Scope, id: string, name: string): Promise<boolean> => {
  const claimed = await db.run(sql`
    insert into sender_names as n (company_id, name_key, name, sender_id)
    values (${companyId}, sender_key(${name}), ${name}, ${id})
    on conflict (company_id, name_key) do update set name = excluded.name where n.sender_id = excluded.sender_id`);
  return claimed > 0;
};

/**
 * The other sender gets the names, and with them the data; the account, with its ramp, if it has none. Its spacing and its hold are
 * those that end later.
 */
export const mergeSender = async ({ db, companyId }: Scope, id: string, into: string, at: Date): Promise<void> => {
  await db.run(sql`
    update sender_names set sender_id = ${into} where company_id = ${companyId} and sender_id = ${id}`);
  await db.run(sql`
    update senders s set plans_valid_until = null, updated_at = ${at}, user_id = coalesce(s.user_id, m.user_id),
      next_message_at = greatest(s.next_message_at, m.next_message_at),
      next_answer_at = greatest(s.next_answer_at, m.next_answer_at),
      next_invitation_at = greatest(s.next_invitation_at, m.next_invitation_at),
      hold_until = greatest(s.hold_until, m.hold_until),
      hold_reason = case when m.hold_until > coalesce(s.hold_until, '-infinity') then m.hold_reason else s.hold_reason end,
      ramp_started_on = case when exists (select from linkedin_accounts a where a.company_id = ${companyId} and a.sender_id = ${into})
        or not exists (select from linkedin_accounts a where a.company_id = ${companyId} and a.sender_id = ${id})
        then s.ramp_started_on else m.ramp_started_on end
    from senders m where s.company_id = ${companyId} and s.id = ${into} and m.company_id = ${companyId} and m.id = ${id}`);
  await db.run(sql`
    update linkedin_accounts a set sender_id = ${into} where a.company_id = ${companyId} and a.sender_id = ${id}
      and not exists (select from linkedin_accounts o where o.company_id = ${companyId} and o.sender_id = ${into})`);
  await db.run(sql`delete from senders where company_id = ${companyId} and id = ${id}`);
};

/** The rules of a sender as they are stored, with the keys of its names. */
export interface SenderRow {
  id: string;
  name: string;
  nameKeys: string[];
  hours: WorkingHours;
  caps: SendingCaps;
  spacing: SendingSpacing;
  rampStartedOn: string | null;
  holdUntil: Date | null;
  holdReason: string | null;
  nextMessageAt: Date | null;
  nextAnswerAt: Date | null;
  nextInvitationAt: Date | null;
  /** The company has the address of a webhook. */
  hasWebhook: boolean;
  /** Null without a LinkedIn account. */
  accountStatus: SenderAccount["status"] | null;
  /** The relations of the account have been read at least once: until then nobody knows who they are. */
  hasReadRelations: boolean;
  accountTier: "free" | "paid" | "unknown" | null;
  accountHoldUntil: Date | null;
  accountHoldReason: string | null;
  invitationHoldUntil: Date | null;
  invitationHoldReason: string | null;
  /** By the clock of the database, which decides what is due. */
  readAt: Date;
}

const RULES = sql`
  s.id, s.name, array(select n.name_key from sender_names n where n.company_id = s.company_id and n.sender_id = s.id) as "nameKeys",
  s.hours, s.caps, s.spacing, s.ramp_started_on::text as "rampStartedOn", s.hold_until as "holdUntil",
  s.hold_reason as "holdReason", s.next_message_at as "nextMessageAt", s.next_answer_at as "nextAnswerAt", s.next_invitation_at as "nextInvitationAt",
  a.status as "accountStatus", a.relations_read_at is not null as "hasReadRelations", a.tier as "accountTier", a.hold_until as "accountHoldUntil", a.hold_reason as "accountHoldReason",
  a.invitation_hold_until as "invitationHoldUntil", a.invitation_hold_reason as "invitationHoldReason",
  (select c.has_delivery_webhook from companies c where c.id = s.company_id) as "hasWebhook",
  clock_timestamp() as "readAt"`;

const rulesWhere = (companyId: string, condition: Sql): Sql => sql`
  select ${RULES} from senders s left join linkedin_accounts a on a.company_id = s.company_id and a.sender_id = s.id
  where s.company_id = ${companyId} and ${condition}`;

export const selectRules = ({ companyId }: Scope, id: string): ReadQuery<SenderRow> => ({
  statement: prepared(rulesWhere(companyId, sql`s.id = ${id}`)),
});

/** Serialises the sends of one sender over all processes. */
export const selectRulesLocked = ({ companyId }: Scope, id: string): ReadQuery<SenderRow> => ({
  statement: prepared(rulesWhere(companyId, sql`s.id = ${id} for no key update of s`)),
});

export const findRules = (scope: Scope, id: string): Promise<SenderRow | undefined> =>
  scope.db.row(selectRules(scope, id).statement);

export const lockRules = (scope: Scope, id: string): Promise<SenderRow | undefined> =>
  scope.db.row(selectRulesLocked(scope, id).statement);

/** The sender of a name, undefined for a name that no queue item, message, invitation or prompt has. */
export const findRulesOfName = ({ db, companyId }: Scope, name: string | null): Promise<SenderRow | undefined> =>
  db.row(
    rulesWhere(
      companyId,
      sql`s.id = (select n.sender_id from sender_names n
        where n.company_id = ${companyId} and n.name_key = sender_key(${name}))`,
    ),
  );

export const addSender = ({ db, companyId }: Scope, name: string): Promise<number> =>
  db.run(sql`select add_senders(${companyId}, array[${name}::text])`);

/** An answer, or a message that was sent now, does not shorten the spacing after the message before it. */
export const storeNextAllowed = (
  { db, companyId }: Scope,
  id: string,
  next: { message: Date; answer: Date },
): Promise<number> =>
  db.run(sql`
    update senders set next_message_at = greatest(next_message_at, ${next.message}), next_answer_at = ${next.answer}
    where company_id = ${companyId} and id = ${id}`);

export const storeIdleUntil = ({ db, companyId }: Scope, id: string, until: Date): Promise<number> =>
  db.run(sql`update senders set idle_until = ${until} where company_id = ${companyId} and id = ${id}`);

/** Senders whose stored plans are out of date. */
export const selectOutdated = ({ companyId }: Scope, now: Date): ReadQuery<{ id: string }> => ({
  statement: prepared(sql`
    select s.id from senders s where s.company_id = ${companyId}
      and (s.plans_valid_until is null or s.plans_valid_until <= ${now} or s.id in (
        select n.sender_id from plan_changes c join sender_names n on n.company_id = c.company_id and n.name_key = c.sender_key
        where c.company_id = ${companyId}))
    order by s.plans_valid_until nulls first`),
});

export const findOutdated = (scope: Scope, now: Date): Promise<{ id: string }[]> =>
  scope.db.rows(selectOutdated(scope, now).statement);

/** Something that concerns the plans of all senders has changed. */
export const invalidatePlans = ({ db, companyId }: Pick<Scope, "db" | "companyId">): Promise<number> =>
  db.run(sql`update senders set plans_valid_until = null where company_id = ${companyId}`);

export const storePlansValidUntil = ({ db, companyId }: Scope, id: string, until: Date | null): Promise<number> =>
  db.run(sql`
    update senders set plans_valid_until = coalesce(${until}::timestamptz, 'infinity')
    where company_id = ${companyId} and id = ${id}`);
