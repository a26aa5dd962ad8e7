import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { routes } from "../contract/routes.ts";
import { authHandlers } from "./features/auth/auth.routes.ts";
import { systemHandlers } from "./features/system/system.routes.ts";
import { AppError } from "./platform/app-error.ts";
import { bindRoutes } from "./platform/http/bind.ts";
import { createCookies } from "./platform/http/cookies.ts";
import { answerError } from "./platform/http/error-answers.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import type { Platform } from "./platform/platform.ts";
import { serveWebFiles } from "./web-files.ts";

const BODY_LIMIT = 256 * 1024;
const NUL_SPELLINGS = ["\u0000", "\\u0000"];

const acceptBodies = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    // PostgreSQL cannot keep the NUL character in a text; refused here, it never becomes a failure there.
    if (NUL_SPELLINGS.some((nul) => (body as string).includes(nul)))
      return done(new AppError("invalid", "De invoer bevat een teken dat niet kan."));
    if (body === "") return done(null, undefined);
    return parseJson(request, body as string, done);
  });
  app.addContentTypeParser(/^image\//, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
};

/** Every call goes through here: who may, what is read, what is answered. */
export const buildApp = async (platform: Platform): Promise<FastifyInstance> => {
  const { config, log } = platform;
  const https = config.publicUrl.protocol === "https:";
  const cookies = createCookies(https);
  const app: FastifyInstance = Fastify({
    loggerInstance: log.child({}) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 60_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  });
  const headers = securityHeaders({ https, sandboxUrl: config.sandboxUrl });
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers).header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    if (request.url.includes("%00")) throw new AppError("invalid", "Het adres bevat een teken dat niet kan.");
  });
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });
  app.setErrorHandler(answerError);
  acceptBodies(app);
  await app.register(fastifyCookie);

  const binding = {
    database: platform.database,
    clock: platform.clock,
    cookies,
    publicOrigin: config.publicUrl.origin,
    checkAnswers: !config.production,
  };
  bindRoutes(app, binding, routes.auth, authHandlers(platform));
  bindRoutes(app, binding, routes.system, systemHandlers(platform));
  await serveWebFiles(app, cookies);
  return app;
};
