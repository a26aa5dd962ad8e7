import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "#contract/route.ts";
import { AppError, notSignedIn } from "../app-error.ts";
import type { Database } from "../database/database.ts";
import { findAndTouchSession, type SessionKind, type SessionPerson } from "../sessions.ts";
import type { Clock } from "../time.ts";

/** Under https the name prefixes make the browser refuse a cookie that another host of the domain has set. */
const cookieFor = (sessionKind: SessionKind, secure: boolean) =>
  sessionKind === "main"
    ? { name: secure ? "__Host-usa_session" : "usa_session", path: "/", sameSite: "lax" as const }
    : { name: secure ? "__Secure-usa_admin" : "usa_admin", path: "/admin", sameSite: "strict" as const };

export const createCookies = (secure: boolean) => ({
  read: (request: FastifyRequest, sessionKind: SessionKind): string | undefined =>
    request.cookies[cookieFor(sessionKind, secure).name],
  write: (reply: FastifyReply, sessionKind: SessionKind, token: string, expires: Date): void => {
    const { name, ...where } = cookieFor(sessionKind, secure);
    reply.setCookie(name, token, { ...where, secure, httpOnly: true, expires });
  },
  clear: (reply: FastifyReply, sessionKind: SessionKind): void => {
    const { name, ...where } = cookieFor(sessionKind, secure);
    reply.clearCookie(name, { ...where, secure, httpOnly: true });
  },
});

export type Cookies = ReturnType<typeof createCookies>;

export interface AuthorizationDeps {
  database: Database;
  clock: Clock;
  cookies: Cookies;
  publicOrigin: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whose session the request has; nobody's on a public route. */
    person: SessionPerson | undefined;
  }
}

interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

const crossSiteRefused = () =>
  new AppError("cross_site", "Dit verzoek komt van een andere website en is daarom geweigerd.");

/**
 * A change must come from our own pages. Browsers always send where a request comes from; a script that sends nothing has no
 * cookie of a person either, so it is let through.
 */
const requireSameOrigin = (headers: OriginHeaders, publicOrigin: string): void => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw crossSiteRefused();
  if (headers.origin === undefined || headers.origin === publicOrigin) return;
  const origin = URL.parse(headers.origin);
  if (origin?.host !== headers.host) throw crossSiteRefused();
  // A page that was loaded over http may have been changed on the way.
  if (origin?.protocol === "http:" && publicOrigin.startsWith("https:")) throw crossSiteRefused();
};

const requireSession = async (
  deps: AuthorizationDeps,
  sessionKind: SessionKind,
  request: FastifyRequest,
): Promise<SessionPerson> => {
  const token = deps.cookies.read(request, sessionKind);
  const session =
    token && (await findAndTouchSession({ db: deps.database.platform }, sessionKind, token, deps.clock.now()));
  if (!session) throw notSignedIn();
  return session.person;
};

/** Checks origin, session and role, before the body is read and the handler runs. */
export const authorize = async (deps: AuthorizationDeps, route: Route, request: FastifyRequest): Promise<void> => {
  const { method, access } = route;
  if (method !== "GET") requireSameOrigin(request.headers, deps.publicOrigin);
  if (access.session === "none") return;
  const person = await requireSession(deps, access.session, request);
  if (access.session === "main" && !access.roles.includes(person.role))
    throw new AppError("forbidden", "Je hebt geen rechten om dit te doen.");
  request.person = person;
};
