import { type ImportedLead, importedLead } from "#contract/forms.ts";
import { IMPORT_FIELDS, type ImportField, type ImportMapping } from "#contract/lead-imports.ts";
import type { CsvRow } from "#platform/csv/csv-reader.ts";
import type { Scope } from "#platform/database/scope.ts";
import { explainKnownPerson } from "../leads.policy.ts";
import { findKnownPeople, type IdentityKeys, normalizeIdentities } from "../leads.queries.ts";

type RowValues = Partial<Record<ImportField, string>>;

interface ReadRow {
  number: number;
  /** The raw values of the file, by field. */
  values: RowValues;
  /** A name for the report. */
  shown: string;
  /** Undefined when the row is invalid. */
  lead?: ImportedLead;
  /** Why the row is invalid. */
  reason?: string;
}

const MAX_SHOWN_LENGTH = 100;

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

const wholeName = ({ fullName, firstName, lastName }: RowValues): string =>
  fullName ?? [firstName, lastName].filter(Boolean).join(" ");

/** A row as a lead, or why it is invalid. */
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
    linkedInUrl: withProtocol(linkedInUrl),
    website: withProtocol(website),
  });
  const shown = (fullName || values.email || linkedInUrl || "Zonder naam").slice(0, MAX_SHOWN_LENGTH);
  if (read.success) return { number, values, shown, lead: read.data };
  const [problem] = read.error.issues;
  const field = problem?.path[0] as ImportField | undefined;
  return { number, values, shown, reason: `${field ? `${IMPORT_FIELDS[field]}: ` : ""}${problem?.message}` };
};

export type CheckedRow = Omit<ReadRow, "lead" | "reason"> &
  (
    | { verdict: "new"; lead: ImportedLead }
    | { verdict: "duplicate"; reason: string; leadId: string | null }
    | { verdict: "refused"; reason: string }
  );

type Candidate = ReadRow & { lead: ImportedLead };
const isCandidate = (row: ReadRow): row is Candidate => row.lead !== undefined;

/** The number of an earlier row about the same person, if there is one. */
const findEarlier = (seen: Map<string, number>, { email, profile }: IdentityKeys, number: number) => {
  const keys = [email && `e ${email}`, profile && `p ${profile}`].filter((key) => key !== null);
  const [earlier] = keys.flatMap((key) => seen.get(key) ?? []);
  if (earlier === undefined) for (const key of keys) seen.set(key, number);
  return earlier;
};

const checkCandidates = async (scope: Scope, rows: readonly Candidate[]): Promise<Map<number, CheckedRow>> => {
  const people = rows.map(({ lead }) => lead);
  const known = new Map((await findKnownPeople(scope, people)).map((found) => [found.place, found]));
  const identities = await normalizeIdentities(scope, people);
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ lead, number, values, shown }, place): [number, CheckedRow] => {
      const row = { number, values, shown };
      const found = known.get(place);
      if (found) return [number, { ...row, verdict: "duplicate", reason: explainKnownPerson(found), leadId: found.id }];
      const earlier = findEarlier(seen, identities[place] ?? { email: null, profile: null }, number);
      if (earlier === undefined) return [number, { ...row, verdict: "new", lead }];
      return [
        number,
        { ...row, verdict: "duplicate", reason: `Staat ook in rij ${earlier} van dit bestand.`, leadId: null },
      ];
    }),
  );
};

/** Decides for each row: a new lead, a duplicate, or refused. */
export const checkRows = async (
  scope: Scope,
  rows: readonly CsvRow[],
  mapping: ImportMapping,
): Promise<CheckedRow[]> => {
  const read = rows.map((row) => readImportRow(row, mapping));
  const judged = await checkCandidates(scope, read.filter(isCandidate));
  return read.map(
    ({ number, values, shown, reason = "" }) =>
      judged.get(number) ?? { number, values, shown, verdict: "refused", reason },
  );
};
