import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { invalidRequest, notFound, notPermitted, unprocessable } from "../airtable-error.ts";
import type { Base } from "../model/base.ts";
import { newId } from "../model/ids.ts";
import type { Webhook } from "../model/webhook.ts";
import { activeHooks, isExpired, listedHooks, nextCursor, readPayloads, WEEK_MS } from "../webhooks/payload.ts";
import type { Workspace } from "../workspace.ts";
import { authorizeBase, isCreator } from "./request.ts";

const MAX_HOOKS = 10;
const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/;

const ids = z.array(z.string());
const createRequest = z.strictObject({
  notificationUrl: z.string().regex(LOOPBACK).nullish(),
  specification: z.strictObject({
    options: z.strictObject({
      filters: z.strictObject({
        dataTypes: z.array(z.enum(["tableData", "tableFields", "tableMetadata"])).min(1),
        recordChangeScope: z.string().exactOptional(),
        changeTypes: z.array(z.enum(["add", "remove", "update"])).exactOptional(),
        fromSources: ids.exactOptional(),
        watchDataInFieldIds: ids.exactOptional(),
        watchSchemasOfFieldIds: ids.exactOptional(),
      }),
      includes: z
        .strictObject({
          includeCellValuesInFieldIds: z.union([ids, z.literal("all")]).exactOptional(),
          includePreviousCellValues: z.boolean().exactOptional(),
          includePreviousFieldDefinitions: z.boolean().exactOptional(),
        })
        .exactOptional(),
    }),
  }),
});

const payloadQuery = z.object({
  cursor: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(50),
});

type BaseAddress = { Params: { baseId: string } };
type HookAddress = { Params: { baseId: string; hookId: string } };

export function addWebhookRoutes(app: FastifyInstance, workspace: Workspace): void {
  const authorize = (request: FastifyRequest<BaseAddress>): Base =>
    authorizeBase(workspace, request, request.params.baseId, "webhook:manage");
  const authorizeCreator = (request: FastifyRequest<BaseAddress>): Base => {
    const base = authorize(request);
    if (!isCreator(workspace, request)) throw notPermitted();
    return base;
  };
  const findHook = (request: FastifyRequest<HookAddress>) => {
    const base = authorizeCreator(request);
    const hook = listedHooks(base, workspace.now()).find(({ id }) => id === request.params.hookId);
    if (!hook) throw notFound();
    return { base, hook };
  };

  // Airtable lets everybody who can read a base list its webhooks.
  app.get<BaseAddress>("/v0/bases/:baseId/webhooks", (request) => ({
    webhooks: listedHooks(authorize(request), workspace.now()).map((hook) => describeHook(hook, workspace.now())),
  }));

  app.post<BaseAddress>("/v0/bases/:baseId/webhooks", (request) => {
    const base = authorizeCreator(request);
    const { success, data } = createRequest.safeParse(request.body);
    if (!success) throw invalidRequest();
    if (activeHooks(base, workspace.now()).length >= MAX_HOOKS) {
      throw unprocessable("TOO_MANY_WEBHOOKS_IN_BASE", `A base can have at most ${MAX_HOOKS} webhooks.`);
    }
    const hook = makeHook(data, workspace.now());
    base.hooks.set(hook.id, hook);
    workspace.saveHooks(base);
    return { id: hook.id, macSecretBase64: hook.secret, expirationTime: timeOf(hook.expiresAt) };
  });

  app.get<HookAddress>("/v0/bases/:baseId/webhooks/:hookId/payloads", (request) => {
    const { base, hook } = findHook(request);
    const { success, data } = payloadQuery.safeParse(request.query);
    if (!success) throw invalidRequest();
    // Reading the payloads of an active webhook extends its life, like a refresh.
    if (!isExpired(hook, workspace.now())) {
      hook.expiresAt = workspace.now() + WEEK_MS;
      workspace.saveHooks(base);
    }
    return readPayloads(hook, data.cursor, data.limit, workspace.now());
  });

  app.post<HookAddress>("/v0/bases/:baseId/webhooks/:hookId/refresh", (request) => {
    const { base, hook } = findHook(request);
    if (isExpired(hook, workspace.now())) throw notFound();
    hook.expiresAt = workspace.now() + WEEK_MS;
    workspace.saveHooks(base);
    return { expirationTime: timeOf(hook.expiresAt) };
  });

  app.post<HookAddress>("/v0/bases/:baseId/webhooks/:hookId/enableNotifications", (request) => {
    const { base, hook } = findHook(request);
    const { success, data } = z.strictObject({ enable: z.boolean() }).safeParse(request.body);
    if (!success) throw invalidRequest();
    hook.areNotificationsEnabled = data.enable;
    workspace.saveHooks(base);
    return {};
  });

  app.delete<HookAddress>("/v0/bases/:baseId/webhooks/:hookId", (request) => {
    const { base, hook } = findHook(request);
    base.hooks.delete(hook.id);
    workspace.saveHooks(base);
    return {};
  });
}

const timeOf = (ms: number) => new Date(ms).toISOString();

function makeHook({ notificationUrl, specification }: z.infer<typeof createRequest>, now: number): Webhook {
  return {
    id: newId("ach"),
    secret: randomBytes(32).toString("base64"),
    notificationUrl: notificationUrl ?? null,
    specification,
    expiresAt: now + WEEK_MS,
    areNotificationsEnabled: true,
    lastSuccessfulNotificationTime: null,
    lastNotificationResult: null,
    firstCursor: 1,
    payloads: [],
  };
}

function describeHook(hook: Webhook, now: number) {
  return {
    id: hook.id,
    areNotificationsEnabled: hook.areNotificationsEnabled,
    cursorForNextPayload: nextCursor(hook),
    isHookEnabled: !isExpired(hook, now),
    lastSuccessfulNotificationTime: hook.lastSuccessfulNotificationTime,
    notificationUrl: hook.notificationUrl,
    expirationTime: timeOf(hook.expiresAt),
    lastNotificationResult: hook.lastNotificationResult,
    specification: hook.specification,
  };
}
