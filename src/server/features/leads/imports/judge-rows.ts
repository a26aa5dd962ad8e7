import type { ImportedLead, ImportMapping } from "#contract/lead-imports.ts";
import type { CsvRow } from "#platform/csv/csv-reader.ts";
import type { Scope } from "#platform/database/scope.ts";
import { findIdentities, findKnown, type IdentityKeys } from "../add-lead.queries.ts";
import { refusalOf } from "../add-lead.ts";
import { type ReadRow, readImportRow } from "./read-row.ts";

export type Judged = Omit<ReadRow, "lead" | "reason"> &
  (
    | { verdict: "new"; lead: ImportedLead }
    | { verdict: "duplicate"; reason: string; leadId: string | null }
    | { verdict: "refused"; reason: string }
  );

type Candidate = ReadRow & { lead: ImportedLead };
const isCandidate = (row: ReadRow): row is Candidate => row.lead !== undefined;

/** The row before it in the same file that is about the same person. */
const findEarlier = (seen: Map<string, number>, { email, profile }: IdentityKeys, number: number) => {
  const keys = [email && `e ${email}`, profile && `p ${profile}`].filter((key) => key !== null);
  const [earlier] = keys.flatMap((key) => seen.get(key) ?? []);
  if (earlier === undefined) for (const key of keys) seen.set(key, number);
  return earlier;
};

const judgeCandidates = async (scope: Scope, rows: readonly Candidate[]): Promise<Map<number, Judged>> => {
  const people = rows.map(({ lead }) => lead);
  const known = new Map((await findKnown(scope, people)).map((found) => [found.place, found]));
  const identities = await findIdentities(scope, people);
  const seen = new Map<string, number>();
  return new Map(
    rows.map(({ lead, number, values, shown }, place): [number, Judged] => {
      const row = { number, values, shown };
      const found = known.get(place);
      if (found) return [number, { ...row, verdict: "duplicate", reason: refusalOf(found), leadId: found.id }];
      const earlier = findEarlier(seen, identities[place] ?? { email: null, profile: null }, number);
      if (earlier === undefined) return [number, { ...row, verdict: "new", lead }];
      return [
        number,
        { ...row, verdict: "duplicate", reason: `Staat ook in rij ${earlier} van dit bestand.`, leadId: null },
      ];
    }),
  );
};

/** What becomes of each row: a new lead, somebody who is there already, or nothing. */
export const judgeRows = async (scope: Scope, rows: readonly CsvRow[], mapping: ImportMapping): Promise<Judged[]> => {
  const read = rows.map((row) => readImportRow(row, mapping));
  const judged = await judgeCandidates(scope, read.filter(isCandidate));
  return read.map(
    ({ number, values, shown, reason = "" }) =>
      judged.get(number) ?? { number, values, shown, verdict: "refused", reason },
  );
};
