import { type ImportedLead, importedLead } from "#contract/forms.ts";
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from "#contract/lead-imports.ts";
import type { CsvRow } from "#platform/csv/csv-reader.ts";
import type { Scope } from "#platform/database/scope.ts";
import { explainKnownPerson } from "../leads.policy.ts";
import { findKnownPeople, type IdentityKeys, normalizeIdentities } from "../leads.queries.ts";

type RowValues = Partial<Record<ImportField, string>>;

interface ParsedRow {
  rowNumber: number;
  /** The raw values of the file, by field. */
  values: RowValues;
  personLabel: string;
  /** Undefined when the row is invalid. */
  lead?: ImportedLead;
  /** Why the row is invalid. */
  reason?: string;
}

const MAX_LABEL_LENGTH = 100;

// Spreadsheets and our own exports put an apostrophe in front of values that look like a formula.
const removeFormulaGuard = (text: string): string => text.replace(/^'(?=[=+\-@])/, "");

const clean = (text: string): string => removeFormulaGuard(text.replaceAll("\0", "").trim());

const HOST = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/;

/** Adds the protocol that people leave out. */
const withProtocol = (text: string | undefined): string | undefined =>
  text && HOST.test(text) ? `https://${text}` : text;

/** Replaces line breaks by spaces. */
const oneLine = (text: string | undefined): string | undefined => text?.replace(/\s+/g, " ");

const valuesOf = (fields: readonly string[], mapping: ImportMapping): RowValues =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, column]) => {
      const value = clean(fields[column] ?? "");
      return value === "" ? [] : [[field, value]];
    }),
  );

const joinName = ({ fullName, firstName, lastName }: RowValues): string =>
  fullName ?? [firstName, lastName].filter(Boolean).join(" ");

/** A row as a lead, or why it is invalid. */
export const readImportRow = (
  { rowNumber, fields }: { rowNumber: number; fields: readonly string[] },
  mapping: ImportMapping,
): ParsedRow => {
  const values = valuesOf(fields, mapping);
  const { firstName: _first, lastName: _last, linkedInUrl, website, ...rest } = values;
  const fullName = oneLine(joinName(values)) ?? "";
  const parsed = importedLead.safeParse({
    ...Object.fromEntries(Object.entries(rest).map(([field, value]) => [field, oneLine(value)])),
    fullName,
    linkedInUrl: withProtocol(linkedInUrl),
    website: withProtocol(website),
  });
  const label = fullName || values.email || linkedInUrl || "Zonder naam";
  // PostgreSQL refuses half of a character such as an emoji.
  const personLabel = label.slice(0, MAX_LABEL_LENGTH).toWellFormed();
  if (parsed.success) return { rowNumber, values, personLabel, lead: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] as ImportField | undefined;
  return { rowNumber, values, personLabel, reason: `${field ? `${IMPORT_FIELDS[field]}: ` : ""}${issue?.message}` };
};

export type CheckedRow = Omit<ParsedRow, "lead" | "reason"> &
  (
    | { verdict: "new"; lead: ImportedLead }
    | { verdict: "duplicate"; reason: string; leadId: string | null }
    | { verdict: "rejected"; reason: string }
  );

type Candidate = ParsedRow & { lead: ImportedLead };
const isCandidate = (row: ParsedRow): row is Candidate => row.lead !== undefined;

/** The number of an earlier row about the same person, if there is one. */
const findEarlier = (seen: Map<string, number>, { email, profile }: IdentityKeys, rowNumber: number) => {
  const keys = [email && `e ${email}`, profile && `p ${profile}`].filter((key) => key !== null);
  const [earlier] = keys.flatMap((key) => seen.get(key) ?? []);
  if (earlier === undefined) for (const key of keys) seen.set(key, rowNumber);
  return earlier;
};

const checkCandidates = async (scope: Scope, rows: readonly Candidate[]): Promise<Map<number, CheckedRow>> => {
  const people = rows.map(({ lead }) => lead);
  const known = new Map((await findKnownPeople(scope, people)).map((found) => [found.index, found]));
  const identities = await normalizeIdentities(scope, people);
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ lead, rowNumber, values, personLabel }, index): [number, CheckedRow] => {
      const row = { rowNumber, values, personLabel };
      const found = known.get(index);
      if (found)
        return [rowNumber, { ...row, verdict: "duplicate", reason: explainKnownPerson(found), leadId: found.id }];
      const earlier = findEarlier(seen, identities[index] ?? { email: null, profile: null }, rowNumber);
      if (earlier === undefined) return [rowNumber, { ...row, verdict: "new", lead }];
      return [
        rowNumber,
        { ...row, verdict: "duplicate", reason: `Staat ook in rij ${earlier} van dit bestand.`, leadId: null },
      ];
    }),
  );
};

/** Decides for each row: a new lead, a duplicate, or rejected. */
export const checkRows = async (
  scope: Scope,
  rows: readonly CsvRow[],
  mapping: ImportMapping,
): Promise<CheckedRow[]> => {
  const parsedRows = rows.map((row) => readImportRow(row, mapping));
  const checkedRows = await checkCandidates(scope, parsedRows.filter(isCandidate));
  return parsedRows.map(
    ({ rowNumber, values, personLabel, reason = "" }) =>
      checkedRows.get(rowNumber) ?? { rowNumber, values, personLabel, verdict: "rejected", reason },
  );
};
