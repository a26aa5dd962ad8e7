import type { Readable } from "node:stream";
import { isDeepStrictEqual, promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Route, RouteTable } from "#contract/route.ts";
import { AppError, notFound } from "../app-error.ts";
import { NO_COMPANY } from "../database/scope.ts";
import { JsonText } from "../json-list.ts";
import { fullNameOf, type SessionKind, type SignedInUser } from "../sessions.ts";
import { limitKeyOf, type UserLimit } from "../user-limits.ts";
import { type AuthorizationDeps, authorize, bearerTokenOf } from "./authorization.ts";
import { unsupportedMediaType, validationError } from "./error-responses.ts";
import type { EventStreams } from "./event-streams.ts";
import type { BinaryResponse, EventStream, Handler, Handlers, RequestOf } from "./handlers.ts";
import { paceBody } from "./paced-body.ts";

export interface RouteBindingDeps extends AuthorizationDeps {
  uploads: UserLimit;
  streams: EventStreams;
  /** Validates every response against its schema. Off in production, where it would cost too much. */
  validateResponses: boolean;
}

const fastifyPath = (path: string): string => path.replace(/\{\*\w+\}/g, "*").replace(/\{(\w+)\}/g, ":$1");

const parseInput = (schema: z.ZodType, value: unknown): unknown => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
};

const parseParams = (route: Route, request: FastifyRequest): unknown => {
  const rawParams = request.params as Record<string, string>;
  const wildcard = /\{\*(\w+)\}/.exec(route.path)?.[1];
  const parsed = route.params?.safeParse(wildcard ? { [wildcard]: rawParams["*"] } : rawParams);
  if (parsed && !parsed.success) throw notFound();
  return parsed?.data;
};

/** A route takes either bytes or JSON; the content type decided how the body was parsed. */
const parseBody = ({ body: schema }: Route, body: unknown): unknown => {
  if (!schema) return undefined;
  const isBytes = Buffer.isBuffer(body);
  if (isBytes !== (schema === "bytes")) throw unsupportedMediaType();
  return schema === "bytes" ? body : parseInput(schema, body ?? {});
};

const buildScope = ({ database }: RouteBindingDeps, sessionKind: SessionKind, user: SignedInUser) => {
  const { id, role, limitedAs } = user;
  const actor = { id, name: fullNameOf(user), role, ...(limitedAs && { limitedAs }) };
  if (sessionKind === "admin") return { db: database.platform, actor };
  const companyId = user.companyId ?? NO_COMPANY;
  return { db: database.tenant(companyId), companyId, actor };
};

const buildContext = (deps: RouteBindingDeps, route: Route, request: FastifyRequest, reply: FastifyReply) => ({
  params: parseParams(route, request),
  query: route.query && parseInput(route.query, request.query),
  body: parseBody(route, request.body),
  visitor: {
    ipAddress: request.ip,
    userAgent: request.headers["user-agent"],
    deviceToken: deps.cookies.readDevice(request),
  },
  tokenOf: (sessionKind: SessionKind) => deps.cookies.read(request, sessionKind),
  bearer: bearerTokenOf(request),
  requestHeader: (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  },
  reply: {
    header: (name: string, value: string) => void reply.header(name, value),
    setSession: (sessionKind: SessionKind, token: string, expiresAt: Date) =>
      deps.cookies.write(reply, sessionKind, token, expiresAt),
    setDevice: (token: string, expiresAt: Date) => deps.cookies.writeDevice(reply, token, expiresAt),
    clearSession: (sessionKind: SessionKind) => deps.cookies.clear(reply, sessionKind),
  },
  ...(route.access.session !== "none" && request.user
    ? { user: request.user, scope: buildScope(deps, route.access.session, request.user) }
    : {}),
});

const validateResponse = ({ method, path, response }: Route, value: unknown): void => {
  if (!(response instanceof z.ZodType)) return;
  const sent: unknown = value instanceof JsonText ? value.parse() : JSON.parse(JSON.stringify(value));
  const parsed = response.safeParse(sent);
  if (!parsed.success)
    throw new Error(`${method} ${path} responds with data that its schema does not allow: ${parsed.error.message}`);
  if (!isDeepStrictEqual(parsed.data, sent))
    throw new Error(`${method} ${path} responds with fields that its schema does not have`);
};

const compress = promisify(gzip);
const ACCEPTS_GZIP = /\bgzip\b(?!;q=0)/;
/** A smaller response takes one round trip, compressed or not. */
const WORTH_COMPRESSING_BYTES = 8 * 1024;

/**
 * Compressed, a page of rows of 50 KB or more becomes about a tenth of its size. Other responses may contain secrets, which the length
 * of a compressed response could reveal. The lowest level is used because higher ones take more time and save little.
 */
const rowBytes = async ({ bytes }: JsonText, { headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer> => {
  const isAccepted = ACCEPTS_GZIP.test(String(headers["accept-encoding"] ?? ""));
  if (!isAccepted || bytes.length < WORTH_COMPRESSING_BYTES) return bytes;
  const compressed = await compress(bytes, { level: constants.Z_BEST_SPEED });
  reply.header("content-encoding", "gzip").header("vary", "accept-encoding");
  return compressed;
};

const sendResponse = (
  { streams }: RouteBindingDeps,
  route: Route,
  value: unknown,
  reply: FastifyReply,
): FastifyReply => {
  reply.code(route.status ?? 200);
  switch (route.response) {
    case "nothing":
      return reply.code(204).send();
    case "html":
      return reply.type("text/html; charset=utf-8").send(value);
    case "bytes": {
      const { body, contentType } = value as BinaryResponse;
      return reply.type(contentType).send(body);
    }
    case "events":
      return streams.open(value as EventStream, reply);
    default:
      reply.type("application/json; charset=utf-8");
      return reply.send(Buffer.isBuffer(value) ? value : JSON.stringify(value));
  }
};

/** A browser that opens a page; programs, and browsers that fetch it for a script, do not ask for HTML. */
const opensPage = ({ isPage }: Route, { headers }: FastifyRequest): boolean =>
  isPage === true && headers.authorization === undefined && (headers.accept ?? "").includes("text/html");

const isSignedOut = (error: unknown): boolean => error instanceof AppError && error.code === "unauthenticated";

const paceUpload = async (_request: unknown, _reply: unknown, body: Readable) => paceBody(body);

const bindRoute = (app: FastifyInstance, deps: RouteBindingDeps, route: Route, handler: Handler<Route>): void => {
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    config: { route },
    onRequest: async (request, reply) => {
      try {
        await authorize(deps, route, request);
      } catch (error) {
        if (!isSignedOut(error) || !opensPage(route, request)) throw error;
        return reply.redirect(`/login?naar=${encodeURIComponent(route.path)}`, 303);
      }
      if (!route.bodyLimit || !request.user) return;
      // Before the body is read: it is in memory until it is complete.
      const bytes = Math.min(route.bodyLimit, Number(request.headers["content-length"] ?? route.bodyLimit));
      const end = deps.uploads.begin(limitKeyOf(request.user), bytes);
      // A client that left during the authorisation has closed the response already.
      if (reply.raw.destroyed) end();
      else reply.raw.once("close", end);
    },
    ...(route.bodyLimit ? { preParsing: paceUpload } : {}),
    handler: async (request, reply) => {
      const response = await handler(buildContext(deps, route, request, reply) as unknown as RequestOf<Route>);
      if (deps.validateResponses) validateResponse(route, response);
      const sent = response instanceof JsonText ? await rowBytes(response, request, reply) : response;
      return sendResponse(deps, route, sent, reply);
    },
  });
};

/** Serves the routes of a feature with its handlers. There is no other way to serve a route. */
export const bindRoutes = <Table extends RouteTable>(
  app: FastifyInstance,
  deps: RouteBindingDeps,
  table: Table,
  handlers: Handlers<Table>,
): void => {
  for (const [name, route] of Object.entries(table)) {
    bindRoute(app, deps, route, handlers[name as keyof Table] as unknown as Handler<Route>);
  }
};
