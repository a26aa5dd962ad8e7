import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

/** A text of the built-in writer, with what became of it. */
export interface WrittenText {
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  since: string | null;
  isRewritten: boolean;
  isApproved: boolean;
  isSent: boolean;
  isAccepted: boolean;
  isReplied: boolean;
  /** The written and the approved text, where a user edited it. */
  edit: { written: string; approved: string } | null;
}

/** The texts that were written since then, up to a moment if there is one. A text that came from Airtable has no version and is not among them. */
export const findWrittenTexts = (
  { db, companyId }: Scope,
  since: Date,
  until: Date | undefined,
): Promise<WrittenText[]> =>
  db.rows(sql`
    select d.prompt_id as "promptId", p.prompt_name as "promptName", coalesce(p.account_manager, '') as "accountManager",
      d.prompt_version as version, ${isoTime(sql`pv.made_at`)} as since, next.is_rewritten as "isRewritten",
      not next.is_rewritten and (m.status in ('approved', 'error') or is_sent_status(m.status)) as "isApproved",
      not next.is_rewritten and m.effective_sent_at is not null as "isSent",
      not next.is_rewritten and (result.is_replied or m.status = 'connected') as "isAccepted",
      not next.is_rewritten and result.is_replied as "isReplied",
      case when not next.is_rewritten and m.content_version > d.content_version
        then json_build_object('written', coalesce(v.content, ''), 'approved', m.content) end as edit
    from message_drafts d
      join messages m on m.company_id = d.company_id and m.id = d.message_id
      join prompts p on p.company_id = d.company_id and p.id = d.prompt_id
      left join prompt_versions pv on pv.company_id = d.company_id and pv.prompt_id = d.prompt_id and pv.number = d.prompt_version
      left join message_versions v on v.company_id = d.company_id and v.message_id = d.message_id and v.number = d.content_version
      cross join lateral (select v.feedback is not null or exists (select from message_drafts n
        where n.company_id = d.company_id and n.message_id = d.message_id and n.content_version > d.content_version)
        as is_rewritten) next
      cross join lateral (select exists (
        select from message_result(m.message_type, m.effective_sent_at, m.flow_key, m.date_created, m.status, m.replied_at)
        where responded = 1) as is_replied) result
    where d.company_id = ${companyId} and d.made_at >= ${since} and ${until ? sql`d.made_at < ${until}` : sql`true`}`);
