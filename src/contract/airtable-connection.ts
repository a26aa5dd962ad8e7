import { z } from "zod";
import { connectionResult } from "./companies.ts";
import { airtableChange } from "./company-forms.ts";
import { rowId, trimmedText } from "./field-schemas.ts";
import { companyAdministration, platformAdministration } from "./roles.ts";
import { defineRoutes } from "./route.ts";
import { syncedTable } from "./synced-tables.ts";

/** The company's connection with Airtable, without its token. */
const airtableConnection = z.object({
  airtableBaseId: z.string().nullable(),
  /** Null when it is not known, for example because Airtable cannot be reached. */
  airtableBaseName: z.string().nullable(),
  hasAirtableApiKey: z.boolean(),
  airtableFormUrl: z.string().nullable(),
});
export type AirtableConnection = z.infer<typeof airtableConnection>;

const token = trimmedText(200);
/** Blank fields are taken from the stored company. */
const enteredAccess = z.strictObject({
  airtableBaseId: trimmedText(40).nullable().optional(),
  airtableApiKey: token.optional(),
});

/** Why Airtable could not be read or changed, as a text for users; the rest is then empty. */
const problem = z.string().nullable();

const visibleBase = z.object({ id: z.string(), name: z.string(), permissionLevel: z.string() });
const visibleBases = z.object({ problem, bases: z.array(visibleBase) });
export type VisibleBases = z.infer<typeof visibleBases>;

const remoteField = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  choices: z.array(z.string()),
  /** A value of a record, to recognise the field by. */
  example: z.string().nullable(),
});
export type RemoteField = z.infer<typeof remoteField>;

const remoteTable = z.object({ id: z.string(), name: z.string(), fields: z.array(remoteField) });
export type RemoteTable = z.infer<typeof remoteTable>;

const fieldLink = z.object({
  /** Our field. */
  field: z.string(),
  /** The field of the base; null when it is left out. */
  fieldId: z.string().nullable(),
  /** Our values for their choices. A choice that is absent is read as it is; '' is read as empty. */
  options: z.record(z.string(), z.string()).optional(),
  /** Their highest score. */
  scale: z.number().positive().max(1_000_000).optional(),
});
export type FieldLink = z.infer<typeof fieldLink>;

/** One of our fields, and how it is mapped. */
const mappedField = fieldLink.extend({
  label: z.string(),
  /** What the field is, in the words of the screens. */
  description: z.string(),
  isRequired: z.boolean(),
  /** The direction if the field of the base can be written; a read-only one is `in`. */
  direction: z.enum(["in", "out", "both", "once"]),
  /** What the field holds, such as "datum en tijd". */
  kind: z.string(),
  /** Our values, for a field with fixed values. */
  values: z.array(z.string()).nullable(),
  /** What a choice of the base that is none of our values does: the record is parked, the choice is kept as it is, or nothing is sent. */
  otherChoices: z.enum(["parked", "kept", "not_sent"]),
  isScore: z.boolean(),
  /** The fields of the base with a type that can be converted. */
  usableIds: z.array(z.string()),
  /** Those of them that are only read, such as a list of choices. */
  readOnlyIds: z.array(z.string()),
  /** Whether the field can be created in the base. */
  canCreate: z.boolean(),
});
export type MappedField = z.infer<typeof mappedField>;

const mappedTable = z.object({
  table: syncedTable,
  /** Null when the table is left out. */
  tableId: z.string().nullable(),
  fields: z.array(mappedField),
});
export type MappedTable = z.infer<typeof mappedTable>;

const mapping = z.object({
  problem,
  /** False while it is only our proposal. */
  isStored: z.boolean(),
  /** Identifies the stored mapping. Saving with another version is refused: somebody has changed the mapping meanwhile. */
  version: z.string(),
  remoteTables: z.array(remoteTable),
  tables: z.array(mappedTable),
});
export type AirtableMapping = z.infer<typeof mapping>;

const MAX_FIELDS = 60;
const mappingChange = z.strictObject({
  /** The `version` of the mapping that the user has edited. Without it, changes that others made meanwhile are overwritten. */
  version: z.string().max(100).optional(),
  tables: z
    .array(
      z.strictObject({
        table: syncedTable,
        tableId: z.string().max(40).nullable(),
        fields: z.array(fieldLink.strict()).max(MAX_FIELDS),
      }),
    )
    .max(20),
});
export type MappingChange = z.infer<typeof mappingChange>;

const savedMapping = z.object({ problem, message: z.string() });
export type SavedMapping = z.infer<typeof savedMapping>;

/** The tables that the user has chosen so far: links must lead to them. */
const tableIds = z.partialRecord(syncedTable, z.string().max(40)).optional();

const tableChoice = z.strictObject({ table: syncedTable, tableId: z.string().max(40), tableIds });
export type TableChoice = z.infer<typeof tableChoice>;
const tableProposal = z.object({ problem, table: mappedTable.nullable() });
export type TableProposal = z.infer<typeof tableProposal>;

const newField = tableChoice.extend({ field: z.string().max(60) });
export type NewRemoteField = z.infer<typeof newField>;
const createdField = z.object({ problem, field: remoteField.nullable() });
export type CreatedField = z.infer<typeof createdField>;

const newTable = z.strictObject({ table: syncedTable, tableIds });
export type NewRemoteTable = z.infer<typeof newTable>;
const createdTable = z.object({ problem, remoteTable: remoteTable.nullable(), table: mappedTable.nullable() });
export type CreatedTable = z.infer<typeof createdTable>;

const company = z.object({ id: rowId });
const own = "/api/airtable";
const ofCompany = "/admin/api/companies/{id}/airtable";

export const airtableConnectionRoutes = defineRoutes({
  connection: {
    method: "GET",
    path: own,
    summary: "The company's connection with Airtable",
    access: companyAdministration,
    response: airtableConnection,
  },
  changeConnection: {
    method: "PATCH",
    path: own,
    summary: "Change the company's base, token or form",
    access: companyAdministration,
    body: airtableChange,
    response: airtableConnection,
  },
  test: {
    method: "POST",
    path: `${own}/test`,
    summary: "Test the company's base and token",
    access: companyAdministration,
    body: enteredAccess,
    response: connectionResult,
  },
  bases: {
    method: "POST",
    path: `${own}/bases`,
    summary: "The bases that the token can see",
    access: companyAdministration,
    body: z.strictObject({ airtableApiKey: token.optional() }),
    response: visibleBases,
  },
  mapping: {
    method: "GET",
    path: `${own}/mapping`,
    summary: "How tables and fields are mapped to those of the base; a proposal if nothing is stored",
    access: companyAdministration,
    response: mapping,
  },
  saveMapping: {
    method: "PUT",
    path: `${own}/mapping`,
    summary: "Store the mapping; what it changes is read again",
    access: companyAdministration,
    body: mappingChange,
    response: savedMapping,
  },
  propose: {
    method: "POST",
    path: `${own}/mapping/proposal`,
    summary: "A proposal for the fields of one table",
    access: companyAdministration,
    body: tableChoice,
    response: tableProposal,
  },
  createField: {
    method: "POST",
    path: `${own}/mapping/fields`,
    summary: "Create a missing field in the base",
    access: companyAdministration,
    body: newField,
    response: createdField,
  },
  createTable: {
    method: "POST",
    path: `${own}/mapping/tables`,
    summary: "Create a missing table in the base",
    access: companyAdministration,
    body: newTable,
    response: createdTable,
  },
  adminBases: {
    method: "POST",
    path: "/admin/api/airtable/bases",
    summary: "The bases that this token, or else the company's token, can see",
    access: platformAdministration,
    body: z.strictObject({ companyId: rowId.optional(), airtableApiKey: token.optional() }),
    response: visibleBases,
  },
  adminMapping: {
    method: "GET",
    path: `${ofCompany}/mapping`,
    summary: "The mapping of a company",
    access: platformAdministration,
    params: company,
    response: mapping,
  },
  adminSaveMapping: {
    method: "PUT",
    path: `${ofCompany}/mapping`,
    summary: "Store the mapping of a company",
    access: platformAdministration,
    params: company,
    body: mappingChange,
    response: savedMapping,
  },
  adminPropose: {
    method: "POST",
    path: `${ofCompany}/mapping/proposal`,
    summary: "A proposal for the fields of one table of a company",
    access: platformAdministration,
    params: company,
    body: tableChoice,
    response: tableProposal,
  },
  adminCreateField: {
    method: "POST",
    path: `${ofCompany}/mapping/fields`,
    summary: "Create a missing field in the base of a company",
    access: platformAdministration,
    params: company,
    body: newField,
    response: createdField,
  },
  adminCreateTable: {
    method: "POST",
    path: `${ofCompany}/mapping/tables`,
    summary: "Create a missing table in the base of a company",
    access: platformAdministration,
    params: company,
    body: newTable,
    response: createdTable,
  },
});
