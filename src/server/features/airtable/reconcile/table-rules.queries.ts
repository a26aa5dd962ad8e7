import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import type { RowChange } from "./rows.queries.ts";

interface ClassificationChange {
  leadId: string;
  oldValue: unknown;
  newValue: string | null;
  at: string;
}

export const insertClassificationChanges = (
  { db, companyId, actor }: Scope,
  changes: readonly ClassificationChange[],
) =>
  db.run(sql`
    insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
    select ${companyId}, "leadId", "oldValue", "newValue", at, ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(changes)})
      as change ("leadId" uuid, "oldValue" text, "newValue" text, at timestamptz)`);

/**
 * A lead whose record was deleted gets the class DELETED, so that users can restore it. It keeps `classified_at`: a restored client
 * counts in the month in which it became one.
 */
export const markLeadsDeleted = ({ db, companyId, actor }: Scope, ids: readonly string[], at: Date) =>
  db.run(sql`
    with deleted as (
      update leads new set classification = 'DELETED', updated_at = now()
      from leads old
      where new.company_id = ${companyId} and new.id = any(${ids}) and old.company_id = new.company_id and old.id = new.id
      returning new.id, old.classification as old_value
    )
    insert into classification_changes (company_id, lead_id, old_value, new_value, changed_at, changed_by)
    select ${companyId}, id, old_value, 'DELETED', ${at}, ${actor.name} from deleted
    where old_value is distinct from 'DELETED'`);

/** Leaves the queue as it is. A message of which a part was sent stays on record. */
export const cancelMessages = ({ db, companyId }: Scope, ids: readonly string[], at: Date) =>
  db.run(sql`
    update messages set status = 'cancelled', changed_by = 'Airtable', changed_at = ${at}, updated_at = now()
    where company_id = ${companyId} and id = any(${ids}) and status in ('pending', 'rewritten', 'edited', 'approved', 'error')`);

/** Sent messages stay on record. */
export const cancelQueueItems = ({ db, companyId }: Scope, ids: readonly string[]) =>
  db.run(sql`
    update queue_items set status = 'CANCELLED', updated_at = now()
    where company_id = ${companyId} and id = any(${ids}) and status = 'QUEUED'`);

export const markMeetingsDeleted = ({ db, companyId }: Scope, ids: readonly string[]) =>
  db.run(sql`
    update meetings set status = 'DELETED', updated_at = now() where company_id = ${companyId} and id = any(${ids})`);

export const deletePrompts = ({ db, companyId }: Scope, ids: readonly string[]) =>
  db.run(sql`delete from prompts where company_id = ${companyId} and id = any(${ids})`);

export const deleteInvitations = ({ db, companyId }: Scope, ids: readonly string[]) =>
  db.run(sql`delete from invitations where company_id = ${companyId} and id = any(${ids})`);

const toVersions = (changes: readonly RowChange[], textColumn: string, versionColumn: string) =>
  JSON.stringify(
    changes.map(({ before, after, at }) => ({
      id: after.id,
      old: before?.[textColumn],
      oldVersion: before?.[versionColumn],
      updated: after[textColumn],
      newVersion: after[versionColumn],
      at,
    })),
  );

/** Also inserts the old text if it has no version yet. */
export const insertMessageVersions = ({ db, companyId, actor }: Scope, changes: readonly RowChange[]) =>
  db.run(sql`
    with change as (
      select * from jsonb_to_recordset(${toVersions(changes, "content", "content_version")})
        as change (id uuid, old text, "oldVersion" integer, updated text, "newVersion" integer, at timestamptz)
    )
    insert into message_versions (company_id, message_id, number, content, source, author, made_at)
    select ${companyId}::uuid, id, "oldVersion", old, 'original', ${actor.name}, m.created_at
    from change join messages m using (id) where m.company_id = ${companyId}
    union all
    select ${companyId}::uuid, id, "newVersion", updated, 'airtable', ${actor.name}, at from change
    on conflict do nothing`);

export const insertPromptVersions = ({ db, companyId, actor }: Scope, changes: readonly RowChange[]) =>
  db.run(sql`
    with change as (
      select * from jsonb_to_recordset(${toVersions(changes, "prompt", "version")})
        as change (id uuid, old text, "oldVersion" integer, updated text, "newVersion" integer, at timestamptz)
    )
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select ${companyId}::uuid, id, "oldVersion", old, 'original', ${actor.name}, p.created_at
    from change join prompts p using (id) where p.company_id = ${companyId}
    union all
    select ${companyId}::uuid, id, "newVersion", updated, 'airtable', ${actor.name}, at from change
    on conflict do nothing`);
