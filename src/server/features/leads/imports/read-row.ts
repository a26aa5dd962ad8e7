import {
  IMPORT_FIELDS,
  type ImportedLead,
  type ImportField,
  type ImportMapping,
  importedLead,
} from "#contract/lead-imports.ts";

export type RowValues = Partial<Record<ImportField, string>>;

export interface ReadRow {
  number: number;
  /** As the file has them, by field. */
  values: RowValues;
  /** Whom it is about, for a list. */
  shown: string;
  /** Absent when the row cannot be a lead. */
  lead?: ImportedLead;
  /** Why not. */
  reason?: string;
}

/** In a list nobody reads more. */
const LONGEST_SHOWN = 100;

// Spreadsheets and our own exports put an apostrophe before what would otherwise be a formula.
const unguard = (text: string): string => text.replace(/^'(?=[=+\-@])/, "");

const clean = (text: string): string => unguard(text.replaceAll("\0", "").trim());

const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/;

/** People write addresses without what a browser puts in front of them. */
const asAddress = (text: string | undefined): string | undefined =>
  text && HOST.test(text) ? `https://${text}` : text;

/** On one line: a name that came over two is still a name. */
const oneLine = (text: string | undefined): string | undefined => text?.replace(/\s+/g, " ");

const valuesOf = (fields: readonly string[], mapping: ImportMapping): RowValues =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) => {
      const value = clean(fields[column] ?? "");
      return value === "" ? [] : [[field, value]];
    }),
  );

const wholeName = ({ fullName, firstName, lastName }: RowValues): string =>
  fullName ?? [firstName, lastName].filter(Boolean).join(" ");

/** A row of a file as a lead, or why it cannot be one. */
export const readImportRow = (
  { number, fields }: { number: number; fields: readonly string[] },
  mapping: ImportMapping,
): ReadRow => {
  const values = valuesOf(fields, mapping);
  const { firstName: _first, lastName: _last, linkedInUrl, website, ...rest } = values;
  const fullName = oneLine(wholeName(values)) ?? "";
  const read = importedLead.safeParse({
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, oneLine(value)])),
    fullName,
    linkedInUrl: asAddress(linkedInUrl),
    website: asAddress(website),
  });
  const shown = (fullName || values.email || linkedInUrl || "Zonder naam").slice(0, LONGEST_SHOWN);
  if (read.success) return { number, values, shown, lead: read.data };
  const [problem] = read.error.issues;
  const field = problem?.path[0] as ImportField | undefined;
  return { number, values, shown, reason: `${field ? `${IMPORT_FIELDS[field]}: ` : ""}${problem?.message}` };
};
