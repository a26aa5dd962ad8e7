import { type LeadNote, MAX_TAGS } from "#contract/lead-details.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";

export interface StoredNote extends Omit<LeadNote, "mayChange"> {
  authorId: string | null;
}

const NOTE: Sql = sql`id, text, author, author_id as "authorId", ${isoTime(sql`created_at`)} as "createdAt"`;

export const findNotes = ({ db, companyId }: Scope, leadId: string): Promise<StoredNote[]> =>
  db.rows(sql`
    select ${NOTE} from lead_notes where company_id = ${companyId} and lead_id = ${leadId} order by created_at desc, id`);

export const findNote = ({ db, companyId }: Scope, leadId: string, id: string): Promise<StoredNote | undefined> =>
  db.row(sql`select ${NOTE} from lead_notes where company_id = ${companyId} and lead_id = ${leadId} and id = ${id}`);

/** An API key has no user: its notes have only its name. */
export const insertNote = async (
  { db, companyId, actor }: Scope,
  leadId: string,
  text: string,
  at: Date,
): Promise<StoredNote> => {
  const inserted = await db.row<StoredNote>(sql`
    insert into lead_notes (company_id, lead_id, text, author, author_id, created_at, updated_at)
    values (${companyId}, ${leadId}, ${text}, ${actor.name},
      (select u.id from users u where u.id = ${actor.id}::uuid), ${at}, ${at})
    returning ${NOTE}`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
};

export const updateNote = ({ db, companyId }: Scope, id: string, text: string, at: Date): Promise<number> =>
  db.run(sql`update lead_notes set text = ${text}, updated_at = ${at} where company_id = ${companyId} and id = ${id}`);

export const deleteNote = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`delete from lead_notes where company_id = ${companyId} and id = ${id}`);

export const findTags = async ({ db, companyId }: Scope, leadId: string): Promise<string[]> => {
  const found = await db.rows<{ tag: string }>(sql`
    select tag from lead_tags where company_id = ${companyId} and lead_id = ${leadId} order by lower(tag), tag`);
  return found.map(({ tag }) => tag);
};

export const replaceTags = async ({ db, companyId }: Scope, leadId: string, tags: readonly string[]): Promise<void> => {
  await db.run(sql`
    delete from lead_tags where company_id = ${companyId} and lead_id = ${leadId} and tag <> all (${tags}::text[])`);
  await db.run(sql`
    insert into lead_tags (company_id, lead_id, tag) select ${companyId}, ${leadId}, tag from unnest(${tags}::text[]) as tag
    on conflict do nothing`);
};

/** How many of the leads have the tag, in whatever case. */
export const countTagged = async ({ db, companyId }: Scope, ids: readonly string[], tag: string): Promise<number> => {
  const found = await db.row<{ count: number }>(sql`
    select count(distinct lead_id)::int as count from lead_tags
    where company_id = ${companyId} and lead_id = any (${ids}::uuid[]) and lower(tag) = lower(${tag})`);
  return found?.count ?? 0;
};

/** Returns the leads that got it: not those that had it, in any spelling of upper and lower case, nor those that have `MAX_TAGS`. */
export const insertTag = (
  { db, companyId }: Scope,
  ids: readonly string[],
  tag: string,
): Promise<{ id: string; fullName: string }[]> =>
  db.rows(sql`
    with inserted as (
      insert into lead_tags (company_id, lead_id, tag)
      select l.company_id, l.id, ${tag} from leads l
      where l.company_id = ${companyId} and l.id = any (${ids}::uuid[]) and l.deleted_at is null
        and (select count(*) < ${MAX_TAGS} and count(*) filter (where lower(t.tag) = lower(${tag})) = 0
          from lead_tags t where t.company_id = l.company_id and t.lead_id = l.id)
      on conflict do nothing returning lead_id
    )
    select l.id, l.full_name as "fullName" from inserted join leads l on l.company_id = ${companyId} and l.id = lead_id`);
