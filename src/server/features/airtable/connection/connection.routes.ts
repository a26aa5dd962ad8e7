import type { airtableConnectionRoutes } from "#contract/airtable-connection.ts";
import type { Handlers } from "#platform/http/handlers.ts";
import type { Platform } from "#platform/platform.ts";
import { actorOf } from "#server/features/audit/audit.service.ts";
import { changeConnection, listBases, readConnection } from "./connection.ts";
import { createField, createTable, proposeTable, readMapping, saveMapping } from "./edit-mapping.ts";
import { testConnection } from "./test-connection.ts";

export const airtableConnectionHandlers = (platform: Platform): Handlers<typeof airtableConnectionRoutes> => ({
  connection: ({ scope }) => readConnection(platform, scope.companyId),
  changeConnection: ({ scope, body, ...request }) =>
    changeConnection(platform, actorOf(request), scope.companyId, body),
  test: ({ scope, body }) => testConnection(platform, { ...body, companyId: scope.companyId }),
  bases: ({ scope, body }) => listBases(platform, { ...body, companyId: scope.companyId }),
  mapping: ({ scope }) => readMapping(platform, scope.companyId),
  saveMapping: ({ scope, body, ...request }) => saveMapping(platform, actorOf(request), scope.companyId, body),
  propose: ({ scope, body }) => proposeTable(platform, scope.companyId, body),
  createField: ({ scope, body }) => createField(platform, scope.companyId, body),
  createTable: ({ scope, body }) => createTable(platform, scope.companyId, body),
  adminBases: ({ body }) => listBases(platform, body),
  adminMapping: ({ params }) => readMapping(platform, params.id),
  adminSaveMapping: ({ params, body, ...request }) => saveMapping(platform, actorOf(request), params.id, body),
  adminPropose: ({ params, body }) => proposeTable(platform, params.id, body),
  adminCreateField: ({ params, body }) => createField(platform, params.id, body),
  adminCreateTable: ({ params, body }) => createTable(platform, params.id, body),
});
