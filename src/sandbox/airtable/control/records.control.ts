import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createError } from "../airtable-error.ts";
import { formatRecord } from "../cells/format-record.ts";
import type { Base } from "../model/base.ts";
import { isId, newId } from "../model/ids.ts";
import { type AirtableRecord, type Table, toIsoSeconds } from "../model/table.ts";

import { filterRecords } from "../records/list.ts";
import { deleteRecords, readFields, updateRecords } from "../records/write.ts";
import type { Workspace } from "../workspace.ts";
import { findTableOr404, generateRecords, type TableAddress } from "./bases.control.ts";

const fields = z.record(z.string(), z.unknown());
const newRecords = z.strictObject({
  records: z.array(
    z.strictObject({
      id: z
        .string()
        .refine((id) => isId("rec", id), "A record id is rec and 14 letters or digits.")
        .optional(),
      createdTime: z.iso.datetime({ offset: true }).optional(),
      fields,
    }),
  ),
});
const changes = z.strictObject({ records: z.array(z.strictObject({ id: z.string(), fields })) });
const deletions = z.strictObject({ ids: z.array(z.string()).min(1) });
const bulk = z.strictObject({ count: z.int().min(1).max(200_000) });

type RecordAddress = { Params: TableAddress["Params"] & { recordId: string } };
const RECORDS = "/_control/airtable/bases/:baseId/tables/:table/records";

/** Edits as a user makes them in the grid: without rate limits, and with typecast. */
export function addRecordControls(app: FastifyInstance, workspace: Workspace): void {
  const show = (base: Base, table: Table, record: AirtableRecord) => ({
    ...formatRecord({ base, origin: "", now: workspace.now() }, table.fields, record, { byFieldId: false }),
    lastModifiedTime: toIsoSeconds(record.modifiedAt),
  });
  const showIds = (base: Base, table: Table, ids: string[]) => ({
    records: ids.flatMap((id) => {
      const record = table.record(id);
      return record ? show(base, table, record) : [];
    }),
  });

  app.get<TableAddress & { Querystring: { where?: string } }>(RECORDS, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const all = [...table.records()];
    const { where } = request.query;
    const found = where ? filterRecords({ base, origin: "", now: workspace.now() }, table, where, all) : all;
    return { records: found.map((record) => show(base, table, record)) };
  });

  app.get<RecordAddress>(`${RECORDS}/:recordId`, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const record = table.record(request.params.recordId);
    if (!record) throw createError(404, "NOT_FOUND", `Table ${table.name} has no record ${request.params.recordId}.`);
    return show(base, table, record);
  });

  app.get<RecordAddress>(`${RECORDS}/:recordId/accesses`, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    return base.accesses
      .filter(({ recordId }) => recordId === request.params.recordId)
      .map(({ kind, fieldIds }) => ({ kind, fields: fieldIds.map((id) => table.field(id)?.name ?? id) }));
  });

  app.post<TableAddress>(RECORDS, (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const { records } = newRecords.parse(request.body);
    const ids = workspace.write(base, "client", (draft) =>
      records.map(({ id = newId("rec"), createdTime, fields }) => {
        const cells = readFields(draft, table, fields, true);
        draft.create(table, id, cells, createdTime === undefined ? undefined : Date.parse(createdTime));
        return id;
      }),
    );
    return reply.code(201).send(showIds(base, table, ids));
  });

  app.patch<TableAddress>(RECORDS, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const { records } = changes.parse(request.body);
    const writeRequest = { records, mergeOn: null, typecast: true, returnFieldsByFieldId: false };
    const { ids } = workspace.write(base, "client", (draft) => updateRecords(draft, table, writeRequest, false));
    return showIds(base, table, ids);
  });

  app.delete<RecordAddress>(`${RECORDS}/:recordId`, (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    workspace.write(base, "client", (draft) => deleteRecords(draft, table, [request.params.recordId]));
    return reply.code(204).send();
  });

  /** Several in one transaction, as a user deletes a selection. */
  app.delete<TableAddress>(RECORDS, (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const { ids } = deletions.parse(request.body);
    workspace.write(base, "client", (draft) => deleteRecords(draft, table, ids));
    return reply.code(204).send();
  });

  app.post<TableAddress>("/_control/airtable/bases/:baseId/tables/:table/bulk", (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    const { count } = bulk.parse(request.body);
    generateRecords(workspace, base, table, count);
    return reply.code(201).send({ created: count, size: table.size });
  });
}
