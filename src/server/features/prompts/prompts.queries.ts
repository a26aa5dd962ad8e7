import type { PromptVersion } from "#contract/prompts.ts";
import { isoTime } from "#platform/database/iso-time.ts";
import type { Scope } from "#platform/database/scope.ts";
import { type Sql, sql } from "#platform/database/sql.ts";

export interface LockedPrompt {
  id: string;
  promptName: string;
  prompt: string;
  version: number;
}

/** Held until the end of the transaction: what was read stays true while it is decided on. */
export const lockPrompt = ({ db, companyId }: Scope, id: string): Promise<LockedPrompt | undefined> =>
  db.row(sql`
    select id, prompt_name as "promptName", prompt, version from prompts
    where company_id = ${companyId} and id = ${id} for no key update`);

/** The text as it is, unless it is kept already. Nobody here wrote what came with the prompt. */
export const keepOriginal = ({ db, companyId }: Scope, id: string): Promise<number> =>
  db.run(sql`
    insert into prompt_versions (company_id, prompt_id, number, prompt, source, author, made_at)
    select company_id, id, version, prompt, 'original', 'Airtable', created_at from prompts
    where company_id = ${companyId} and id = ${id}
    on conflict do nothing`);

/** Conditional on the version it was decided on. */
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

const VERSION = sql`v.number, v.source, v.author, ${isoTime(sql`v.made_at`)} as "madeAt"`;

/** What is kept, and the text as it is now where that is not kept yet. */
const versionsOf = (companyId: string, id: string): Sql => sql`
  (select number, prompt, source, author, made_at from prompt_versions
    where company_id = ${companyId} and prompt_id = ${id}
  union all
  select p.version, p.prompt, 'original', 'Airtable', p.created_at from prompts p
    where p.company_id = ${companyId} and p.id = ${id} and not exists (
      select from prompt_versions k where k.company_id = p.company_id and k.prompt_id = p.id and k.number = p.version)) v`;

export const findVersions = ({ db, companyId }: Scope, id: string): Promise<PromptVersion[]> =>
  db.rows(sql`select ${VERSION} from ${versionsOf(companyId, id)} order by v.number desc`);

export const findVersion = (
  { db, companyId }: Scope,
  id: string,
  number: number,
): Promise<(PromptVersion & { prompt: string }) | undefined> =>
  db.row(sql`select ${VERSION}, v.prompt from ${versionsOf(companyId, id)} where v.number = ${number}`);
