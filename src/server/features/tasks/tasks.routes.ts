import type { tasksRoutes } from "#contract/tasks.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findTasks } from "./tasks.queries.ts";
import { changeTask, createTask, removeTask } from "./tasks.service.ts";

export const tasksHandlers = (platform: Platform): Handlers<typeof tasksRoutes> => ({
  list: ({ scope, query }) => findTasks(scope, query),
  create: ({ scope, body, ...request }) => createTask(platform, scope, actorOf(request), body),
  change: ({ scope, params, body, ...request }) => changeTask(platform, scope, actorOf(request), params.id, body),
  remove: async ({ scope, params, ...request }) => {
    await removeTask(platform, scope, actorOf(request), params.id);
    return undefined;
  },
});
