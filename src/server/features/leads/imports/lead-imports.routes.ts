import { z } from "zod";
import type { leadImportsRoutes } from "#contract/lead-imports.ts";
import type { Handlers } from "#platform/http/handlers.ts";

import { readCursor } from "#platform/paging.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { findRecent, findSkippedRows } from "./lead-imports.queries.ts";
import {
  discardImport,
  exportSkippedRows,
  previewImport,
  requireImport,
  startImport,
  stopImport,
  uploadImport,
} from "./lead-imports.service.ts";

const rowKey = z.tuple([z.string().regex(/^\d{1,9}$/)]);

export const leadImportsHandlers = (platform: Platform): Handlers<typeof leadImportsRoutes> => ({
  recent: ({ scope }) => findRecent(scope),
  upload: ({ scope, query, body }) => uploadImport(platform, scope, query.fileName, body),
  one: ({ scope, params }) => requireImport(scope, params.id),
  preview: ({ scope, params, body }) => previewImport(platform, scope, params.id, body.mapping),
  start: ({ scope, params, body }) => startImport(platform, scope, params.id, body.mapping),
  stop: ({ scope, params, ...request }) => stopImport(platform, scope, actorOf(request), params.id),
  skippedRows: async ({ scope, params, query: { limit, cursor } }) => {
    await requireImport(scope, params.id);
    const [after] = readCursor(rowKey, cursor) ?? [];
    return findSkippedRows(scope, params.id, { limit, after: after === undefined ? undefined : Number(after) });
  },
  skippedRowsFile: ({ scope, params, reply, ...request }) =>
    exportSkippedRows(platform, { scope, reply, actor: actorOf(request) }, params.id),
  discard: async ({ scope, params }) => {
    await discardImport(platform, scope, params.id);
    return undefined;
  },
});
