import { airtableRoutes, type SyncRun } from "#contract/airtable.ts";
import { authRoutes } from "#contract/auth.ts";
import { inboxRoutes } from "#contract/inbox.ts";
import { leadListsRoutes } from "#contract/lead-lists.ts";
import { leadViewsRoutes } from "#contract/lead-views.ts";
import { REVIEW_GROUPS } from "#contract/message-status.ts";
import { messagesRoutes } from "#contract/messages.ts";
import { overviewRoutes } from "#contract/overview.ts";
import { queueRoutes } from "#contract/queue.ts";
import { reviewRoutes } from "#contract/review.ts";
import type { RawBody, ResponseOf, Route } from "#contract/route.ts";
import { sendersRoutes } from "#contract/senders.ts";
import { systemRoutes } from "#contract/system.ts";
import { tasksRoutes } from "#contract/tasks.ts";
import { workbenchRoutes } from "#contract/workbench.ts";
import { writerRoutes } from "#contract/writer.ts";

type FakeRequest<R extends Route> = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: RawBody<R>;
};
type Answer<R extends Route> = ResponseOf<R> | Response;
type Handler = { route: Route; respond: (request: FakeRequest<Route>) => Promise<Response> };

const API_PATH = /^\/((admin\/)?api\/|readyz$)/;
const PARAMETER = /\{\*?(\w+)\}/g;

/** The path parameters when the path matches the route. */
const matchPath = (route: Route, path: string): Record<string, string> | undefined => {
  const names = [...route.path.matchAll(PARAMETER)].map(([, name]) => name ?? "");
  const found = new RegExp(`^${route.path.replace(PARAMETER, "([^/]+)")}$`).exec(path);
  return found
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]))
    : undefined;
};

const toResponse = (route: Route, answer: unknown): Response => {
  if (answer instanceof Response) return answer;
  // A fixture that does not match the contract fails here, not in the component.
  if (typeof route.response === "object") route.response.parse(answer);
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
};

const NOTHING_WRITTEN = { waiting: 0, running: 0, doneToday: 0, failedToday: 0, problem: null };
const IDLE_WRITER = { writer: "airtable", ...NOTHING_WRITTEN };
/** The progress of the built-in writer while it has nothing to do. */
export const IDLE_BUILTIN_WRITER = { writer: "builtin" as const, ...NOTHING_WRITTEN };

const NO_MESSAGES = Object.fromEntries(REVIEW_GROUPS.map((group) => [group, 0]));

const NOTHING_MOVES = { parts: [], nextMoment: "2026-11-16T09:00:00.000Z", isWithinHours: true, waitsFor: null };

const NO_CONVERSATION = {
  leadId: "",
  fullName: "",
  leadClassification: null,
  senderName: null,
  isAnswered: true,
  messages: [],
};

const QUIET_DAY = {
  assigned: { iceBreakers: 0, followUps: 0 },
  yesterday: { sent: 0, invited: 0, accepted: 0, replies: 0 },
  problems: [],
};

/** Answers `fetch` in place of the server. Everything else of the product runs unchanged. */
export function startFakeServer() {
  // Many screens ask for these; a test of their subject overrides them.
  const handlers: Handler[] = [
    { route: writerRoutes.progress, respond: async () => Response.json(IDLE_WRITER) },
    { route: queueRoutes.channelSwitch, respond: async () => Response.json({ isPending: false, latest: null }) },
    { route: sendersRoutes.list, respond: async () => Response.json([]) },
    { route: messagesRoutes.sendPreview, respond: async () => Response.json(NOTHING_MOVES) },
    {
      route: overviewRoutes.counts,
      respond: async () =>
        Response.json({
          iceBreakers: 0,
          followUps: 0,
          overdue: 0,
          hasMoreOverdue: false,
          newMeetings: 0,
          tasks: 0,
          isNewCompany: false,
          isFirstSync: false,
        }),
    },
    // Asked whenever the window gets the focus, also when a test beside it has lost that. It never answers: the user stays the same.
    { route: authRoutes.currentUser, respond: () => new Promise(() => undefined) },
    { route: authRoutes.readInvitation, respond: async () => Response.json({ invitation: null }) },
    { route: systemRoutes.contact, respond: async () => Response.json({ email: null }) },
    { route: overviewRoutes.today, respond: async () => Response.json(QUIET_DAY) },
    { route: tasksRoutes.list, respond: async () => Response.json([]) },
    { route: leadListsRoutes.total, respond: async () => Response.json({ total: 0, isExact: true }) },
    {
      route: leadListsRoutes.filterOptions,
      respond: async () => Response.json({ owners: [], industries: [], tags: [] }),
    },
    { route: inboxRoutes.conversation, respond: async () => Response.json(NO_CONVERSATION) },
    { route: leadViewsRoutes.list, respond: async () => Response.json([]) },
    { route: workbenchRoutes.testResults, respond: async () => Response.json([]) },
    { route: reviewRoutes.groups, respond: async () => Response.json(NO_MESSAGES) },
  ];
  const requests: { route: Route; request: FakeRequest<Route> }[] = [];
  const unexpected: string[] = [];
  let isStopped = false;
  const originalFetch = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, searchParams } = new URL(request.url);
    if (!API_PATH.test(pathname)) return originalFetch(input, init);
    for (const { route, respond } of handlers.toReversed()) {
      const params = route.method === request.method ? matchPath(route, pathname) : undefined;
      if (!params) continue;
      const isJson = request.headers.get("content-type")?.startsWith("application/json");
      const body = isJson ? await request.json() : await request.blob();
      const received = { params, query: Object.fromEntries(searchParams), body } as FakeRequest<Route>;
      requests.push({ route, request: received });
      const response = await respond(received);
      request.signal.throwIfAborted();
      // Its screen is gone, and its toast would appear in the next test.
      if (isStopped) return new Promise<never>(() => undefined);
      return response;
    }
    unexpected.push(`${request.method} ${pathname}`);
    return Response.json({ message: "no handler" }, { status: 501 });
  };

  return {
    /** The newest handler of a route wins. */
    handle<R extends Route>(route: R, respond: (request: FakeRequest<R>) => Answer<R> | Promise<Answer<R>>) {
      handlers.push({
        route,
        respond: async (request) => toResponse(route, await respond(request as FakeRequest<R>)),
      });
    },
    /** Every call of the route fails as if the network were down. */
    breakRoute(route: Route) {
      handlers.push({ route, respond: () => Promise.reject(new TypeError("Failed to fetch")) });
    },
    /** Every call of the route is refused with the server's explanation. */
    refuse(route: Route, status: number, message: string) {
      handlers.push({
        route,
        respond: async () => Response.json({ error: message, message, code: "conflict" }, { status }),
      });
    },
    /** Holds the answers of a route back until the returned function is called. */
    hold(route: Route): () => void {
      const handler = handlers.findLast((known) => known.route === route);
      const { promise, resolve } = Promise.withResolvers<void>();
      handlers.push({
        route,
        respond: async (request) => {
          await promise;
          if (!handler) throw new Error(`No handler for ${route.path}`);
          return handler.respond(request);
        },
      });
      return resolve;
    },
    requestsOf: <R extends Route>(route: R): FakeRequest<R>[] =>
      requests.filter((made) => made.route === route).map(({ request }) => request as FakeRequest<R>),
    stop() {
      isStopped = true;
      globalThis.fetch = originalFetch;
      if (unexpected.length > 0) throw new Error(`Calls without a handler: ${unexpected.join(", ")}`);
    },
  };
}

export type FakeServer = ReturnType<typeof startFakeServer>;

/** The server's refusal of a form, with the reason at one of its fields. */
export const fieldErrorResponse = (path: string, message: string): Response =>
  Response.json({ error: message, message, code: "invalid", details: [{ path, message }] }, { status: 400 });

/** The answer of a list route: rows in the body, the total in a header. */
export const listResponse = (items: readonly unknown[], total = items.length): Response =>
  Response.json(items, { headers: { "x-total-count": String(total) } });

/** Every sync run with Airtable ends at once, like this. */
export const serveSyncRun = (server: FakeServer, end: Partial<SyncRun>) => {
  const unknown = { finishedAt: null, message: null, total: null, secondsLeft: null, elapsedSeconds: null };
  const run = { runId: "1", startedAt: "2026-11-14T08:30:00.000Z", tables: [], ...unknown };
  server.handle(airtableRoutes.sync, () => ({ runId: run.runId, status: "queued" as const, message: "Gestart" }));
  server.handle(airtableRoutes.run, () => ({ ...run, status: "succeeded" as const, ...end }));
};
