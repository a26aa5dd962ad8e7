import { UNDO_SECONDS } from "#contract/undo.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { prepared, sql } from "#platform/database/sql.ts";

export const insertUndoable = (
  { db, companyId }: Scope,
  token: string,
  subjectIds: readonly string[],
  changes: object,
): Promise<void> =>
  db.pipeline(
    prepared(sql`
      insert into undoable_actions (company_id, token, subject_ids, changes, until)
      values (${companyId}, ${token}, ${subjectIds}::uuid[], ${JSON.stringify(changes)},
        clock_timestamp() + ${UNDO_SECONDS} * interval '1 second')`),
  );

/**
 * Marks the action as undone and returns its changes; undefined when it is too late or was undone before. `app.is_undo` tells the
 * triggers of the webhooks that this transaction restores statuses.
 */
export const claimUndoable = ({ db, companyId }: Scope, token: string): Promise<{ changes: unknown } | undefined> =>
  db.row(sql`
    update undoable_actions set undone_at = clock_timestamp()
    where company_id = ${companyId} and token = ${token} and undone_at is null and until > clock_timestamp()
    returning changes, set_config('app.is_undo', 'true', true)`);

export const findUndoable = ({ db, companyId }: Scope, token: string): Promise<{ isUndone: boolean } | undefined> =>
  db.row(sql`
    select undone_at is not null as "isUndone" from undoable_actions
    where company_id = ${companyId} and token = ${token}`);

/** Of all companies. The policy of the table limits it to actions of more than a day ago. */
export const deleteOldUndoables = ({ db }: PlatformScope): Promise<number> =>
  db.run(sql`delete from undoable_actions where until < now() - interval '1 day'`);
