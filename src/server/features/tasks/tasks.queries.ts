import type { NewTask, Task, TaskChange, TaskQuery } from "#contract/tasks.ts";
import type { Actor, Scope } from "#platform/database/scope.ts";
import { type ReadQuery, type Sql, sql } from "#platform/database/sql.ts";
import { seesAllMeetings } from "#server/features/meetings/meeting-visibility.service.ts";

const MAX_TASKS = 500;

const COLUMNS = sql`
  t.id, t.text, t.due_on::text as "dueOn", t.owner_id as "ownerId",
  (select coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email) from users u where u.id = t.owner_id)
    as "ownerName",
  t.meeting_id as "meetingId", m.meeting_name as "meetingName", l.id as "leadId", l.full_name as "leadName",
  t.done_at is not null as "isDone"`;

const visibleMeetings = (scope: Scope): Sql =>
  sql`visible_meetings(${scope.companyId}, ${scope.actor.id}, ${seesAllMeetings(scope)})`;

/** Tasks of a private meeting are as private as the meeting. */
const visibleTasks = (scope: Scope): Sql => sql`
  tasks t left join ${visibleMeetings(scope)} m on m.id = t.meeting_id
    left join leads l on l.company_id = t.company_id and l.id = t.lead_id and l.deleted_at is null
  where t.company_id = ${scope.companyId} and (t.meeting_id is null or m.id is not null)`;

export const findTasks = (scope: Scope, { meetingId, leadId, mine }: TaskQuery): Promise<Task[]> => {
  const ofMeeting = meetingId ? sql`t.meeting_id = ${meetingId}` : sql`true`;
  const ofLead = leadId ? sql`t.lead_id = ${leadId}` : sql`true`;
  const isMineAndOpen = mine ? sql`t.owner_id = ${scope.actor.id}::uuid and t.done_at is null` : sql`true`;
  return scope.db.rows(sql`
    select ${COLUMNS} from ${visibleTasks(scope)} and ${ofMeeting} and ${ofLead} and ${isMineAndOpen}
    order by t.done_at is not null, t.due_on nulls last, t.id limit ${MAX_TASKS}`);
};

export const findTask = (scope: Scope, id: string): Promise<Task | undefined> =>
  scope.db.row(sql`select ${COLUMNS} from ${visibleTasks(scope)} and t.id = ${id}`);

/** Locks the row until the transaction ends, so that two changes of different fields are both kept. */
export const lockTask = (scope: Scope, id: string): Promise<Task | undefined> =>
  scope.db.row(sql`select ${COLUMNS} from ${visibleTasks(scope)} and t.id = ${id} for no key update of t`);

/** The tasks of the user that are due today or earlier. */
export const countDueTasks = (scope: Scope, now: Date): ReadQuery<{ amount: number }> => ({
  statement: sql`
    select count(*)::int as amount from ${visibleTasks(scope)} and t.owner_id = ${scope.actor.id}::uuid and t.done_at is null
      and t.due_on <= amsterdam_day(${now})`,
});

export const findColleague = ({ db, companyId }: Scope, id: string): Promise<Actor | undefined> =>
  db.row(sql`
    select u.id, coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, u.username) as name, u.role
    from users u where u.company_id = ${companyId} and u.id = ${id}`);

/** Whether the task may refer to these: an active colleague, a meeting that the user sees, and a lead that exists. */
export const areReferencesValid = async (
  scope: Scope,
  { ownerId, meetingId, leadId }: Partial<Pick<NewTask, "ownerId" | "meetingId" | "leadId">>,
): Promise<boolean> => {
  const { db, companyId } = scope;
  const found = await db.row<{ isValid: boolean }>(sql`
    select (${ownerId ?? null}::uuid is null or exists (
        select from users u where u.company_id = ${companyId} and u.id = ${ownerId ?? null}::uuid and u.is_active))
      and (${meetingId ?? null}::uuid is null or exists (
        select from ${visibleMeetings(scope)} m where m.id = ${meetingId ?? null}::uuid and m.tab <> 'deleted'))
      and (${leadId ?? null}::uuid is null or exists (
        select from leads l where l.company_id = ${companyId} and l.id = ${leadId ?? null}::uuid and l.deleted_at is null))
      as "isValid"`);
  return found?.isValid ?? false;
};

export const insertTask = async (
  { db, companyId, actor }: Scope,
  { text, dueOn, ownerId, meetingId, leadId }: NewTask,
  at: Date,
): Promise<string> => {
  const inserted = await db.row<{ id: string }>(sql`
    insert into tasks (company_id, text, due_on, owner_id, meeting_id, lead_id, created_by, created_at, updated_at)
    values (${companyId}, ${text}, ${dueOn}, ${ownerId}, ${meetingId}, ${leadId}, ${actor.name}, ${at}, ${at})
    returning id`);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted.id;
};

export const updateTask = (
  { db, companyId }: Scope,
  id: string,
  { text, dueOn, ownerId, isDone }: Required<TaskChange>,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update tasks set text = ${text}, due_on = ${dueOn}, owner_id = ${ownerId}, updated_at = ${at},
      done_at = case when ${isDone}::boolean then coalesce(done_at, ${at}::timestamptz) end
    where company_id = ${companyId} and id = ${id}`);

export const deleteTask = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`delete from tasks where company_id = ${companyId} and id = ${id}`);
