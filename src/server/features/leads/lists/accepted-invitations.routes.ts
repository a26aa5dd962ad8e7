import type { invitationsRoutes } from "#contract/invitations.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readCursor, timeKey } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { countAccepted, findAccepted, findManagersWithAccepted } from "./accepted-invitations.queries.ts";
import { EXPORT_PAGE_SIZE, exportList } from "./lead-export.service.ts";

export const invitationsHandlers = (
  deps: Pick<Platform, "clock" | "database" | "log">,
): Handlers<typeof invitationsRoutes> => ({
  accepted: ({ scope, query: { cursor, ...page } }) =>
    findAccepted(scope, { ...page, after: readCursor(timeKey, cursor) }, deps.clock.now()),
  exportAccepted: ({ scope, query, reply, ...request }) =>
    exportList(
      deps,
      { scope, reply, actor: actorOf(request) },
      {
        kind: "invitations",
        title: "Accepted Invitations",
        filters: query,
        readPage: (cursor) =>
          findAccepted(
            scope,
            { ...query, limit: EXPORT_PAGE_SIZE, after: readCursor(timeKey, cursor) },
            deps.clock.now(),
          ),
      },
    ),
  counts: ({ scope, query }) => countAccepted(scope, query, deps.clock.now()),
  connectedWith: ({ scope }) => findManagersWithAccepted(scope),
});
