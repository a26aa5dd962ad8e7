import type { SenderAccount } from "#contract/senders.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { ClaimedPart } from "#server/features/queue/sending.service.ts";

/** What is needed to send a part: the account of its sender, and the conversation with its lead. */
export interface SendContext {
  accountId: string;
  gatewayAccountId: string;
  status: SenderAccount["status"];
  chatId: string | null;
  /** The one that an earlier send looked up, otherwise the lead's own. */
  providerId: string | null;
}

export const findSendContext = ({ db, companyId }: Scope, partId: string): Promise<SendContext | undefined> =>
  db.row(sql`
    select a.id as "accountId", a.gateway_account_id as "gatewayAccountId", a.status,
      c.chat_id as "chatId", coalesce(c.provider_id, l.provider_id) as "providerId"
    from queue_items q
      join sender_names n on n.company_id = q.company_id and n.name_key = q.sender_key
      join linkedin_accounts a on a.company_id = q.company_id and a.sender_id = n.sender_id
      left join leads l on l.company_id = q.company_id and l.id = q.lead_id
      left join linkedin_conversations c on c.company_id = q.company_id and c.account_id = a.id and c.lead_id = q.lead_id
    where q.company_id = ${companyId} and q.id = ${partId}`);

/** Written before the request, so that LinkedIn can be checked after a lost answer. */
export const insertSend = (
  { db, companyId }: Scope,
  { id, claimId }: Pick<ClaimedPart, "id" | "claimId">,
  { accountId, providerId }: { accountId: string; providerId: string },
  at: Date,
): Promise<number> =>
  db.run(sql`
    insert into linkedin_sends (company_id, queue_item_id, account_id, claim_id, provider_id, started_at)
    values (${companyId}, ${id}, ${accountId}, ${claimId}, ${providerId}, ${at})
    on conflict (company_id, queue_item_id) do update set account_id = excluded.account_id, claim_id = excluded.claim_id,
      provider_id = excluded.provider_id, started_at = excluded.started_at, checks = 0, next_check_at = null`);

export const scheduleCheck = (
  { db, companyId }: Scope,
  partId: string,
  check: { number: number; at: Date | null },
): Promise<number> =>
  db.run(sql`
    update linkedin_sends set checks = ${check.number}, next_check_at = ${check.at}
    where company_id = ${companyId} and queue_item_id = ${partId}`);

export const scheduleFirstCheck = (
  { db, companyId }: Scope,
  partId: string,
  claimId: string,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update linkedin_sends set checks = 0, next_check_at = ${at}
    where company_id = ${companyId} and queue_item_id = ${partId} and claim_id = ${claimId}`);

export interface UnsettledSend extends ClaimedPart {
  accountId: string;
  gatewayAccountId: string;
  /** The provider id to which it was sent; the lead may have another one since. */
  sentToProviderId: string;
  startedAt: Date;
  checks: number;
}

const SEND_COLUMNS = sql`
  q.id, s.claim_id as "claimId", q.lead_id as "leadId", q.message_id as "messageId", q.message_name as name, q.text,
  q.message_flow as "messageFlow", null as "dateDue", l.provider_id as "providerId", l.full_name as "fullName",
  l.linkedin_url as "linkedInUrl", a.id as "accountId", a.gateway_account_id as "gatewayAccountId", s.provider_id as "sentToProviderId",
  s.started_at as "startedAt", s.checks`;
const FROM_SENDS = sql`
  from linkedin_sends s join queue_items q on q.company_id = s.company_id and q.id = s.queue_item_id
    join linkedin_accounts a on a.company_id = s.company_id and a.id = s.account_id
    left join leads l on l.company_id = q.company_id and l.id = q.lead_id`;

/** Sends of which the response was lost and that are due to be checked on LinkedIn. */
export const findSendsToCheck = ({ db, companyId }: Scope, now: Date): Promise<UnsettledSend[]> =>
  db.rows(sql`
    select ${SEND_COLUMNS} ${FROM_SENDS}
    where s.company_id = ${companyId} and s.next_check_at <= ${now} and q.claim_id = s.claim_id order by s.next_check_at`);

/** Sends of an account to a person whose outcome is not known, the oldest first: an echo settles one of them. */
export const findUnsettledTo = (
  { db, companyId }: Scope,
  accountId: string,
  providerId: string,
): Promise<UnsettledSend[]> =>
  db.rows(sql`
    select ${SEND_COLUMNS} ${FROM_SENDS}
    where s.company_id = ${companyId} and s.account_id = ${accountId} and s.provider_id = ${providerId}
      and q.claim_id = s.claim_id and q.status in ('SENDING', 'ERROR')
      and not exists (select from linkedin_messages m where m.company_id = s.company_id and m.queue_item_id = q.id)
    order by s.started_at`);

/** Of these messages, those that are known to be another send: a lead may get the same words twice. */
export const findSettledMessages = async (
  { db, companyId }: Scope,
  accountId: string,
  messageIds: readonly string[],
): Promise<Set<string>> => {
  const found = await db.rows<{ id: string }>(sql`
    select message_id as id from linkedin_messages where company_id = ${companyId} and account_id = ${accountId}
      and message_id = any (${messageIds}::text[]) and queue_item_id is not null`);
  return new Set(found.map(({ id }) => id));
};

export const storeProblem = ({ db, companyId }: Scope, partId: string, problem: string): Promise<number> =>
  db.run(sql`
    update queue_items set problem = ${problem} where company_id = ${companyId} and id = ${partId} and status = 'ERROR'`);

/** For the parts that the account may have sent and that are still being checked. */
export const storeProblemOfAccount = ({ db, companyId }: Scope, accountId: string, problem: string): Promise<number> =>
  db.run(sql`
    update queue_items q set problem = ${problem} from linkedin_sends s
    where q.company_id = ${companyId} and q.status = 'ERROR' and s.company_id = ${companyId} and s.account_id = ${accountId}
      and s.queue_item_id = q.id and s.claim_id = q.claim_id and s.next_check_at is not null`);

export const cancelChecksOfAccount = ({ db, companyId }: Scope, accountId: string): Promise<number> =>
  db.run(sql`
    update linkedin_sends set next_check_at = null
    where company_id = ${companyId} and account_id = ${accountId} and next_check_at is not null`);

/** How many attempts to send a part ended with this problem. */
export const countAttempts = async ({ db, companyId }: Scope, partId: string, problem: string): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(*)::int as count from delivery_attempts
    where company_id = ${companyId} and queue_item_id = ${partId} and detail = ${problem}`);
  return found?.count ?? 0;
};

/** Two sends in a row with an unknown outcome are a sign of LinkedIn's limits. Returns how many there were. */
export const countFailure = async ({ db, companyId }: Scope, accountId: string): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    update linkedin_accounts set failures_in_a_row = failures_in_a_row + 1
    where company_id = ${companyId} and id = ${accountId} returning failures_in_a_row as count`);
  return found?.count ?? 0;
};

/** A message or an invitation was sent: the account works. */
export const clearFailures = ({ db, companyId }: Scope, accountId: string): Promise<number> =>
  db.run(sql`
    update linkedin_accounts set failures_in_a_row = 0, last_hold_hours = 0, refused_at = null, reported_at = null
    where company_id = ${companyId} and id = ${accountId}
      and ((failures_in_a_row, last_hold_hours) <> (0, 0) or refused_at is not null)`);
