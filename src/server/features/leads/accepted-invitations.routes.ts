import type { invitationsRoutes } from "#contract/invitations.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import { readCursor, timeKey } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { authorOf } from "#server/features/audit/audit.service.ts";
import { countAccepted, findAccepted, findConnectedWith } from "./accepted-invitations.queries.ts";
import { EXPORT_PAGE_SIZE, exportList } from "./lead-export.service.ts";

export const invitationsHandlers = ({
  clock,
  limits,
}: Pick<Platform, "clock" | "limits">): Handlers<typeof invitationsRoutes> => ({
  accepted: ({ scope, query: { cursor, ...page } }) =>
    findAccepted(scope, { ...page, after: readCursor(timeKey, cursor) }, clock.now()),
  exportAccepted: ({ scope, query, reply, ...request }) =>
    exportList(
      { clock, limits },
      { scope, reply, author: authorOf(request) },
      {
        kind: "invitations",
        title: "Accepted Invitations",
        filters: query,
        readPage: (cursor) =>
          findAccepted(scope, { ...query, limit: EXPORT_PAGE_SIZE, after: readCursor(timeKey, cursor) }, clock.now()),
      },
    ),
  counts: ({ scope, query }) => countAccepted(scope, query, clock.now()),
  connectedWith: ({ scope }) => findConnectedWith(scope),
});
