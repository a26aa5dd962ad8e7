import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { HOUR_MS } from "#sandbox/clock.ts";
import { makeToken, SCOPES } from "../access.ts";
import { createError } from "../airtable-error.ts";
import { isFieldTimeZone } from "../cells/time-zone.ts";
import { Base } from "../model/base.ts";
import { createBaseFromTemplate } from "../model/base-template.ts";
import { newId } from "../model/ids.ts";
import { type Cells, type CellValue, type Field, type FieldType, isFieldType, type Table } from "../model/table.ts";
import { addField, addTable, changeField, deleteField, renameTable } from "../schema/schema-changes.ts";
import { appendErrorPayload } from "../webhooks/payload.ts";
import type { Workspace } from "../workspace.ts";

type BaseAddress = { Params: { baseId: string } };
export type TableAddress = { Params: { baseId: string; table: string } };

function findBaseOr404(workspace: Workspace, { baseId }: { baseId: string }): Base {
  const base = workspace.bases.find(baseId);
  if (!base) throw createError(404, "NOT_FOUND", `There is no base ${baseId}.`);
  return base;
}

export function findTableOr404(workspace: Workspace, params: TableAddress["Params"]): { base: Base; table: Table } {
  const base = findBaseOr404(workspace, params);
  const table = base.table(params.table);
  if (!table) throw createError(404, "NOT_FOUND", `Base ${base.id} has no table ${params.table}.`);
  return { base, table };
}

const newBase = z.strictObject({
  company: z.string().min(1),
  tokens: z.int().min(1).max(10).default(1),
  classes: z.enum(["scored", "plain"]).default("scored"),
});

const limits = z.strictObject({
  requestsPerSecond: z.int().min(1).nullable().exactOptional(),
  requestsPerSecondOfOwner: z.int().min(1).nullable().exactOptional(),
  penaltyMs: z.int().min(0).exactOptional(),
  isQuotaSpent: z.boolean().exactOptional(),
});

/** "faithful" rises with the number of records in the response and in the table; 0 adds nothing. */
const latency = z.strictObject({ setting: z.union([z.int().min(0).max(600_000), z.literal("faithful")]) });

export function addBaseControls(app: FastifyInstance, workspace: Workspace): void {
  app.get("/_control/airtable/bases", () => workspace.bases.all().map((base) => describe(workspace, base)));

  app.post("/_control/airtable/bases", (request, reply) => {
    const { company, tokens: count, classes } = newBase.parse(request.body);
    const base = new Base(newId("app"), company, workspace.now());
    createBaseFromTemplate(base, classes);
    workspace.addBase(base);
    const tokens = Array.from({ length: count }, () => makeToken([base.id]));
    for (const token of tokens) workspace.addToken(token);
    return reply.code(201).send({
      company,
      baseId: base.id,
      token: tokens[0]?.token,
      tokens: tokens.map(({ token }) => token),
    });
  });

  app.get<BaseAddress>("/_control/airtable/bases/:baseId", (request) =>
    describe(workspace, findBaseOr404(workspace, request.params)),
  );

  app.delete<BaseAddress>("/_control/airtable/bases/:baseId", (request, reply) => {
    workspace.removeBase(findBaseOr404(workspace, request.params).id);
    return reply.code(204).send();
  });

  app.patch<BaseAddress>("/_control/airtable/bases/:baseId/limits", (request) =>
    workspace.limits.change(findBaseOr404(workspace, request.params).id, limits.parse(request.body)),
  );

  app.patch<BaseAddress>("/_control/airtable/bases/:baseId/latency", (request) => {
    const { id } = findBaseOr404(workspace, request.params);
    workspace.latencies.change(id, latency.parse(request.body).setting);
    return workspace.latencies.of(id);
  });
}

const webhookChange = z.strictObject({
  /** Lets it expire at another time than seven days after its last refresh. */
  expiresInMs: z.int().exactOptional(),
  /** Logs an error instead of a change. */
  error: z.enum(["INVALID_HOOK", "INVALID_FILTERS", "INTERNAL_ERROR"]).exactOptional(),
});

export function addWebhookControls(app: FastifyInstance, workspace: Workspace): void {
  app.patch<{ Params: { baseId: string; hookId: string } }>(
    "/_control/airtable/bases/:baseId/webhooks/:hookId",
    (request) => {
      const base = findBaseOr404(workspace, request.params);
      const hook = base.hooks.get(request.params.hookId);
      if (!hook) throw createError(404, "NOT_FOUND", "There is no such webhook.");
      const { expiresInMs, error } = webhookChange.parse(request.body);
      if (expiresInMs !== undefined) hook.expiresAt = workspace.now() + expiresInMs;
      if (error) appendErrorPayload(base, hook, error, workspace.now());
      workspace.saveHooks(base);
      return { expirationTime: new Date(hook.expiresAt).toISOString() };
    },
  );
}

function describe(workspace: Workspace, base: Base) {
  return {
    company: base.company,
    baseId: base.id,
    tokens: workspace.tokens().flatMap(({ token, baseIds }) => (baseIds.includes(base.id) ? token : [])),
    records: Object.fromEntries(base.tables.map(({ name, size }) => [name, size])),
    webhooks: base.hooks.size,
    transactionNumber: base.transactionNumber,
    limits: workspace.limits.settingsOf(base.id),
    latency: workspace.latencies.of(base.id),
  };
}

const RECORDS_PER_TRANSACTION = 500;

/** Fills a table with numbered records: "Full Name 17". */
export function generateRecords(workspace: Workspace, base: Base, table: Table, count: number): void {
  const start = table.size;
  for (let done = 0; done < count; done += RECORDS_PER_TRANSACTION) {
    workspace.write(base, "client", (draft) => {
      for (let number = done; number < Math.min(done + RECORDS_PER_TRANSACTION, count); number++) {
        draft.create(table, newId("rec"), generatedCells(table, start + number + 1, workspace.now()));
      }
    });
  }
}

function generatedCells(table: Table, number: number, now: number): Cells {
  const cells: Cells = {};
  for (const field of table.fields) {
    const value = VALUES[field.type]?.(number, now, field);
    if (value !== undefined) cells[field.id] = value;
  }
  return cells;
}

type Generate = (number: number, now: number, field: Field) => CellValue | undefined;

const hoursAgo = (hours: number, now: number) => new Date(now - hours * HOUR_MS).toISOString();

const VALUES: Partial<Record<FieldType, Generate>> = {
  // Empty, as in records that the product has not seen yet: it writes its own id here.
  singleLineText: (number, _now, { name }) => (name === "App ID" ? undefined : `${name} ${number}`),
  multilineText: (number, _now, { name }) => `${name} ${number}\nGemaakt om te meten.`,
  email: (number) => `lead${number}@voorbeeld.example`,
  url: (number) => `https://voorbeeld.example/${number}`,
  number: (number) => (number % 10) + 1,
  singleSelect: (number, _now, { options: { choices = [] } }) => choices[number % (choices.length || 1)]?.name,
  date: (number, now) => hoursAgo(number, now).slice(0, 10),
  dateTime: hoursAgo,
};

const newToken = z.strictObject({ baseIds: z.array(z.string()), userId: z.string().startsWith("usr").optional() });

const tokenChange = z.strictObject({
  scopes: z.array(z.enum(SCOPES)).optional(),
  baseIds: z.array(z.string()).optional(),
  permissionLevel: z.enum(["read", "edit", "create"]).optional(),
  revoked: z.boolean().optional(),
});

export function addTokenControls(app: FastifyInstance, workspace: Workspace): void {
  app.get("/_control/airtable/tokens", () => workspace.tokens());

  app.patch("/_control/airtable/settings", (request) => {
    workspace.basesPerPage = z
      .strictObject({ basesPerPage: z.int().min(1).max(1_000) })
      .parse(request.body).basesPerPage;
    return { basesPerPage: workspace.basesPerPage };
  });

  app.post("/_control/airtable/tokens", (request, reply) => {
    const { baseIds, ...owner } = newToken.parse(request.body);
    const token = makeToken(baseIds, owner);
    workspace.addToken(token);
    return reply.code(201).send(token);
  });

  app.patch<{ Params: { token: string } }>("/_control/airtable/tokens/:token", (request) => {
    const token = workspace.token(request.params.token);
    if (!token) throw createError(404, "NOT_FOUND", "There is no such token.");
    Object.assign(token, tokenChange.parse(request.body));
    workspace.saveTokens();
    return token;
  });
}

const name = z.string().trim().min(1);
const type = z.string().refine(isFieldType, "No such type of field.");
const field = z.strictObject({
  name,
  type,
  choices: z.array(z.string()).exactOptional(),
  linkedTable: z.string().exactOptional(),
  options: z
    .strictObject({
      precision: z.int().exactOptional(),
      max: z.int().exactOptional(),
      timeZone: z.string().refine(isFieldTimeZone).exactOptional(),
      symbol: z.string().exactOptional(),
      formula: z.string().exactOptional(),
      recordLinkFieldId: z.string().exactOptional(),
      fieldIdInLinkedTable: z.string().exactOptional(),
    })
    .exactOptional(),
});
const fieldChange = z.strictObject({
  name: name.exactOptional(),
  type: type.exactOptional(),
  isLocked: z.boolean().exactOptional(),
});
const tableChange = z.strictObject({ name: name.exactOptional(), isSynced: z.boolean().exactOptional() });
const newTable = z.strictObject({ name, fields: z.array(field).min(1) });

type FieldAddress = { Params: TableAddress["Params"] & { field: string } };
const TABLES = "/_control/airtable/bases/:baseId/tables";

/** Schema changes by Airtable users. */
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
    const change = tableChange.parse(request.body);
    if (change.name !== undefined) renameTable(workspace, base, table, change.name);
    if (change.isSynced !== undefined) table.isSynced = change.isSynced;
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
