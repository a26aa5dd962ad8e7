import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { createError, invalidRequest, notFound, notPermitted } from "../airtable-error.ts";
import type { FormatContext } from "../cells/format-cell.ts";
import { formatRecord } from "../cells/format-record.ts";

import type { Base } from "../model/base.ts";
import type { Table } from "../model/table.ts";
import { listRecords } from "../records/list.ts";
import { type ListQuery, parseNestedQuery, readListQuery, textFormatOf } from "../records/list-query.ts";
import {
  createRecords,
  deleteRecords,
  type Outcome,
  readIdsToDelete,
  readSingle,
  readWriteRequest,
  updateRecords,
} from "../records/write.ts";

import type { Workspace } from "../workspace.ts";
import { authorizeBase, findTable, isCreator, originOf, searchOf } from "./request.ts";

const MAX_URL_LENGTH = 16_000;

type TableAddress = { Params: { baseId: string; table: string } };
type RecordAddress = { Params: { baseId: string; table: string; recordId: string } };

/** What every route does: check the token, and show records as the API does. */
function createTableAccess(workspace: Workspace) {
  const formatContext = (request: FastifyRequest, base: Base): FormatContext => ({
    base,
    origin: originOf(request),
    now: workspace.now(),
  });
  const authorizeTable = (request: FastifyRequest<TableAddress>, scope: "data.records:read" | "data.records:write") => {
    const base = authorizeBase(workspace, request, request.params.baseId, scope);
    const table = findTable(base, request.params.table);
    if (scope === "data.records:write") {
      // A synced table is read-only for everybody, a locked field for everybody but the creators of the base.
      if (table.isSynced) throw notPermitted();
      if (!isCreator(workspace, request)) refuseLockedFields(table, request.body);
    }
    return { base, table };
  };
  const show = (request: FastifyRequest, base: Base, table: Table, ids: string[], byFieldId: boolean) =>
    ids.flatMap((id) => {
      const record = table.record(id);
      return record ? formatRecord(formatContext(request, base), table.fields, record, { byFieldId }) : [];
    });
  return { formatContext, authorizeTable, show };
}

type TableAccess = ReturnType<typeof createTableAccess>;

export function addRecordRoutes(app: FastifyInstance, workspace: Workspace): void {
  const access = createTableAccess(workspace);
  addTableRoutes(app, workspace, access);
  addSingleRecordRoutes(app, workspace, access);
}

/** Routes that list, create, change and delete several records. */
function addTableRoutes(
  app: FastifyInstance,
  workspace: Workspace,
  { formatContext, authorizeTable, show }: TableAccess,
): void {
  const list = (request: FastifyRequest<TableAddress>, query: () => ListQuery) => {
    const { base, table } = authorizeTable(request, "data.records:read");
    const page = listRecords(formatContext(request, base), table, query(), workspace.iterators);
    for (const { id } of page.records) base.logAccess({ recordId: id, kind: "read", fieldIds: [] });
    return page;
  };

  for (const path of ["/v0/:baseId/:table", "/v0/:baseId/:table/"]) {
    app.get<TableAddress>(path, (request) => {
      if (request.url.length > MAX_URL_LENGTH) throw invalidRequest("Invalid request: the URL is too long. Use POST.");
      return list(request, () => readListQuery(parseNestedQuery(searchOf(request))));
    });

    app.post<TableAddress>(path, (request) => {
      const { base, table } = authorizeTable(request, "data.records:write");
      const { request: writeRequest, isSingle } = readWriteRequest("create", request.body);
      const { ids } = workspace.write(base, "publicApi", (draft) => createRecords(draft, table, writeRequest));
      const records = show(request, base, table, ids, writeRequest.returnFieldsByFieldId);
      return isSingle ? records[0] : { records };
    });

    app.route<TableAddress>({
      method: ["PATCH", "PUT"],
      url: path,
      handler: (request) => {
        const { base, table } = authorizeTable(request, "data.records:write");
        const { request: writeRequest, isSingle } = readWriteRequest("update", request.body);
        if (isSingle) throw invalidRequest();
        const replace = request.method === "PUT";
        const outcome = workspace.write(base, "publicApi", (draft) =>
          updateRecords(draft, table, writeRequest, replace),
        );
        const records = show(request, base, table, outcome.ids, writeRequest.returnFieldsByFieldId);
        return writeRequest.mergeOn ? { records, ...upsertOutcome(outcome) } : { records };
      },
    });

    app.delete<TableAddress>(path, (request) => {
      const { base, table } = authorizeTable(request, "data.records:write");
      const ids = readIdsToDelete(parseNestedQuery(searchOf(request))["records"]);
      workspace.write(base, "publicApi", (draft) => deleteRecords(draft, table, ids));
      return { records: ids.map((id) => ({ id, deleted: true })) };
    });
  }

  app.post<TableAddress>("/v0/:baseId/:table/listRecords", (request) =>
    // A client that moved a long query into the body may leave the time zone and the locale in the URL.
    list(request, () =>
      readListQuery({ ...parseNestedQuery(searchOf(request)), ...(request.body as object | undefined) }),
    ),
  );
}

function addSingleRecordRoutes(
  app: FastifyInstance,
  workspace: Workspace,
  { formatContext, authorizeTable, show }: TableAccess,
): void {
  app.get<RecordAddress>("/v0/:baseId/:table/:recordId", (request) => {
    const { base, table } = authorizeTable(request, "data.records:read");
    const record = table.record(request.params.recordId);
    if (!record) throw notFound();
    const query = readListQuery(parseNestedQuery(searchOf(request)));
    const format = { byFieldId: query.returnFieldsByFieldId, asText: textFormatOf(query) };
    return formatRecord(formatContext(request, base), table.fields, record, format);
  });

  app.route<RecordAddress>({
    method: ["PATCH", "PUT"],
    url: "/v0/:baseId/:table/:recordId",
    handler: (request) => {
      const { base, table } = authorizeTable(request, "data.records:write");
      const { recordId } = request.params;
      if (!table.record(recordId)) throw notFound();
      const writeRequest = readSingle(request.body);
      const records = writeRequest.records.map(({ fields }) => ({ id: recordId, fields }));
      const replace = request.method === "PUT";
      workspace.write(base, "publicApi", (draft) => updateRecords(draft, table, { ...writeRequest, records }, replace));
      return show(request, base, table, [recordId], writeRequest.returnFieldsByFieldId)[0];
    },
  });

  app.delete<RecordAddress>("/v0/:baseId/:table/:recordId", (request) => {
    const { base, table } = authorizeTable(request, "data.records:write");
    const { recordId } = request.params;
    if (!table.record(recordId)) throw createError(404, "MODEL_ID_NOT_FOUND", "Record not found");
    workspace.write(base, "publicApi", (draft) => deleteRecords(draft, table, [recordId]));
    return { id: recordId, deleted: true };
  });
}

const writtenRecords = z.object({ records: z.array(z.object({ fields: z.record(z.string(), z.unknown()) })) });

function refuseLockedFields(table: Table, body: unknown): void {
  const { success, data } = writtenRecords.safeParse(body);
  const single = z.object({ fields: z.record(z.string(), z.unknown()) }).safeParse(body).data;
  const records = success ? data.records : single ? [single] : [];
  const names = records.flatMap(({ fields }) => Object.keys(fields));
  if (names.some((name) => table.field(name)?.isLocked)) throw notPermitted();
}

const upsertOutcome = ({ createdIds, updatedIds }: Outcome) => ({
  createdRecords: createdIds,
  updatedRecords: updatedIds,
});
