import { type Prompt, promptsRoutes } from "#contract/prompts.ts";
import { notFound } from "#platform/app-error.ts";
import type { Scope } from "#platform/database/scope.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { respondWithJsonList } from "#platform/json-list.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findManagers, findPrompt, findVersion, findVersions, readPrompts } from "./prompts.queries.ts";
import { changePrompt, createPrompt, restorePrompt, setPurpose } from "./prompts.service.ts";

const requirePrompt = async (scope: Scope, id: string): Promise<Prompt> => {
  const prompt = await findPrompt(scope, id);
  if (!prompt) throw notFound();
  return prompt;
};

export const promptsHandlers = (platform: Platform): Handlers<typeof promptsRoutes> => ({
  list: async ({ scope, query, reply }) =>
    respondWithJsonList({ reply, path: promptsRoutes.list.path, query }, await readPrompts(scope, query)),
  managers: ({ scope }) => findManagers(scope),
  create: async ({ scope, body, ...request }) =>
    requirePrompt(scope, await createPrompt(platform, scope, actorOf(request), body)),
  change: async ({ scope, params, body, ...request }) => {
    await changePrompt(platform, scope, actorOf(request), params.id, body);
    return requirePrompt(scope, params.id);
  },
  setPurpose: async ({ scope, params, body, ...request }) => {
    await setPurpose(platform, scope, actorOf(request), params.id, body.purpose);
    return requirePrompt(scope, params.id);
  },
  versions: async ({ scope, params }) => {
    await requirePrompt(scope, params.id);
    return findVersions(scope, params.id);
  },
  version: async ({ scope, params }) => {
    const version = await findVersion(scope, params.id, params.number);
    if (!version) throw notFound();
    return version;
  },
  restore: async ({ scope, params, body, ...request }) => {
    await restorePrompt(platform, scope, actorOf(request), params, body.version);
    return requirePrompt(scope, params.id);
  },
});
