import { z } from "zod";
import { day, requiredText, rowId } from "./field-schemas.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

const task = z.object({
  id: z.string(),
  text: z.string(),
  dueOn: z.iso.date().nullable(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  meetingId: z.string().nullable(),
  meetingName: z.string().nullable(),
  leadId: z.string().nullable(),
  leadName: z.string().nullable(),
  isDone: z.boolean(),
});
export type Task = z.infer<typeof task>;

const taskFields = {
  text: requiredText(1_000, "Schrijf wat er moet gebeuren."),
  dueOn: day.nullable(),
  ownerId: rowId.nullable(),
};

const newTask = z.strictObject({
  ...taskFields,
  meetingId: rowId.nullable().default(null),
  leadId: rowId.nullable().default(null),
});
export type NewTask = z.infer<typeof newTask>;

const taskChange = z.strictObject({ ...taskFields, isDone: z.boolean() }).partial();
export type TaskChange = z.infer<typeof taskChange>;

const taskQuery = z.object({
  meetingId: rowId.optional(),
  leadId: rowId.optional(),
  /** Open tasks of the signed-in user. */
  mine: z.stringbool().default(false),
});
export type TaskQuery = z.infer<typeof taskQuery>;

const id = z.object({ id: rowId });

export const tasksRoutes = defineRoutes({
  list: {
    method: "GET",
    path: "/api/tasks",
    summary: "Tasks, open ones first, by date",
    access: everyRole,
    query: taskQuery,
    response: z.array(task),
  },
  create: {
    method: "POST",
    path: "/api/tasks",
    summary: "Add a task, if wanted to a meeting or a lead",
    access: everyRole,
    body: newTask,
    response: task,
    status: 201,
  },
  change: {
    method: "PATCH",
    path: "/api/tasks/{id}",
    summary: "Change a task or mark it as done",
    access: everyRole,
    params: id,
    body: taskChange,
    response: task,
  },
  remove: {
    method: "DELETE",
    path: "/api/tasks/{id}",
    summary: "Delete a task",
    access: everyRole,
    params: id,
    response: "nothing",
  },
});
