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
  /** On average, from going out to being won. */
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

const KINDS = sql`case when prompt_name ilike '%icebreaker%' then 'icebreaker' when prompt_name ilike '%follow%' then 'followup'
  when prompt_name ilike '%linkedin%' then 'invitation' end`;

/** From when to when each version of a prompt was in use. The first that is known also stands for the time before it. */
const versions = (companyId: string): Sql => sql`
  select (p.id || ' ' || v.number) collate "C" as key, p.id as prompt, p.prompt_name, coalesce(p.account_manager, '') collate "C" as manager,
    ${KINDS} as kind, v.number as version,
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

const inPeriods = (moment: Sql, days: ResultDays, now: Date): Sql => sql`
  ${moment} >= ${startOf("day", now, 1 - 2 * days)} and ${moment} < ${startOf("day", now, 1)}`;

/** The moments at which a prompt of this kind changed, in order. */
const momentsOf = (kind: string): Sql => sql`(select m.moments from moments m where m.kind = ${kind})`;

/** The moments at which the parts of both periods begin, in order. */
const beginnings = (parts: number, length: number, now: Date): Sql => sql`
  array(select (amsterdam_day(${now}) + 1 - ago * ${length}::int)::timestamp at time zone 'Europe/Amsterdam'
    from generate_series(${2 * parts}::int, 1, -1) as ago)`;

/**
 * Adds up what went out (rows of: person, kind, at, slot, won, took) in one pass, and sums that up further. The moments at
 * which prompts changed cut time into slots, in each of which every prompt has one version; so do the beginnings of the parts.
 * A row is only held against those moments, never against prompts or a calendar: there are thousands of rows.
 */
const summarise = ({ db, companyId }: Scope, days: ResultDays, now: Date, rows: Sql) => {
  const length = partLength(days);
  const parts = days / length;
  const figures = sql`sum(out)::int as out, sum(won)::int as won, date_part('epoch', sum(took)) / nullif(sum(timed), 0) as seconds`;
  return db.rows<ResultLine>(sql`
    with versions as materialized (${versions(companyId)}),
    moments as materialized (
      select kind, coalesce(array_agg(distinct since order by since) filter (where since is not null), '{}') as moments
      from versions group by kind),
    periods as materialized (select ${beginnings(parts, length, now)} as beginnings),
    sums as materialized (
      select person collate "C" as person, kind, coalesce(slot, 0) as slot,
        ${2 * parts}::int - width_bucket(at, (select beginnings from periods)) as part, count(*) as out,
        count(*) filter (where won) as won, sum(took) filter (where took >= '0') as took,
        count(*) filter (where took >= '0') as timed
      from (${rows}) outgoing group by 1, 2, 3, 4),
    lines as (select *, part < ${parts}::int as current from sums)
    select 'total' as grouping, '' as key, current, ${figures} from lines group by current
    union all select 'manager', person, current, ${figures} from lines group by person, current
    union all select 'period', part::text, current, ${figures} from lines group by part, current
    union all select 'prompt', v.key, current, ${figures}
    from lines l join versions v on v.kind = l.kind and (v.manager = '' or v.manager = l.person)
      join moments m on m.kind = v.kind
    where (v.since is null or l.slot >= width_bucket(v.since, m.moments))
      and (v.until is null or l.slot < width_bucket(v.until, m.moments))
    group by v.key, current`);
};

/** Invitations by the day they were sent, and whether they have been accepted since. */
export const summariseInvitations = (scope: Scope, days: ResultDays, now: Date): Promise<ResultLine[]> =>
  summarise(
    scope,
    days,
    now,
    // What was accepted before it was sent is a mistake in a date, and says nothing about time.
    sql`select person, 'invitation' as kind, invited_at as at, width_bucket(invited_at, ${momentsOf("invitation")}) as slot,
        accepted_at is not null as won, accepted_at - invited_at as took
      from invitations where company_id = ${scope.companyId} and ${inPeriods(sql`invited_at`, days, now)}`,
  );

/** Messages by the day their first part went out, and whether the person has answered since. */
export const summariseMessages = (scope: Scope, days: ResultDays, now: Date): Promise<ResultLine[]> =>
  summarise(
    scope,
    days,
    now,
    sql`select coalesce(flow_key, '') as person, message_type as kind, went_out_at as at, width_bucket(date_created,
          case message_type when 'icebreaker' then ${momentsOf("icebreaker")} else ${momentsOf("followup")} end) as slot,
        status in ('interested', 'not_interested', 'neutral') as won, null::interval as took
      from messages where company_id = ${scope.companyId} and ${inPeriods(sql`went_out_at`, days, now)}`,
  );

export const findPromptVersions = ({ db, companyId }: Scope): Promise<PromptVersion[]> =>
  db.rows(sql`
    select key, prompt as "promptId", prompt_name as "promptName", manager as "accountManager", version,
      ${isoTime(sql`since`)} as since
    from (${versions(companyId)}) v order by lower(manager), lower(prompt_name), prompt, version desc`);
