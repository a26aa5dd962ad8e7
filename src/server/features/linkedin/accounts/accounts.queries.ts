import type { LinkedInSettings } from "#contract/linkedin.ts";
import type { SenderAccount } from "#contract/senders.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

type AccountStatus = SenderAccount["status"];

export interface AccountRow {
  id: string;
  senderId: string | null;
  gatewayAccountId: string;
  name: string;
  ownerId: string;
  tier: "free" | "paid" | "unknown";
  status: AccountStatus;
  /** When a call was last refused because the account has to be connected again; null when the gateway says so itself. */
  refusedAt: Date | null;
  messagesReadUntil: Date | null;
  relationsReadAt: Date | null;
  relationsFailedAt: Date | null;
  connectedAt: Date;
  companyHasLeads: boolean;
}

const ACCOUNT = sql`
  a.id, a.sender_id as "senderId", a.gateway_account_id as "gatewayAccountId", a.name, a.owner_id as "ownerId", a.tier, a.status,
  a.refused_at as "refusedAt",
  a.messages_read_until as "messagesReadUntil", a.relations_read_at as "relationsReadAt",
  a.relations_failed_at as "relationsFailedAt",
  a.connected_at as "connectedAt", exists (select from leads l where l.company_id = a.company_id) as "companyHasLeads"`;

const accountsWhere = (companyId: string, condition: Sql): Sql => sql`
  select ${ACCOUNT} from linkedin_accounts a where a.company_id = ${companyId} and ${condition} order by a.id`;

export const findAccounts = ({ db, companyId }: Scope): Promise<AccountRow[]> =>
  db.rows(accountsWhere(companyId, sql`true`));

export const findAccountOfSender = ({ db, companyId }: Scope, senderId: string): Promise<AccountRow | undefined> =>
  db.row(accountsWhere(companyId, sql`a.sender_id = ${senderId}`));

export const findAccountByGatewayId = (
  { db, companyId }: Scope,
  gatewayAccountId: string,
): Promise<AccountRow | undefined> => db.row(accountsWhere(companyId, sql`a.gateway_account_id = ${gatewayAccountId}`));

export interface NewAccount {
  senderId: string;
  gatewayAccountId: string;
  name: string;
  ownerId: string;
  tier: AccountRow["tier"];
  status: AccountStatus;
}

/**
 * An account that was deleted at the gateway or disconnected here, and is connected again, has another id there. Here it stays the same
 * account, with its conversations, so that replies from the time in between are read. The ids of its chats are new too.
 */
const takeOverDeletedAccount = async (
  { db, companyId }: Pick<Scope, "db" | "companyId">,
  { gatewayAccountId, ownerId }: NewAccount,
): Promise<void> => {
  const former = await db.row<{ id: string }>(sql`
    update linkedin_accounts set gateway_account_id = ${gatewayAccountId}
    where company_id = ${companyId} and id = (
      select id from linkedin_accounts where company_id = ${companyId} and owner_id = ${ownerId} and owner_id <> ''
        and status = 'deleted' order by status_since desc, id limit 1)
      and not exists (select from linkedin_accounts
        where company_id = ${companyId} and gateway_account_id = ${gatewayAccountId})
    returning id`);
  if (former)
    await db.run(sql`
      update linkedin_conversations set chat_id = null where company_id = ${companyId} and account_id = ${former.id}`);
};

/**
 * Where the first poll of a new account begins: an hour before the last message that the sender sent in 30 days, because the account may
 * have been connected before. Null if there is none: the poll then reads an hour back.
 */
const firstReadFrom = (companyId: string, senderId: string, at: Date): Sql => sql`(
  select max(q.sent_sort_key) - interval '1 hour'
  from sender_names n join queue_items q on q.company_id = n.company_id and q.sender_key = n.name_key
  where n.company_id = ${companyId} and n.sender_id = ${senderId} and q.status = 'SENT' and q.channel = 'linkedin'
    and q.sent_sort_key > ${at}::timestamptz - interval '30 days')`;

/** A sender has one account: its previous account, if that is another one, is left without a sender. */
export const upsertAccount = async ({ db, companyId }: Scope, account: NewAccount, at: Date): Promise<void> => {
  await takeOverDeletedAccount({ db, companyId }, account);
  await db.run(sql`
    update linkedin_accounts set sender_id = null
    where company_id = ${companyId} and sender_id = ${account.senderId}
      and gateway_account_id <> ${account.gatewayAccountId}`);
  const stored = await db.row<{ isNew: boolean }>(sql`
    insert into linkedin_accounts as a (company_id, sender_id, gateway_account_id, name, owner_id, tier, status, status_since,
      connected_at, messages_read_until)
    values (${companyId}, ${account.senderId}, ${account.gatewayAccountId}, ${account.name}, ${account.ownerId}, ${account.tier},
      ${account.status}, ${at}, ${at}, ${firstReadFrom(companyId, account.senderId, at)})
    on conflict (company_id, gateway_account_id) do update set sender_id = excluded.sender_id, name = excluded.name,
      owner_id = excluded.owner_id, tier = excluded.tier, status = excluded.status, status_since = excluded.status_since,
      refused_at = null, reported_at = null, connected_at = excluded.connected_at
    returning xmax = 0 as "isNew"`);
  // A new account begins with few invitations; one that is connected again is not new.
  await db.run(sql`
    update senders set plans_valid_until = null, ramp_started_on = case when ${stored?.isNew ?? false}
      then coalesce(ramp_started_on, (${at}::timestamptz at time zone 'Europe/Amsterdam')::date) else ramp_started_on end
    where company_id = ${companyId} and id = ${account.senderId}`);
};

export const endRamp = ({ db, companyId }: Scope, senderId: string): Promise<number> =>
  db.run(sql`update senders set ramp_started_on = null where company_id = ${companyId} and id = ${senderId}`);

export type AccountState = Pick<AccountRow, "status" | "refusedAt" | "name" | "ownerId">;

/**
 * True when it changed. Then the plans of the sender are computed again. Where the gateway calls an account OK whose calls are
 * refused, only a send that succeeds proves that it works: until then the problem stays reported. Not for an account that was
 * disconnected here, or connected again, since it was read.
 */
export const updateStatus = async (
  { db, companyId }: Scope,
  { id, gatewayAccountId }: Pick<AccountRow, "id" | "gatewayAccountId">,
  { status, refusedAt, name, ownerId }: AccountState,
  at: Date,
): Promise<boolean> => {
  const changed = await db.run(sql`
    update linkedin_accounts set status = ${status}, refused_at = ${refusedAt}, name = ${name}, owner_id = ${ownerId},
      status_since = case when status = ${status} then status_since else ${at}::timestamptz end,
      reported_at = case when ${status}::text = 'ok' and ${refusedAt}::timestamptz is null then null else reported_at end
    where company_id = ${companyId} and id = ${id} and gateway_account_id = ${gatewayAccountId}
      and (status, refused_at, name, owner_id) is distinct from (${status}, ${refusedAt}::timestamptz, ${name}, ${ownerId})`);
  if (changed === 0) return false;
  await invalidatePlansOf({ db, companyId }, id);
  return true;
};

const invalidatePlansOf = ({ db, companyId }: Pick<Scope, "db" | "companyId">, id: string): Promise<number> =>
  db.run(sql`
    update senders s set plans_valid_until = null from linkedin_accounts a
    where s.company_id = ${companyId} and a.company_id = ${companyId} and a.id = ${id} and s.id = a.sender_id`);

export const updateTier = ({ db, companyId }: Scope, id: string, tier: AccountRow["tier"]): Promise<number> =>
  db.run(sql`update linkedin_accounts set tier = ${tier} where company_id = ${companyId} and id = ${id}`);

/**
 * Stops sending for a while, such as after LinkedIn asked to slow down: at least `hours`, and twice as long as the hold before, up
 * to three days.
 */
export const holdAccount = async (
  { db, companyId }: Scope,
  id: string,
  { what, reason, hours }: { what: "everything" | "invitations"; reason: string; hours: number },
  at: Date,
): Promise<void> => {
  const until = sql`${at}::timestamptz + make_interval(hours => least(72, greatest(${hours}, 2 * last_hold_hours)))`;
  const columns =
    what === "everything"
      ? sql`hold_until = ${until}, hold_reason = ${reason}`
      : sql`invitation_hold_until = ${until}, invitation_hold_reason = ${reason}`;
  await db.run(sql`
    update linkedin_accounts set ${columns}, last_hold_hours = least(72, greatest(${hours}, 2 * last_hold_hours))
    where company_id = ${companyId} and id = ${id}`);
  await invalidatePlansOf({ db, companyId }, id);
};

/** For a reason that is not about the accounts, such as the key of the company: a longer hold of an account stays. */
export const holdAllAccounts = ({ db, companyId }: Scope, reason: string, until: Date): Promise<number> =>
  db.run(sql`
    update linkedin_accounts set hold_until = ${until}, hold_reason = ${reason}
    where company_id = ${companyId} and (hold_until is null or hold_until < ${until})`);

export const endHolds = ({ db, companyId }: Scope, reason: string): Promise<number> =>
  db.run(sql`
    update linkedin_accounts set hold_until = null, hold_reason = null
    where company_id = ${companyId} and hold_reason = ${reason}`);

/** Counts a view of a profile by this account. False when it has made as many as it may today. */
export const countProfileView = async (
  { db, companyId }: Scope,
  id: string,
  maxPerDay: number,
  at: Date,
): Promise<boolean> => {
  const today = sql`(${at}::timestamptz at time zone 'Europe/Amsterdam')::date`;
  const counted = await db.run(sql`
    update linkedin_accounts set profile_views_on = ${today},
      profile_views = case when profile_views_on = ${today} then profile_views + 1 else 1 end
    where company_id = ${companyId} and id = ${id}
      and (profile_views_on is distinct from ${today} or profile_views < ${maxPerDay})`);
  return counted > 0;
};

/**
 * Disconnects an account here. Its conversations stay, so that replies that were read and handled are not new when it is connected again
 * (`takeOverDeletedAccount`). The gateway's id is given up: meanwhile the account may be given to another company. Nobody is mailed
 * that it does not work, also not by a poll that found it deleted at the gateway a moment before.
 */
export const retireAccount = async ({ db, companyId }: Scope, id: string, at: Date): Promise<void> => {
  await invalidatePlansOf({ db, companyId }, id);
  await db.run(sql`
    update linkedin_accounts set sender_id = null, status = 'deleted', status_since = ${at}, reported_at = ${at},
      gateway_account_id = 'disconnected-' || id, refused_at = null, relations_read_at = null, relations_failed_at = null
    where company_id = ${companyId} and id = ${id}`);
  await db.run(sql`delete from linkedin_relations where company_id = ${companyId} and account_id = ${id}`);
};

export interface ProblemRecipient {
  name: string;
  status: AccountStatus;
  email: string;
  firstName: string;
  /** The account is of the recipient's own sender. */
  isOwner: boolean;
}

/**
 * Marks an account that does not work as reported, and returns whom to mail: the user of its sender, or, where that user cannot be
 * mailed or there is none, the admins of the company. Nobody when it was already reported since it last worked.
 */
export const markReported = ({ db, companyId }: Scope, id: string, at: Date): Promise<ProblemRecipient[]> =>
  db.rows(sql`
    with reported as (
      update linkedin_accounts a set reported_at = ${at}
      where a.company_id = ${companyId} and a.id = ${id} and a.reported_at is null and a.status not in ('ok', 'connecting')
      returning a.name, a.sender_id, a.status)
    select r.name, r.status, u.email, coalesce(u.first_name, u.username) as "firstName", o.id is not null as "isOwner"
    from reported r left join senders s on s.company_id = ${companyId} and s.id = r.sender_id
    left join users o on o.company_id = ${companyId} and o.id = s.user_id and o.is_active and o.email is not null
    join users u on u.company_id = ${companyId} and u.is_active and u.email is not null
      and case when o.id is null then u.role = 'company_admin' else u.id = o.id end`);

/** Companies whose gateway is asked for changes; also those without a gateway, in which lost answers have to be given up. */
export const findCompaniesWithAccounts = async ({ db }: PlatformScope): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select c.id from companies c where c.is_active and c.deleted_at is null
      and exists (select from linkedin_accounts a where a.company_id = c.id)`);
  return found.map(({ id }) => id);
};

export const findSettings = ({ db }: PlatformScope, companyId: string): Promise<LinkedInSettings | undefined> =>
  db.row(sql`
    select delivery_channel as "deliveryChannel", delivery_webhook_url as "deliveryWebhookUrl",
      delivery_secret_encrypted is not null as "hasDeliverySecret", unipile_url as "unipileUrl",
      withdraw_invitations_after as "withdrawInvitationsAfter",
      unipile_key_encrypted is not null as "hasUnipileApiKey"
    from companies where id = ${companyId} and deleted_at is null`);
