import type { ResultDays } from "../../../contract/statistics.ts";
import { startOf } from "../../platform/amsterdam.ts";
import { isoTime } from "../../platform/database/iso-time.ts";
import type { Scope } from "../../platform/database/scope.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";

export type Grouping = "total" | "manager" | "period" | "prompt";

/** What went out and what came of it, for everything or for one of its parts. */
export interface ResultLine {
  grouping: Grouping;
  /** The manager, how many parts of the period ago, or the prompt with its version. */
  key: string;
  /** In the period that is asked for, or in the one before it. */
  current: boolean;
  out: number;
  won: number;
  seconds: number | null;
}

export interface PromptVersion {
  key: string;
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  since: string | null;
}

interface Outcomes {
  /** Rows of: person, at (went out), made (the text was written), type, won, seconds. */
  rows: Sql;
  /** Which prompts wrote the texts of which rows. */
  wrote: Sql;
}

const KINDS = sql`case when prompt_name ilike '%icebreaker%' then 'icebreaker' when prompt_name ilike '%follow%' then 'followup'
  when prompt_name ilike '%linkedin%' then 'invitation' end`;

/** From when to when each version of a prompt was in use. The first that is known also stands for the time before it. */
const versions = (companyId: string): Sql => sql`
  select p.id || ' ' || v.number as key, p.id as prompt, p.prompt_name, coalesce(p.account_manager, '') as manager,
    ${KINDS} as kind, v.number as version,
    case when lag(v.number) over own is not null then v.made_at end as made_at,
    case when lag(v.number) over own is null then '-infinity' else v.made_at end as since,
    coalesce(lead(v.made_at) over own, 'infinity') as until
  from prompts p cross join lateral (
    select number, made_at from prompt_versions where company_id = p.company_id and prompt_id = p.id
    union all
    select p.version, p.updated_at
    where not exists (select from prompt_versions where company_id = p.company_id and prompt_id = p.id)) v
  where p.company_id = ${companyId} and ${KINDS} is not null
  window own as (partition by p.id order by v.number)`;

/** Half of what was won came within this many seconds. What came before it went out is a mistake in a date. */
const FIGURES = sql`count(*)::int as out, count(*) filter (where won)::int as won,
  percentile_cont(0.5) within group (order by seconds) filter (where seconds >= 0) as seconds`;

/** In how many days each the period is looked at. */
export const partLength = (days: ResultDays): number => (days === 7 ? 1 : 7);

const inPeriods = (moment: Sql, days: ResultDays, now: Date): Sql => sql`
  ${moment} >= ${startOf("day", now, 1 - 2 * days)} and ${moment} < ${startOf("day", now, 1)}`;

const summarise = ({ db, companyId }: Scope, days: ResultDays, now: Date, { rows, wrote }: Outcomes) => {
  const length = partLength(days);
  return db.rows<ResultLine>(sql`
    with outcomes as materialized (
      select o.*, o.at >= ${startOf("day", now, 1 - days)} as current,
        ((amsterdam_day(${now}) - amsterdam_day(o.at)) / ${length}::int)::text as part
      from (${rows}) o),
    versions as materialized (${versions(companyId)})
    select case grouping(person, part) when 1 then 'manager' when 2 then 'period' else 'total' end as grouping,
      coalesce(person, part, '') as key, current, ${FIGURES}
    from outcomes group by grouping sets ((current), (person, current), (part, current))
    union all
    select 'prompt', v.key, current, ${FIGURES}
    from outcomes o join versions v on ${wrote} and (v.manager = '' or v.manager = o.person)
      and o.made >= v.since and o.made < v.until
    group by v.key, current`);
};

/** Invitations by the day they were sent, and whether they have been accepted since. */
export const summariseInvitations = (scope: Scope, days: ResultDays, now: Date): Promise<ResultLine[]> =>
  summarise(scope, days, now, {
    rows: sql`
      select person, invited_at as at, invited_at as made, accepted_at is not null as won,
        extract(epoch from accepted_at - invited_at)::float8 as seconds
      from invitations where company_id = ${scope.companyId} and ${inPeriods(sql`invited_at`, days, now)}`,
    wrote: sql`v.kind = 'invitation'`,
  });

/** Messages by the day their first part went out, and whether the person has answered since. */
export const summariseMessages = (scope: Scope, days: ResultDays, now: Date): Promise<ResultLine[]> =>
  summarise(scope, days, now, {
    rows: sql`
      select coalesce(flow_key, '') as person, went_out_at as at, date_created as made, message_type as type,
        status in ('interested', 'not_interested', 'neutral') as won, null::float8 as seconds
      from messages where company_id = ${scope.companyId} and ${inPeriods(sql`went_out_at`, days, now)}`,
    wrote: sql`v.kind = o.type`,
  });

export const findPromptVersions = ({ db, companyId }: Scope): Promise<PromptVersion[]> =>
  db.rows(sql`
    select key, prompt as "promptId", prompt_name as "promptName", manager as "accountManager", version,
      ${isoTime(sql`made_at`)} as since
    from (${versions(companyId)}) v order by lower(manager), lower(prompt_name), prompt, version desc`);
