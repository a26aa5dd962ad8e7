import type { webhooksRoutes } from "#contract/webhooks.ts";
import { notFound } from "#platform/app-error.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findDeliveries, findWebhooks } from "./webhooks.queries.ts";
import { changeWebhook, createWebhook, removeWebhook, resendDelivery, sendTestEvent } from "./webhooks.service.ts";

export const webhooksHandlers = (platform: Platform): Handlers<typeof webhooksRoutes> => ({
  list: ({ scope }) => findWebhooks(scope),
  create: ({ scope, body, ...request }) => createWebhook(platform, scope, actorOf(request), body),
  update: ({ scope, params, body, ...request }) => changeWebhook(platform, scope, actorOf(request), params.id, body),
  remove: async ({ scope, params, ...request }) => {
    await removeWebhook(platform, scope, actorOf(request), params.id);
    return { message: "De webhook is verwijderd." };
  },
  deliveries: async ({ scope, params }) => {
    const [webhooks, deliveries] = await Promise.all([findWebhooks(scope), findDeliveries(scope, params.id)]);
    if (!webhooks.some(({ id }) => id === params.id)) throw notFound();
    return deliveries;
  },
  test: async ({ scope, params }) => {
    await sendTestEvent(platform, scope, params.id);
    return { message: "De testgebeurtenis wordt verstuurd." };
  },
  resend: async ({ scope, params }) => {
    await resendDelivery(platform, scope, params.id);
    return { message: "De gebeurtenis wordt opnieuw verstuurd." };
  },
});
