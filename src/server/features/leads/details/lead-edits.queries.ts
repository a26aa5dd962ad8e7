import { type LeadChange, leadChange } from "#contract/forms.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { identifier, joinSql, quotedIdentifier } from "#platform/database/sql-expressions.ts";
import { columnNameOf, lockLeadsThenRead } from "../leads.queries.ts";

type EditedField = keyof LeadChange;

const FIELDS = Object.keys(leadChange.shape) as EditedField[];

/** The columns of the fields that users may edit, by which the Airtable sync names them too. */
export const EDITED_COLUMNS = Object.fromEntries(FIELDS.map((field) => [field, columnNameOf(field)])) as Readonly<
  Record<EditedField, string>
>;

export type EditedValues = Partial<Record<EditedField, string | null>>;

export interface EditedLead extends Record<EditedField, string | null> {
  id: string;
  fullName: string;
}

const valuesStatement = (companyId: string, ids: readonly string[]): Sql => sql`
  select id, ${joinSql(FIELDS.map((field) => sql`${identifier(EDITED_COLUMNS[field])} as ${quotedIdentifier(field)}`))}
  from leads where company_id = ${companyId} and id = any (${ids}::uuid[]) and deleted_at is null
  order by id`;

/** In the order of their ids, without deleted leads. */
export const findLeadValues = ({ db, companyId }: Scope, ids: readonly string[]): Promise<EditedLead[]> =>
  db.rows(valuesStatement(companyId, ids));

export const lockLeadValues = (scope: Scope, ids: readonly string[]): Promise<EditedLead[]> =>
  lockLeadsThenRead(scope, ids, valuesStatement(scope.companyId, ids));

export const updateLeadValues = async (
  { db, companyId }: Scope,
  id: string,
  values: EditedValues,
  at: Date,
): Promise<void> => {
  const changes = FIELDS.flatMap((field) => {
    const value = values[field];
    return value === undefined ? [] : [sql`${identifier(EDITED_COLUMNS[field])} = ${value}`];
  });
  await db.pipeline(sql`
    update leads set ${joinSql(changes)}, updated_at = ${at} where company_id = ${companyId} and id = ${id}`);
};
