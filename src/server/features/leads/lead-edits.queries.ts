import type { LeadChange } from "#contract/forms.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { identifier, joinSql, quotedIdentifier } from "#platform/database/sql-expressions.ts";

type EditedField = keyof LeadChange;

/** The columns of the fields that users may edit, by which the Airtable sync names them too. */
export const EDITED_COLUMNS = {
  fullName: "full_name",
  title: "title",
  company: "company",
  email: "email",
  phone: "phone",
  linkedInUrl: "linkedin_url",
  website: "website",
  employees: "employees",
  location: "location",
  industry: "industry",
  contractOwner: "contract_owner",
  hubspotId: "hubspot_id",
} as const satisfies Record<EditedField, string>;

const FIELDS = Object.keys(EDITED_COLUMNS) as EditedField[];

export type EditedValues = Partial<Record<EditedField, string | null>>;

export interface EditedLead extends Record<EditedField, string | null> {
  id: string;
  fullName: string;
}

/** In the order of their ids, as lockLeads. Deleted leads are left out. */
export const lockLeadValues = ({ db, companyId }: Scope, ids: readonly string[]): Promise<EditedLead[]> =>
  db.rows(sql`
    select id, ${joinSql(FIELDS.map((field) => sql`${identifier(EDITED_COLUMNS[field])} as ${quotedIdentifier(field)}`))}
    from leads where company_id = ${companyId} and id = any (${ids}::uuid[]) and deleted_at is null
    order by id for no key update`);

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
