import type { ssoRoutes } from "#contract/sso.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { setSessionCookie } from "../open-session.ts";
import { readConnection, removeConnection, saveConnection } from "./sso.service.ts";
import { finishSso, startSso } from "./sso-sign-in.ts";

export const ssoHandlers = (platform: Platform): Handlers<typeof ssoRoutes> => ({
  start: ({ body, visitor }) => startSso(platform, body.email, visitor),
  finish: async ({ body, ...request }) => {
    const opened = await finishSso(platform, body, request.visitor);
    await setSessionCookie(platform, "main", opened, request);
    return opened.user;
  },
  read: ({ scope }) => readConnection(platform, scope.companyId),
  save: ({ scope, body, ...request }) => saveConnection(platform, scope, actorOf(request), body),
  remove: ({ scope, ...request }) => removeConnection(platform, scope, actorOf(request)),
});
