import type { ResultDays } from "../../../contract/statistics.ts";
import { isoTime } from "../../platform/database/iso-time.ts";
import type { Scope } from "../../platform/database/scope.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

export type Kind = "invitation" | "icebreaker" | "followup";

/** What one person sent in one part of the periods, between two moments at which a prompt changed, and what came of it. */
export interface ResultLine {
  kind: Kind;
  person: string;
  /** How many parts ago; the first of the period before comes behind the last of this one. */
  part: number;
  /** After how many of the moments at which prompts changed it was written. */
  slot: number;
  out: number;
  won: number;
  /** Of how many the time from going out to being won is known, and their seconds together. */
  timed: number;
  seconds: number;
}

export interface PromptVersion {
  kind: Kind;
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  since: string | null;
  /** It was in use from this slot on, up to the other. */
  fromSlot: number;
  untilSlot: number | null;
}

const KINDS = sql`case when prompt_name ilike '%icebreaker%' then 'icebreaker' when prompt_name ilike '%follow%' then 'followup'
  when prompt_name ilike '%linkedin%' then 'invitation' end`;

/** From when to when each version of a prompt was in use. The first that is known also stands for the time before it. */
const versions = (companyId: string): Sql => sql`
  select p.id as prompt, p.prompt_name, coalesce(p.account_manager, '') as manager, ${KINDS} as kind, v.number as version,
    case when lag(v.number) over own is not null then v.made_at end as since, lead(v.made_at) over own as until
  from prompts p cross join lateral (
    select number, made_at from prompt_versions where company_id = p.company_id and prompt_id = p.id
    union all
    select p.version, p.updated_at
    where not exists (select from prompt_versions where company_id = p.company_id and prompt_id = p.id)) v
  where p.company_id = ${companyId} and ${KINDS} is not null
  window own as (partition by p.id order by v.number)`;

/** In how many days each the period is looked at. */
export const partLength = (days: ResultDays): number => (days === 7 ? 1 : 7);

/** All that the results of a period and of the one before it are made of, read in one look so that both parts agree. */
export const findResults = async (
  { db, companyId }: Scope,
  days: ResultDays,
  now: Date,
): Promise<{ lines: ResultLine[]; versions: PromptVersion[] }> => {
  const today = sql`amsterdam_day(${now})`;
  const found = await db.row<{ lines: ResultLine[]; versions: PromptVersion[] }>(sql`
    with versions as materialized (${versions(companyId)}),
    moments as materialized (
      select array(select distinct since from versions where since is not null order by since) as moments),
    lines as (
      select kind, person, (${today} - day) / ${partLength(days)}::int as part,
        width_bucket(written_first, (select moments from moments)) as slot, sum(went_out) as out, sum(won) as won,
        sum(timed) as timed, sum(took) / 1000000 as seconds
      from daily_results
      where company_id = ${companyId} and day between ${today} - ${2 * days - 1}::int and ${today}
      group by 1, 2, 3, 4)
    select (select coalesce(json_agg(lines), '[]') from lines) as lines,
      (select coalesce(json_agg(json_build_object(
          'kind', kind, 'promptId', prompt, 'promptName', prompt_name, 'accountManager', manager, 'version', version,
          'since', ${isoTime(sql`since`)}, 'fromSlot', coalesce(width_bucket(since, moments), 0),
          'untilSlot', width_bucket(until, moments))
        order by lower(manager), lower(prompt_name), prompt, version desc), '[]')
      from versions cross join moments) as versions`);
  return found ?? { lines: [], versions: [] };
};
