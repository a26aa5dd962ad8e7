import type { FastifyInstance } from "fastify";
import type { Scope, Token } from "../access.ts";
import { modelNotFound } from "../airtable-error.ts";
import type { Base } from "../model/base.ts";
import type { Field, FieldType, Table } from "../model/table.ts";

import type { Workspace } from "../workspace.ts";
import { authenticate, authorizeBase } from "./request.ts";

const SCOPE: Scope = "schema.bases:read";

export function addMetaRoutes(app: FastifyInstance, workspace: Workspace): void {
  app.get("/v0/meta/whoami", (request) => {
    // Airtable names the scopes of OAuth tokens only, not of personal access tokens.
    return { id: authenticate(workspace, request).userId };
  });

  app.get("/v0/meta/bases", (request) => {
    const token = authenticate(workspace, request);
    if (!token.scopes.includes(SCOPE)) throw modelNotFound();
    return { bases: basesOf(workspace, token) };
  });

  app.get<{ Params: { baseId: string } }>("/v0/meta/bases/:baseId/tables", (request) => {
    const base = authorizeBase(workspace, request, request.params.baseId, SCOPE);
    return { tables: base.tables.map((table) => describeTable(base, table)) };
  });
}

function basesOf(workspace: Workspace, token: Token) {
  return token.baseIds.flatMap((id) => {
    const base = workspace.bases.find(id);
    return base ? { id, name: base.company, permissionLevel: token.permissionLevel } : [];
  });
}

function describeTable(base: Base, { id, name, primaryFieldId, fields, views }: Table) {
  return { id, name, primaryFieldId, fields: fields.map((field) => describeField(base, field)), views };
}

function describeField(base: Base, field: Field) {
  const options = OPTIONS[field.type]?.(field, base);
  return { id: field.id, name: field.name, type: field.type, ...(options ? { options } : {}) };
}

const MOMENT = {
  dateFormat: { name: "iso", format: "YYYY-MM-DD" },
  timeFormat: { name: "24hour", format: "HH:mm" },
  timeZone: "Europe/Amsterdam",
};

type Describe = (field: Field, base: Base) => Record<string, unknown>;

const choices: Describe = ({ options }) => ({ choices: options.choices ?? [] });

/** The options of a field in the schema response; types that are missing here have none. */
const OPTIONS: Partial<Record<FieldType, Describe>> = {
  singleSelect: choices,
  multipleSelects: choices,
  number: ({ options }) => ({ precision: options.precision ?? 0 }),
  checkbox: () => ({ icon: "check", color: "greenBright" }),
  date: () => ({ dateFormat: MOMENT.dateFormat }),
  dateTime: () => MOMENT,
  createdTime: () => ({ result: { type: "dateTime", options: MOMENT } }),
  lastModifiedTime: () => ({ isValid: true, referencedFieldIds: [], result: { type: "dateTime", options: MOMENT } }),
  multipleRecordLinks: ({ options }) => ({ ...options, isReversed: false, prefersSingleRecordLink: false }),
  multipleLookupValues: ({ options }, base) => ({
    ...options,
    isValid: true,
    result: { type: lookedUpType(base, options.fieldIdInLinkedTable) },
  }),
  multipleAttachments: () => ({ isReversed: false }),
};

function lookedUpType(base: Base, fieldId: string | undefined): string | undefined {
  return base.tables.map((table) => table.field(fieldId ?? "")).find((field) => field !== undefined)?.type;
}
