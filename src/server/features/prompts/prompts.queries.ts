import type { NewPrompt, Prompt, PromptPurpose, PromptVersion } from "#contract/prompts.ts";
import { hasManager } from "#platform/database/counters.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import { readJsonList } from "#platform/json-list.ts";
import { nameKey, type PageRequest, readCursor, textCursorKey } from "#platform/paging.ts";

export interface LockedPrompt {
  id: string;
  promptName: string;
  prompt: string;
  version: number;
}

/** Locks the row until the transaction ends, so that a decision is based on current values. */
export const lockPrompt = ({ db, companyId }: Scope, id: string): Promise<LockedPrompt | undefined> =>
  db.row(sql`
    select id, prompt_name as "promptName", prompt, version from prompts
    where company_id = ${companyId} and id = ${id} for no key update`);

/** Stores the current text as a version unless it is one already. A text that came from Airtable has no author here. */
export const insertOriginalVersion = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select company_id, id, version, prompt, 'original', 'Airtable', created_at from prompts
    where company_id = ${companyId} and id = ${id}
    on conflict do nothing`);

export const insertPrompt = async (
  { db, companyId, actor }: Scope,
  { promptName, accountManager, purpose, prompt }: NewPrompt,
  at: Date,
): Promise<string> => {
  const made = await db.row<{ id: string }>(sql`
    with made as (
      insert into prompts (company_id, prompt_name, account_manager, purpose, prompt, created_at, updated_at)
      values (${companyId}, ${promptName}, ${accountManager}, ${purpose}, ${prompt}, ${at}, ${at}) returning id, version)
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select ${companyId}, id, version, ${prompt}, 'edit', ${actor.name}, ${at} from made returning prompt_id as id`);
  if (!made) throw new Error("no prompt was made");
  return made.id;
};

/** Conditional on the version that the decision was based on. */
export const replaceText = (
  { db, companyId, actor }: Scope,
  { id, version }: LockedPrompt,
  text: string,
  source: "edit" | "restore",
  at: Date,
): Promise<number> =>
  db.run(sql`
    with replaced as (
      update prompts set prompt = ${text}, version = version + 1, updated_at = ${at}
      where company_id = ${companyId} and id = ${id} and version = ${version} returning version)
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select ${companyId}, ${id}, version, ${text}, ${source}, ${actor.name}, ${at} from replaced`);

export const updatePurpose = async (
  { db, companyId }: Scope,
  id: string,
  purpose: PromptPurpose,
  at: Date,
): Promise<{ before: PromptPurpose; promptName: string } | undefined> =>
  db.row(sql`
    update prompts new set purpose = ${purpose}, updated_at = ${at} from prompts old
    where new.company_id = ${companyId} and new.id = ${id} and old.company_id = new.company_id and old.id = new.id
    returning old.purpose as before, new.prompt_name as "promptName"`);

const VERSION_COLUMNS = sql`v.number, v.source, v.author, ${isoTime(sql`v.made_at`)} as "madeAt"`;

/** The stored versions, and the current text where it is not stored as a version yet. */
const versionsOf = (companyId: string, id: string): Sql => sql`
  (select number, prompt, source, author, made_at from prompt_versions
    where company_id = ${companyId} and prompt_id = ${id}
  union all
  select p.version, p.prompt, 'original', 'Airtable', p.created_at from prompts p
    where p.company_id = ${companyId} and p.id = ${id} and not exists (
      select from prompt_versions k where k.company_id = p.company_id and k.prompt_id = p.id and k.number = p.version)) v`;

export const findVersions = ({ db, companyId }: Scope, id: string): Promise<PromptVersion[]> =>
  db.rows(sql`select ${VERSION_COLUMNS} from ${versionsOf(companyId, id)} order by v.number desc`);

export const findVersion = (
  { db, companyId }: Scope,
  id: string,
  number: number,
): Promise<(PromptVersion & { prompt: string }) | undefined> =>
  db.row(sql`select ${VERSION_COLUMNS}, v.prompt from ${versionsOf(companyId, id)} where v.number = ${number}`);

interface PromptFilters extends PageRequest {
  manager?: string | undefined;
}

const PROMPT_COLUMNS = sql`
  p.id, p.prompt_name as "promptName", p.prompt, p.account_manager as "accountManager", p.purpose, p.version,
  v.author as "changedBy", ${isoTime(sql`v.made_at`)} as "changedAt",
  coalesce((select s.state from unsynced_rows s
    where s.company_id = p.company_id and s.table_name = 'prompts' and s.local_id = p.id), 'synced') as sync`;

/** The author of the current text; a text that came from Airtable has none. */
const WITH_VERSION = sql`
  left join prompt_versions v on v.company_id = p.company_id and v.prompt_id = p.id and v.number = p.version
    and v.source <> 'original'`;

export const readPrompts = (scope: Scope, filters: PromptFilters) => {
  const { db, companyId } = scope;
  const after = readCursor(nameKey, filters.cursor);
  const filterCondition = sql`p.company_id = ${companyId} and ${hasManager(scope, sql`p.account_manager`, filters.manager)}`;
  const afterCursor: Sql = after ? sql`(p.list_sort_key, p.id) > (${after[0]}, ${after[1]}::uuid)` : sql`true`;
  return readJsonList(db, filters, {
    rows: (limit) => sql`
      select p.list_sort_key as sort_key, p.id, row_to_json(shown) as item
      from (select * from prompts p where ${filterCondition} and ${afterCursor} order by p.list_sort_key, p.id limit ${limit}) p
      ${WITH_VERSION} cross join lateral (select ${PROMPT_COLUMNS}) shown order by p.list_sort_key, p.id`,
    total: sql`select count(*) from prompts p where ${filterCondition}`,
    keyOf: textCursorKey,
  });
};

export const findPrompt = ({ db, companyId }: Scope, id: string): Promise<Prompt | undefined> =>
  db.row(
    sql`select ${PROMPT_COLUMNS} from prompts p ${WITH_VERSION} where p.company_id = ${companyId} and p.id = ${id}`,
  );

export const findManagers = async ({ db, companyId }: Scope): Promise<string[]> => {
  const found = await db.rows<{ manager: string }>(sql`
    select distinct account_manager as manager, lower(account_manager) as sort_key from prompts
    where company_id = ${companyId} and account_manager <> '' order by 2, 1`);
  return found.map(({ manager }) => manager);
};
