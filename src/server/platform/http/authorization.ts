import type { FastifyReply, FastifyRequest } from "fastify";
import { isOpenToApiKeys } from "#contract/roles.ts";
import type { Route } from "#contract/route.ts";
import { findAndTouchApiKey, userOfApiKey } from "../api-keys.ts";
import { AppError, notSignedIn } from "../app-error.ts";
import type { Database } from "../database/database.ts";
import { findAndTouchSession, type SessionKind, type SignedInUser } from "../sessions.ts";
import type { Clock } from "../time.ts";

/**
 * Browsers enforce the prefixes: a `__Host-` cookie cannot be set by another host of the domain, a `__Secure-` cookie not over
 * http. `__Host-` requires the path `/`, so that the admin cookie cannot have it.
 */
const cookieFor = (sessionKind: SessionKind, secure: boolean) =>
  sessionKind === "main"
    ? { name: secure ? "__Host-usa_session" : "usa_session", path: "/", sameSite: "lax" as const }
    : { name: secure ? "__Secure-usa_admin" : "usa_admin", path: "/admin", sameSite: "strict" as const };

const deviceCookie = (secure: boolean): string => (secure ? "__Host-usa_device" : "usa_device");

export const createCookies = (secure: boolean) => ({
  read: (request: FastifyRequest, sessionKind: SessionKind): string | undefined =>
    request.cookies[cookieFor(sessionKind, secure).name],
  write: (reply: FastifyReply, sessionKind: SessionKind, token: string, expires: Date): void => {
    const { name, ...where } = cookieFor(sessionKind, secure);
    reply.setCookie(name, token, { ...where, secure, httpOnly: true, expires });
  },
  readDevice: (request: FastifyRequest): string | undefined => request.cookies[deviceCookie(secure)],
  writeDevice: (reply: FastifyReply, token: string, expires: Date): void => {
    reply.setCookie(deviceCookie(secure), token, { path: "/", sameSite: "lax", secure, httpOnly: true, expires });
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
    /** Undefined on a public route. */
    user: SignedInUser | undefined;
  }
}

interface OriginHeaders {
  origin?: string | undefined;
  host?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

const crossSiteError = () =>
  new AppError("cross_site", "Dit verzoek komt van een andere website en is daarom geweigerd.");

/**
 * CSRF check of every request except GET. Browsers send Origin or Sec-Fetch-Site with these. A client that sends neither is not
 * a browser, so it carries no user's cookie and is allowed.
 */
const requireSameOrigin = (headers: OriginHeaders, publicOrigin: string): void => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw crossSiteError();
  if (headers.origin === undefined || headers.origin === publicOrigin) return;
  const origin = URL.parse(headers.origin);
  if (origin?.host !== headers.host) throw crossSiteError();
  // A page that was loaded over http may have been modified by a man in the middle.
  if (origin?.protocol === "http:" && publicOrigin.startsWith("https:")) throw crossSiteError();
};

const requireSession = async (
  deps: AuthorizationDeps,
  sessionKind: SessionKind,
  request: FastifyRequest,
): Promise<SignedInUser> => {
  const token = deps.cookies.read(request, sessionKind);
  const session =
    token && (await findAndTouchSession({ db: deps.database.platform }, sessionKind, token, deps.clock.now()));
  if (!session) throw notSignedIn();
  return session.user;
};

/** The token of `Authorization: Bearer …`. */
export const bearerTokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];

const requireApiKey = async (deps: AuthorizationDeps, route: Route, token: string): Promise<SignedInUser> => {
  const key = await findAndTouchApiKey({ db: deps.database.platform }, token, deps.clock.now());
  if (!key) throw new AppError("unauthenticated", "Deze API-sleutel is onbekend, verlopen of ingetrokken.");
  if (!isOpenToApiKeys(route.access)) throw new AppError("forbidden", "Dit kan niet met een API-sleutel.");
  if (route.method !== "GET" && key.scope !== "write")
    throw new AppError("forbidden", "Deze API-sleutel mag alleen lezen.");
  return userOfApiKey(key);
};

/** Checks origin, session or API key, and role, before the body is read and the handler runs. */
export const authorize = async (deps: AuthorizationDeps, route: Route, request: FastifyRequest): Promise<void> => {
  const { method, access } = route;
  if (method !== "GET") requireSameOrigin(request.headers, deps.publicOrigin);
  if (access.session === "none") return;
  const apiKey = access.session === "main" ? bearerTokenOf(request) : undefined;
  const user = apiKey ? await requireApiKey(deps, route, apiKey) : await requireSession(deps, access.session, request);
  if (access.session === "main" && !access.roles.includes(user.role))
    throw new AppError("forbidden", "Je hebt geen rechten om dit te doen.");
  request.user = user;
  if (access.session === "main" && method !== "GET" && !user.companyId && !access.ownAccount)
    throw new AppError("conflict", "Kies eerst een bedrijf");
};
