import type { ResultDays } from "#contract/statistics.ts";
import { isoTime } from "#platform/database/iso-time.ts";
import type { Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";

export type Kind = "invitation" | "icebreaker" | "followup";

/** What one person sent in one part of the periods, between two moments at which a prompt changed, and what came of it. */
export interface ResultLine {
  kind: Kind;
  person: string;
  /** How many parts ago; the first of the period before comes behind the last of this one. */
  part: number;
  /** When the first of it was written; whatever version that was written with wrote all of it. */
  written: string;
  out: number;
  won: number;
  /** Of how many the time from going out to being won is known, and their seconds together. */
  timed: number;
  seconds: number;
}

export interface PromptVersion {
  promptId: string;
  promptName: string;
  accountManager: string;
  version: number;
  /** When it took the place of another, and when another took its place. */
  since: string | null;
  until: string | null;
}

/** From when to when each version of a prompt was in use. The first that is known also stands for the time before it. */
export const findPromptVersions = ({ db, companyId }: Scope): Promise<PromptVersion[]> =>
  db.rows(sql`
    select p.id as "promptId", p.prompt_name as "promptName", coalesce(p.account_manager, '') as "accountManager",
      coalesce(v.number, p.version) as version,
      case when lag(v.number) over own is not null then ${isoTime(sql`v.made_at`)} end as since,
      ${isoTime(sql`lead(v.made_at) over own`)} as until
    from prompts p left join prompt_versions v on v.company_id = p.company_id and v.prompt_id = p.id
    where p.company_id = ${companyId}
    window own as (partition by p.id order by v.number)`);

/** In how many days each the period is looked at. */
export const partLength = (days: ResultDays): number => (days === 7 ? 1 : 7);

/** What went out in a period and in the one before it. Read after the versions, it is never put together over one of them. */
export const findResults = ({ db, companyId }: Scope, days: ResultDays, now: Date): Promise<ResultLine[]> => {
  const today = sql`amsterdam_day(${now})`;
  return db.rows(sql`
    select kind, person, (${today} - day) / ${partLength(days)}::int as part, ${isoTime(sql`min(written_first)`)} as written,
      sum(went_out)::int as out, sum(won)::int as won, sum(timed)::int as timed, sum(took)::float8 / 1000000 as seconds
    from daily_results
    where company_id = ${companyId} and day between ${today} - ${2 * days - 1}::int and ${today}
    group by kind, person, part, width_bucket(written_first, (select prompt_moments(${companyId})))
    having sum(went_out) <> 0`);
};
