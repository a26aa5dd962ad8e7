import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { installDutchErrors } from "#contract/dutch-errors.ts";
import type { Route } from "#contract/route.ts";
import { routes } from "#contract/routes.ts";
import { AppError } from "#platform/app-error.ts";
import { createCookies } from "#platform/http/authorization.ts";
import { bindRoutes, type RouteBindingDeps } from "#platform/http/bind-routes.ts";
import { addBodyParsers } from "#platform/http/body-parsers.ts";
import { createClientErrorHandler, sendError } from "#platform/http/error-responses.ts";
import { createEventStreams } from "#platform/http/event-streams.ts";
import { limitRefusals } from "#platform/http/refusal-limit.ts";
import { recordRequest } from "#platform/http/request-log.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import type { Platform } from "#platform/platform.ts";
import { airtableHandlers } from "#server/features/airtable/airtable.routes.ts";
import { airtableConnectionHandlers } from "#server/features/airtable/connection/connection.routes.ts";
import { apiKeysHandlers } from "#server/features/api-keys/api-keys.routes.ts";
import { auditHandlers } from "#server/features/audit/audit.routes.ts";
import { authHandlers } from "#server/features/auth/auth.routes.ts";
import { ssoHandlers } from "#server/features/auth/sso/sso.routes.ts";
import { twoStepHandlers } from "#server/features/auth/two-step/two-step.routes.ts";
import { companiesHandlers, logoHandlers } from "#server/features/companies/companies.routes.ts";
import { leadDetailsHandlers } from "#server/features/leads/details/lead-details.routes.ts";
import { leadImportsHandlers } from "#server/features/leads/imports/lead-imports.routes.ts";
import { leadsHandlers } from "#server/features/leads/leads.routes.ts";
import { invitationsHandlers } from "#server/features/leads/lists/accepted-invitations.routes.ts";
import { leadListsHandlers } from "#server/features/leads/lists/lead-lists.routes.ts";
import { leadViewsHandlers } from "#server/features/leads/lists/lead-views.routes.ts";
import { linkedInHandlers } from "#server/features/linkedin/linkedin.routes.ts";
import { meetingsHandlers } from "#server/features/meetings/meetings.routes.ts";
import { messagesHandlers } from "#server/features/messages/messages.routes.ts";
import { reviewHandlers } from "#server/features/messages/review.routes.ts";
import { overviewHandlers } from "#server/features/overview/overview.routes.ts";
import { promptsHandlers } from "#server/features/prompts/prompts.routes.ts";
import { queueHandlers } from "#server/features/queue/queue.routes.ts";
import { sendersHandlers } from "#server/features/senders/senders.routes.ts";
import { settingsHandlers } from "#server/features/settings/settings.routes.ts";
import { statisticsHandlers } from "#server/features/statistics/statistics.routes.ts";
import { systemHandlers } from "#server/features/system/system.routes.ts";
import { tasksHandlers } from "#server/features/tasks/tasks.routes.ts";
import { undoHandlers } from "#server/features/undo/undo.routes.ts";
import { usersHandlers } from "#server/features/users/users.routes.ts";
import { webhooksHandlers } from "#server/features/webhooks/webhooks.routes.ts";
import { workflowsHandlers } from "#server/features/workflows/workflows.routes.ts";
import { workbenchHandlers } from "#server/features/writer/workbench/workbench.routes.ts";
import { writerHandlers } from "#server/features/writer/writer.routes.ts";
import { serveWebFiles, WEB_BUILD_FOLDER } from "./web-files.ts";

/** Upload routes set their own. */
const DEFAULT_BODY_LIMIT = 256 * 1024;

/** A route that is not in the table has no access rule; registering one throws at startup. */
const refuseUnlistedRoutes = (app: FastifyInstance): void => {
  const table = new Set(Object.values(routes).flatMap((feature): Route[] => Object.values(feature)));
  app.addHook("onRoute", ({ method, url, config }) => {
    const { route } = (config ?? {}) as { route?: Route };
    if (!route || !table.has(route)) throw new Error(`${String(method)} ${url} is not in the route table`);
  });
};

type Headers = ReturnType<typeof securityHeaders>;
type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => unknown;

const createServer = ({ config, log }: Platform, headers: Headers, setHeaders: SetHeaders): FastifyInstance =>
  Fastify({
    loggerInstance: log.child({}) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    // An upload of five megabytes over a slow connection takes minutes.
    requestTimeout: 300_000,
    forceCloseConnections: "idle",
    // A proxy may still send a request on an open connection: it is answered, and the connection is closed after it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    clientErrorHandler: createClientErrorHandler(headers),
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      sendError(error, request, reply);
    },
  });

const bindAllRoutes = (app: FastifyInstance, deps: RouteBindingDeps, platform: Platform): void => {
  bindRoutes(app, deps, routes.airtable, airtableHandlers(platform));
  bindRoutes(app, deps, routes.airtableConnection, airtableConnectionHandlers(platform));
  bindRoutes(app, deps, routes.apiKeys, apiKeysHandlers(platform));
  bindRoutes(app, deps, routes.audit, auditHandlers());
  bindRoutes(app, deps, routes.auth, authHandlers(platform));
  bindRoutes(app, deps, routes.companies, companiesHandlers(platform));
  bindRoutes(app, deps, routes.invitations, invitationsHandlers(platform));
  bindRoutes(app, deps, routes.leadDetails, leadDetailsHandlers(platform));
  bindRoutes(app, deps, routes.leadImports, leadImportsHandlers(platform));
  bindRoutes(app, deps, routes.leadLists, leadListsHandlers(platform));
  bindRoutes(app, deps, routes.leadViews, leadViewsHandlers(platform));
  bindRoutes(app, deps, routes.leads, leadsHandlers(platform));
  bindRoutes(app, deps, routes.linkedIn, linkedInHandlers(platform));
  bindRoutes(app, deps, routes.logo, logoHandlers(platform));
  bindRoutes(app, deps, routes.meetings, meetingsHandlers(platform));
  bindRoutes(app, deps, routes.messages, messagesHandlers(platform));
  bindRoutes(app, deps, routes.review, reviewHandlers(platform));
  bindRoutes(app, deps, routes.overview, overviewHandlers(platform));
  bindRoutes(app, deps, routes.prompts, promptsHandlers(platform));
  bindRoutes(app, deps, routes.queue, queueHandlers(platform));
  bindRoutes(app, deps, routes.senders, sendersHandlers(platform));
  bindRoutes(app, deps, routes.settings, settingsHandlers(platform));
  bindRoutes(app, deps, routes.sso, ssoHandlers(platform));
  bindRoutes(app, deps, routes.statistics, statisticsHandlers(platform));
  bindRoutes(app, deps, routes.system, systemHandlers(platform));
  bindRoutes(app, deps, routes.tasks, tasksHandlers(platform));
  bindRoutes(app, deps, routes.twoStep, twoStepHandlers(platform));
  bindRoutes(app, deps, routes.undo, undoHandlers(platform));
  bindRoutes(app, deps, routes.users, usersHandlers(platform));
  bindRoutes(app, deps, routes.webhooks, webhooksHandlers(platform));
  bindRoutes(app, deps, routes.workflows, workflowsHandlers(platform));
  bindRoutes(app, deps, routes.workbench, workbenchHandlers(platform));
  bindRoutes(app, deps, routes.writer, writerHandlers(platform));
};

/** The HTTP server: headers, limits, error responses, and every route of the table bound to its handler. */
export const buildApp = async (platform: Platform, webFolder = WEB_BUILD_FOLDER): Promise<FastifyInstance> => {
  installDutchErrors();
  const { config } = platform;
  const https = config.publicUrl.protocol === "https:";
  const cookies = createCookies(https);
  const headers = securityHeaders({ https, sandboxUrl: config.sandboxUrl });
  const setHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({ ...headers, "x-request-id": request.id, "cache-control": "no-store" });
  const app = createServer(platform, headers, setHeaders);
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(request, reply);
    if (request.url.includes("%00")) throw new AppError("invalid", "Het adres bevat een teken dat niet kan.");
  });
  app.addHook("onResponse", async (request, reply) => recordRequest(platform.metrics, request, reply));
  app.setErrorHandler(sendError);
  addBodyParsers(app);
  refuseUnlistedRoutes(app);
  await app.register(fastifyCookie);
  limitRefusals(app, { cookies, clock: platform.clock });

  const streams = createEventStreams();
  app.addHook("preClose", async () => streams.endAll());
  const deps = {
    database: platform.database,
    clock: platform.clock,
    cookies,
    streams,
    uploads: platform.limits.uploads,
    publicOrigin: config.publicUrl.origin,
    validateResponses: !config.production,
  };
  bindAllRoutes(app, deps, platform);
  await serveWebFiles(app, { cookies, folder: webFolder, publicUrl: config.publicUrl });
  return app;
};
