import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Token } from "../access.ts";
import { invalidRequest, modelNotFound, unprocessable } from "../airtable-error.ts";
import { isFieldTimeZone } from "../cells/time-zone.ts";
import type { Base } from "../model/base.ts";
import { type FieldType, isWritableType, type Table } from "../model/table.ts";
import { describeField, describeTable } from "../schema/describe-field.ts";
import { addField, addTable, changeField, type NewField, renameTable } from "../schema/schema-changes.ts";
import type { Workspace } from "../workspace.ts";
import { authenticate, authorizeBase, findTable, searchOf } from "./request.ts";

type BaseAddress = { Params: { baseId: string } };
type TableAddress = { Params: { baseId: string; table: string } };
type FieldAddress = { Params: { baseId: string; table: string; field: string } };

export function addMetaRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get("/v0/meta/whoami", (request) => {
    // Airtable names the scopes of OAuth tokens only, not of personal access tokens.
    return { id: authenticate(workspace, request).userId };
  });

  app.get<{ Querystring: { offset?: string } }>("/v0/meta/bases", (request) => {
    const token = authenticate(workspace, request);
    if (!token.scopes.includes("schema.bases:read")) throw modelNotFound();
    return listBases(workspace, token, request.query.offset);
  });

  app.get<BaseAddress>("/v0/meta/bases/:baseId/tables", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, "schema.bases:read");
    const included = [...searchOf(request)].some(
      ([name, value]) => name.startsWith("include") && value === "visibleFieldIds",
    );
    return { tables: base.tables.map((table) => describeTable(base, table, included)) };
  });

  app.post<BaseAddress>("/v0/meta/bases/:baseId/tables", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, "schema.bases:write");
    const { name, fields } = parse(newTable, request.body);
    if (base.table(name)) throw unprocessable("DUPLICATE_TABLE_NAME", `A table named "${name}" exists already.`);
    const [primary] = fields;
    if (primary && !PRIMARY_TYPES.has(primary.type))
      throw unprocessable("UNSUPPORTED_PRIMARY_FIELD_TYPE", `A field of type ${primary.type} cannot be primary.`);
    const { id } = addTable(workspace, base, { name, fields: fields.map((field) => toNewField(base, field)) });
    return describeTable(base, findTable(base, id));
  });

  app.patch<TableAddress>("/v0/meta/bases/:baseId/tables/:table", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, "schema.bases:write");
    const table = findTable(base, request.params.table);
    renameTable(workspace, base, table, parse(rename, request.body).name);
    return describeTable(base, table);
  });

  app.post<TableAddress>("/v0/meta/bases/:baseId/tables/:table/fields", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, "schema.bases:write");
    const table = findTable(base, request.params.table);
    const field = parse(newField, request.body);
    refuseDuplicate(table, field.name);
    return describeField(base, addField(workspace, base, table, toNewField(base, field)));
  });

  // The name can be changed; the type cannot, and a field cannot be deleted.
  app.patch<FieldAddress>("/v0/meta/bases/:baseId/tables/:table/fields/:field", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, "schema.bases:write");
    const table = findTable(base, request.params.table);
    const { name } = parse(rename, request.body);
    refuseDuplicate(table, name);
    return describeField(base, changeField(workspace, base, table, request.params.field, { name }));
  });
}

/** A page of the bases that the token gives access to, and where the next one begins. */
function listBases(workspace: Workspace, { baseIds, permissionLevel }: Token, offset: string | undefined) {
  const start = offset === undefined ? 0 : Number(offset.replace(/^itr/, ""));
  if (!Number.isInteger(start) || start < 0) throw invalidRequest();
  const end = start + workspace.basesPerPage;
  const bases = baseIds.slice(start, end).flatMap((id) => {
    const base = workspace.bases.find(id);
    return base ? { id, name: base.company, permissionLevel } : [];
  });
  return { bases, ...(end < baseIds.length && { offset: `itr${end}` }) };
}

const fieldName = z.string().trim().min(1).max(255);
const rename = z.object({ name: fieldName });
const newField = z.object({
  name: fieldName,
  type: z.string(),
  description: z.string().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});
const newTable = z.object({
  name: fieldName,
  description: z.string().optional(),
  fields: z.array(newField).min(1).max(500),
});

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const { success, data } = schema.safeParse(body);
  if (!success) throw invalidRequest();
  return data;
}

const PRIMARY_TYPES: ReadonlySet<string> = new Set([
  "singleLineText",
  "multilineText",
  "email",
  "url",
  "phoneNumber",
  "number",
  "currency",
  "percent",
  "duration",
  "date",
  "dateTime",
  "barcode",
]);

const choices = z.object({ choices: z.array(z.object({ name: z.string() })) });
const number = z.object({ precision: z.int().min(0).max(8) });
const anyObject = z.object({});

/** What Airtable requires in the options of a new field. Types that are missing here have none. */
const REQUIRED_OPTIONS: Partial<Record<FieldType, z.ZodType>> = {
  singleSelect: choices,
  multipleSelects: choices,
  number,
  percent: number,
  currency: number.extend({ symbol: z.string() }),
  duration: z.object({ durationFormat: z.string() }),
  rating: z.object({ icon: z.string(), color: z.string(), max: z.int().min(1).max(10) }),
  checkbox: z.object({ icon: z.string(), color: z.string() }),
  date: z.object({ dateFormat: anyObject }),
  dateTime: z.object({ dateFormat: anyObject, timeFormat: anyObject, timeZone: z.string().refine(isFieldTimeZone) }),
  multipleRecordLinks: z.object({ linkedTableId: z.string() }),
};

const shownOptions = z.object({
  choices: z.array(z.object({ name: z.string() })).optional(),
  precision: z.number().optional(),
  max: z.number().optional(),
  timeZone: z.string().optional(),
  symbol: z.string().optional(),
  linkedTableId: z.string().optional(),
});

/** Computed fields cannot be created through the API. */
function toNewField(base: Base, { name, type, options }: z.infer<typeof newField>): NewField {
  if (!isWritableType(type))
    throw unprocessable("UNSUPPORTED_FIELD_TYPE_FOR_CREATE", `Creating ${type} fields is not supported at this time`);
  const required = REQUIRED_OPTIONS[type];
  if (required && !required.safeParse(options).success)
    throw unprocessable("INVALID_FIELD_TYPE_OPTIONS_FOR_CREATE", `Invalid options for the field "${name}" (${type})`);
  const { choices: newChoices, precision, max, timeZone, symbol, linkedTableId } = parse(shownOptions, options ?? {});
  if (linkedTableId !== undefined) findTable(base, linkedTableId);
  return {
    name,
    type,
    ...(newChoices && { choices: newChoices.map((choice) => choice.name) }),
    ...(linkedTableId !== undefined && { linkedTable: linkedTableId }),
    options: {
      ...(precision !== undefined && { precision }),
      ...(max !== undefined && { max }),
      ...(timeZone !== undefined && { timeZone }),
      ...(symbol !== undefined && { symbol }),
    },
  };
}

function refuseDuplicate(table: Table, name: string): void {
  if (table.field(name))
    throw unprocessable("DUPLICATE_OR_EMPTY_FIELD_NAME", `A field named "${name}" exists already.`);
}
