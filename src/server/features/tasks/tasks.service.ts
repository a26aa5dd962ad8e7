import type { NewTask, Task, TaskChange } from "#contract/tasks.ts";
import { notFound } from "#platform/app-error.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { type Author, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import { areReferencesValid, deleteTask, findTask, insertTask, updateTask } from "./tasks.queries.ts";

type TaskDeps = Pick<Platform, "events" | "clock">;

const requireTask = async (scope: Scope, id: string): Promise<Task> => {
  const task = await findTask(scope, id);
  if (!task) throw notFound();
  return task;
};

/** The log names the meeting of the task and does not contain its text. The topics are those of the screens that show tasks. */
const recordTask = (
  deps: TaskDeps,
  scope: Scope,
  author: Author,
  action: string,
  { id, meetingName }: Task,
  changes: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): Promise<void> =>
  recordChange(
    deps,
    scope,
    author,
    { companyId: scope.companyId, action, subject: { type: "task", id, name: meetingName ?? "" }, ...changes },
    "meetings",
    "leads",
  );

export const createTask = (deps: TaskDeps, scope: Scope, author: Author, task: NewTask): Promise<Task> =>
  transaction(scope, async (scope) => {
    if (!(await areReferencesValid(scope, task))) throw notFound();
    const created = await requireTask(scope, await insertTask(scope, task, deps.clock.now()));
    await recordTask(deps, scope, author, "task.created", created);
    return created;
  });

export const changeTask = (
  deps: TaskDeps,
  scope: Scope,
  author: Author,
  id: string,
  change: TaskChange,
): Promise<Task> =>
  transaction(scope, async (scope) => {
    const task = await requireTask(scope, id);
    if (!(await areReferencesValid(scope, { ownerId: change.ownerId ?? null }))) throw notFound();
    const { text, dueOn, ownerId, isDone } = task;
    const after = { text, dueOn, ownerId, isDone, ...change };
    const changed = changedFields({ text, dueOn, ownerId, isDone }, after);
    await updateTask(scope, id, after, deps.clock.now());
    if (changed) await recordTask(deps, scope, author, "task.changed", task);
    return requireTask(scope, id);
  });

export const removeTask = (deps: TaskDeps, scope: Scope, author: Author, id: string): Promise<void> =>
  transaction(scope, async (scope) => {
    const task = await requireTask(scope, id);
    await deleteTask(scope, id);
    await recordTask(deps, scope, author, "task.deleted", task);
  });
