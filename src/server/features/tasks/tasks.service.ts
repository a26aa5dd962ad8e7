import type { NewTask, Task, TaskChange } from "#contract/tasks.ts";
import { AppError, notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type AuditActor, changedFields, filledFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  areReferencesValid,
  deleteTask,
  findColleague,
  findTask,
  insertTask,
  lockTask,
  updateTask,
} from "./tasks.queries.ts";

export { countDueTasks } from "./tasks.queries.ts";

type TaskDeps = Pick<Platform, "events" | "clock">;

const requireTask = async (scope: Scope, id: string, find = findTask): Promise<Task> => {
  const task = await find(scope, id);
  if (!task) throw notFound();
  return task;
};

/** A task of a private meeting is not given to a colleague who does not see the meeting, and so would not see the task. */
const requireSeenByOwner = async (scope: Scope, { id, ownerId }: Task): Promise<void> => {
  const owner = ownerId === null ? undefined : await findColleague(scope, ownerId);
  if (!owner || (await findTask({ ...scope, actor: owner }, id))) return;
  throw new AppError("conflict", `${owner.name} ziet deze meeting niet: die is privé. Kies iemand anders.`);
};

/** Which task it was, without its text. */
const taskFields = ({ ownerName, dueOn }: Task) => filledFields({ ownerName, dueOn });

/** The log names the meeting of the task and does not contain its text. The topics are those of the screens that show tasks. */
const recordTask = (
  deps: TaskDeps,
  scope: Scope,
  actor: AuditActor,
  action: string,
  { id, meetingName }: Task,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> =>
  recordChange(
    deps,
    scope,
    actor,
    { companyId: scope.companyId, action, subject: { type: "task", id, name: meetingName ?? "" }, ...changes },
    "meetings",
    "leads",
  );

export const createTask = (deps: TaskDeps, scope: Scope, actor: AuditActor, task: NewTask): Promise<Task> =>
  transaction(scope, async (scope) => {
    if (!(await areReferencesValid(scope, task))) throw notFound();
    const created = await requireTask(scope, await insertTask(scope, task, deps.clock.now()));
    await requireSeenByOwner(scope, created);
    await recordTask(deps, scope, actor, "task.created", created, { after: taskFields(created) });
    return created;
  });

export const changeTask = (
  deps: TaskDeps,
  scope: Scope,
  actor: AuditActor,
  id: string,
  change: TaskChange,
): Promise<Task> =>
  transaction(scope, async (scope) => {
    const task = await requireTask(scope, id, lockTask);
    const { text, dueOn, ownerId, isDone } = task;
    const newOwnerId = change.ownerId === ownerId ? null : (change.ownerId ?? null);
    if (!(await areReferencesValid(scope, { ownerId: newOwnerId }))) throw notFound();
    const after = { text, dueOn, ownerId, isDone, ...change };
    const changed = changedFields({ text, dueOn, ownerId, isDone }, after);
    await updateTask(scope, id, after, deps.clock.now());
    const stored = await requireTask(scope, id);
    if (stored.ownerId !== ownerId) await requireSeenByOwner(scope, stored);
    if (changed) await recordTask(deps, scope, actor, "task.changed", task);
    return stored;
  });

export const removeTask = (deps: TaskDeps, scope: Scope, actor: AuditActor, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const task = await requireTask(scope, id, lockTask);
    await deleteTask(scope, id);
    await recordTask(deps, scope, actor, "task.deleted", task, { before: taskFields(task) });
  });
