import type { FastifyRequest } from "fastify";
import type { Route } from "#contract/route.ts";
import { AppError, notSignedIn } from "../app-error.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { SessionEntry } from "../database/entry.ts";
import { entryOf, type KnownSessions } from "../known-sessions.ts";
import { findAndTouchSession, type Session, type SessionPerson, type Side } from "../sessions.ts";
import type { Cookies } from "./session-cookies.ts";

interface Headers {
  origin?: string | undefined;
  host?: string | undefined;
  "sec-fetch-site"?: string | string[] | undefined;
}

const crossSiteRefused = () =>
  new AppError("cross_site", "Dit verzoek komt van een andere website en is daarom geweigerd.");

/**
 * A change must come from our own pages. Browsers always say where a request comes from; a script that says nothing
 * carries no cookie of a person, so it is let through.
 */
const requireSameOrigin = (headers: Headers, publicOrigin: string): void => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw crossSiteRefused();
  if (headers.origin === undefined || headers.origin === publicOrigin) return;
  const origin = URL.parse(headers.origin);
  if (origin?.host !== headers.host) throw crossSiteRefused();
  // A page that came over http may have been changed on the way.
  if (origin?.protocol === "http:" && publicOrigin.startsWith("https:")) throw crossSiteRefused();
};

export interface AuthorizationDeps {
  database: Database;
  clock: Clock;
  cookies: Cookies;
  publicOrigin: string;
  /**
   * For handlers that do nothing before they have asked something of their scope, one thing after the other: whoever was in
   * a moment ago is then not read first, but let in by the database with what they ask. It saves a round trip.
   */
  known?: KnownSessions;
}

export interface Authorized {
  readonly person: SessionPerson;
  /** As long as nobody has said that they still are who they were. */
  readonly entry?: SessionEntry;
}

declare module "fastify" {
  interface FastifyRequest {
    admitted: Authorized | undefined;
  }
}

const requireSession = async (gate: AuthorizationDeps, side: Side, request: FastifyRequest): Promise<Session> => {
  const token = gate.cookies.read(request, side);
  const session = token && (await findAndTouchSession({ db: gate.database.platform }, side, token, gate.clock.now()));
  if (!session) throw notSignedIn();
  return session;
};

const isAllowed = ({ access }: Route, { role }: SessionPerson): boolean =>
  access.side !== "main" || access.roles.includes(role);

/** Somebody who was in a moment ago and might do this then. */
const recognise = (
  { known, cookies, clock }: AuthorizationDeps,
  route: Route,
  request: FastifyRequest,
): Authorized | undefined => {
  const token = known && cookies.read(request, "main");
  const now = clock.now();
  const session = token && known.find(token, now);
  if (!session || !isAllowed(route, session.person)) return undefined;
  return { person: session.person, entry: entryOf(session, now) };
};

const readAnew = async (
  gate: AuthorizationDeps,
  route: Route,
  request: FastifyRequest,
  side: Side,
): Promise<Authorized> => {
  const session = await requireSession(gate, side, request);
  if (side === "main") gate.known?.keep(session);
  if (!isAllowed(route, session.person)) throw new AppError("forbidden", "Je hebt geen rechten om dit te doen.");
  return { person: session.person };
};

/** Before a body is read: may this request be here, as far as is known? */
export const authorize = async (gate: AuthorizationDeps, route: Route, request: FastifyRequest): Promise<void> => {
  const { method, access } = route;
  if (method !== "GET") requireSameOrigin(request.headers, gate.publicOrigin);
  if (access.side === "public") return;
  const recognised = access.side === "main" ? recognise(gate, route, request) : undefined;
  request.admitted = recognised ?? (await readAnew(gate, route, request, access.side));
};

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === "unavailable";

/**
 * Does what a request asks. Of somebody who was only recognised the database has the last word: what it has refused, or was
 * never asked about, has not been done, and is done anew for who they are now.
 */
export const carryOut = async <T>(
  gate: AuthorizationDeps,
  route: Route,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> => {
  const entry = request.admitted?.entry;
  if (!entry) return work();
  const [outcome] = await Promise.allSettled([work()]);
  const failed = outcome.status === "rejected";
  if (failed && isUnavailable(outcome.reason)) throw outcome.reason;
  if (entry.state === "unasked" || entry.state === "refused") {
    gate.known?.forget(gate.cookies.read(request, "main") ?? "");
    request.admitted = await readAnew(gate, route, request, "main");
    return work();
  }
  if (failed) throw outcome.reason;
  if (entry.state !== "held") throw new Error(`${route.path} answers somebody who may not be in`);
  return outcome.value;
};
