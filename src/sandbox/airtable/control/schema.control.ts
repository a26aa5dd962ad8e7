import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isFieldType } from "../model/table.ts";
import { addField, addTable, changeField, deleteField, renameTable } from "../schema/schema-changes.ts";
import type { Workspace } from "../workspace.ts";
import { type BaseAddress, findBaseOr404, findTableOr404, type TableAddress } from "./find-base.ts";

const name = z.string().trim().min(1);
const type = z.string().refine(isFieldType, "No such type of field.");
const field = z.strictObject({
  name,
  type,
  choices: z.array(z.string()).exactOptional(),
  linkedTable: z.string().exactOptional(),
});
const fieldChange = z.strictObject({ name: name.exactOptional(), type: type.exactOptional() });
const newTable = z.strictObject({ name, fields: z.array(field).min(1) });

type FieldAddress = { Params: TableAddress["Params"] & { field: string } };
const TABLES = "/_control/airtable/bases/:baseId/tables";

/** Changes that people make to the structure of a base, without asking the product. */
export function addSchemaControls(app: FastifyInstance, workspace: Workspace): void {
  app.get<BaseAddress>(TABLES, (request) =>
    findBaseOr404(workspace, request.params).tables.map(({ schema }) => schema),
  );

  app.post<BaseAddress>(TABLES, (request, reply) => {
    const base = findBaseOr404(workspace, request.params);
    return reply.code(201).send(addTable(workspace, base, newTable.parse(request.body)));
  });

  app.patch<TableAddress>(`${TABLES}/:table`, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    renameTable(workspace, base, table, z.strictObject({ name }).parse(request.body).name);
    return table.schema;
  });

  app.post<TableAddress>(`${TABLES}/:table/fields`, (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    return reply.code(201).send(addField(workspace, base, table, field.parse(request.body)));
  });

  app.patch<FieldAddress>(`${TABLES}/:table/fields/:field`, (request) => {
    const { base, table } = findTableOr404(workspace, request.params);
    return changeField(workspace, base, table, request.params.field, fieldChange.parse(request.body));
  });

  app.delete<FieldAddress>(`${TABLES}/:table/fields/:field`, (request, reply) => {
    const { base, table } = findTableOr404(workspace, request.params);
    deleteField(workspace, base, table, request.params.field);
    return reply.code(204).send();
  });
}
