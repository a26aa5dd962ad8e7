import { z } from "zod";
import { requiredText, rowId } from "./field-schemas.ts";
import { forOptionalLeadFields, LEAD_FIELDS } from "./lead-fields.ts";
import { cursorPageParams } from "./paging.ts";
import { everyRole } from "./roles.ts";
import { defineRoutes } from "./route.ts";

export const IMPORT_MAX_BYTES = 32 * 1024 * 1024;
export const IMPORT_MAX_ROWS = 100_000;
export const PREVIEW_ROWS = 20;

/** The fields that a column can be mapped to. A name may be in one column or in two. */
export const IMPORT_FIELDS = {
  fullName: LEAD_FIELDS.fullName.label,
  firstName: "Voornaam",
  lastName: "Achternaam",
  ...forOptionalLeadFields((name) => LEAD_FIELDS[name].label),
} as const;
export type ImportField = keyof typeof IMPORT_FIELDS;
export const IMPORT_FIELD_NAMES = Object.keys(IMPORT_FIELDS) as [ImportField, ...ImportField[]];

const column = z.int().min(0).max(999);
export const importMapping = z.partialRecord(z.enum(IMPORT_FIELD_NAMES), column);
/** The index of the column for each field. */
export type ImportMapping = z.infer<typeof importMapping>;

export const hasNameColumn = ({ fullName, firstName, lastName }: ImportMapping): boolean =>
  [fullName, firstName, lastName].some((chosen) => chosen !== undefined);
export const NO_NAME_COLUMN = "Kies de kolom waarin de naam staat.";
const usableMapping = importMapping.refine(hasNameColumn, NO_NAME_COLUMN);

const text = z.string();
export const IMPORT_STATUSES = ["uploaded", "queued", "running", "done", "failed", "stopped"] as const;

export const leadImport = z.object({
  id: text,
  fileName: text,
  status: z.enum(IMPORT_STATUSES),
  columns: z.array(z.object({ name: text, samples: z.array(text) })),
  mapping: importMapping,
  totalRows: z.number(),
  processedRows: z.number(),
  addedRows: z.number(),
  duplicateRows: z.number(),
  rejectedRows: z.number(),
  /** Why the import failed or was stopped. */
  problem: text.nullable(),
  uploadedBy: text,
  uploadedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type LeadImport = z.infer<typeof leadImport>;

const verdict = z.enum(["new", "duplicate", "rejected"]);
export const importPreview = z.object({
  rows: z.array(
    z.object({
      row: z.number(),
      values: z.partialRecord(z.enum(IMPORT_FIELD_NAMES), text),
      verdict,
      reason: text.nullable(),
    }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;
export type PreviewRow = ImportPreview["rows"][number];

export const skippedRow = z.object({
  id: text,
  row: z.number(),
  /** The verdict of the check. */
  kind: verdict.exclude(["new"]),
  personLabel: text,
  reason: text,
});
export type SkippedRow = z.infer<typeof skippedRow>;

const id = z.object({ id: rowId });
const mappingBody = z.strictObject({ mapping: usableMapping });

export const leadImportsRoutes = defineRoutes({
  recent: {
    method: "GET",
    path: "/api/lead-imports",
    summary: "The latest imports",
    access: everyRole,
    response: z.array(leadImport),
  },
  upload: {
    method: "POST",
    path: "/api/lead-imports",
    summary: "Upload a CSV file with leads; nothing is imported yet",
    access: everyRole,
    query: z.object({ fileName: requiredText(200, "Geef het bestand een naam.") }),
    body: "bytes",
    bodyLimit: IMPORT_MAX_BYTES,
    response: leadImport,
    status: 201,
  },
  one: {
    method: "GET",
    path: "/api/lead-imports/{id}",
    summary: "An import and its progress",
    access: everyRole,
    params: id,
    response: leadImport,
  },
  preview: {
    method: "POST",
    path: "/api/lead-imports/{id}/preview",
    summary: "The first rows as leads, with the result of their check",
    access: everyRole,
    params: id,
    body: mappingBody,
    response: importPreview,
  },
  start: {
    method: "POST",
    path: "/api/lead-imports/{id}/start",
    summary: "Import the file",
    access: everyRole,
    params: id,
    body: mappingBody,
    response: leadImport,
    status: 202,
  },
  stop: {
    method: "POST",
    path: "/api/lead-imports/{id}/stop",
    summary: "Stop the import; added leads remain",
    access: everyRole,
    params: id,
    response: leadImport,
  },
  skippedRows: {
    method: "GET",
    path: "/api/lead-imports/{id}/problems",
    summary: "The rows that were skipped, each with the reason",
    access: everyRole,
    params: id,
    query: z.object(cursorPageParams),
    response: z.object({ items: z.array(skippedRow), nextCursor: text.nullable() }),
  },
  skippedRowsFile: {
    method: "GET",
    path: "/api/lead-imports/{id}/problems.csv",
    summary: "The skipped rows as a CSV file",
    access: everyRole,
    params: id,
    response: "bytes",
  },
  discard: {
    method: "DELETE",
    path: "/api/lead-imports/{id}",
    summary: "Delete an import and its report",
    access: everyRole,
    params: id,
    response: "nothing",
  },
});
