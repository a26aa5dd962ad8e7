import type { Prompt } from "#contract/prompts.ts";
import { readBuiltList } from "#platform/built-list.ts";
import { isoTime } from "#platform/database/iso-time.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { type Asked, nameKey, plainKey, readCursor } from "#platform/paging.ts";
import { syncStateOf } from "#server/features/airtable/airtable.service.ts";

interface PromptFilters extends Asked {
  manager?: string | undefined;
}

const ITEM = sql`
  p.id, p.prompt_name as "promptName", p.prompt, p.account_manager as "accountManager", p.version,
  v.author as "changedBy", ${isoTime(sql`v.made_at`)} as "changedAt",
  ${syncStateOf("prompts", sql`p`)} as sync`;

/** Who wrote the text that is there now; what came with the prompt was written by nobody here. */
const WITH_VERSION = sql`
  left join prompt_versions v on v.company_id = p.company_id and v.prompt_id = p.id and v.number = p.version
    and v.source <> 'original'`;

export const readPrompts = ({ db, companyId }: Scope, filters: PromptFilters) => {
  const after = readCursor(nameKey, filters.cursor);
  const whose = filters.manager ? sql`p.account_manager = ${filters.manager}` : sql`true`;
  const all = sql`p.company_id = ${companyId} and ${whose}`;
  const behind: Sql = after ? sql`(p.list_key, p.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`;
  return readBuiltList(db, filters, {
    rows: (most) => sql`
      select p.list_key as place, p.id, shown.*
      from (select * from prompts p where ${all} and ${behind} order by p.list_key, p.id limit ${most}) p
      ${WITH_VERSION} cross join lateral (select ${ITEM}) shown order by p.list_key, p.id`,
    total: sql`select count(*) from prompts p where ${all}`,
    keyOf: plainKey,
  });
};

export const findPrompt = ({ db, companyId }: Scope, id: string): Promise<Prompt | undefined> =>
  db.row(sql`select ${ITEM} from prompts p ${WITH_VERSION} where p.company_id = ${companyId} and p.id = ${id}`);

export const findManagers = async ({ db, companyId }: Scope): Promise<string[]> => {
  const found = await db.rows<{ manager: string }>(sql`
    select distinct account_manager as manager, lower(account_manager) as place from prompts
    where company_id = ${companyId} and account_manager <> '' order by 2, 1`);
  return found.map(({ manager }) => manager);
};
