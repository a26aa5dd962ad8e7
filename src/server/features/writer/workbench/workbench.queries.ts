import type { MessageType } from "#contract/messages.ts";
import type { TestResult } from "#contract/workbench.ts";
import type { PlatformScope, Scope } from "#platform/database/scope.ts";
import { sql } from "#platform/database/sql.ts";
import { isoTime } from "#platform/database/sql-expressions.ts";
import type { LeadFeedback } from "./feedback-themes.ts";

interface WorkbenchPrompt {
  id: string;
  name: string;
  version: number;
  text: string;
  messageType: MessageType;
  accountManager: string | null;
  companyName: string;
  statisticsPerson: string;
}

/** The prompt, with the kind of message that it writes. */
export const findPrompt = ({ db, companyId }: Scope, id: string): Promise<WorkbenchPrompt | undefined> =>
  db.row(sql`
    select p.id, p.prompt_name as name, p.version, p.prompt as text, case when p.purpose = 'followup' then 'followup' else 'icebreaker' end as "messageType",
      p.account_manager as "accountManager", c.name as "companyName", statistics_person(c.id) as "statisticsPerson"
    from prompts p join companies c on c.id = p.company_id where p.company_id = ${companyId} and p.id = ${id}`);

/** For a prompt that is not saved yet. The statistics person is the sender where the prompt names no account manager. */
export const findWriterNames = ({
  db,
  companyId,
}: Scope): Promise<Pick<WorkbenchPrompt, "companyName" | "statisticsPerson"> | undefined> =>
  db.row(sql`
    select c.name as "companyName", statistics_person(c.id) as "statisticsPerson" from companies c where c.id = ${companyId}`);

interface TestOutcome {
  text: string;
  messageType: MessageType;
  testLead: number;
  model: string;
  rulesVersion: string;
  hasPassed: boolean;
}

export const upsertTest = ({ db, companyId }: Scope, test: TestOutcome, at: Date): Promise<number> =>
  db.run(sql`
    insert into prompt_tests (company_id, text_hash, message_type, test_lead, model, rules_version, has_passed, tested_at)
    values (${companyId}, prompt_text_hash(${test.text}), ${test.messageType}, ${test.testLead}, ${test.model},
      ${test.rulesVersion}, ${test.hasPassed}, ${at})
    on conflict (company_id, text_hash, message_type, test_lead) do update set model = excluded.model,
      rules_version = excluded.rules_version, has_passed = excluded.has_passed, tested_at = excluded.tested_at`);

/** The results of the current version of every prompt; with `promptId`, of all versions of that prompt. */
export const findTestResults = (
  { db, companyId }: Scope,
  { promptId, ...test }: { promptId: string | undefined; model: string; rulesVersion: string; testLeads: number },
): Promise<TestResult[]> => {
  const versions = promptId
    ? sql`
      union
      select p.id, v.number, v.prompt, p.purpose from prompts p join prompt_versions v on v.company_id = p.company_id
        and v.prompt_id = p.id where p.company_id = ${companyId} and p.id = ${promptId}`
    : sql``;
  return db.rows(sql`
    select v.id as "promptId", v.version, count(t.has_passed) filter (where not t.has_passed)::int as failed,
      case when bool_or(not t.has_passed) then 'failed' when count(t.has_passed) < ${test.testLeads} then 'untested' else 'passed' end
        as status
    from (
      select p.id, p.version, p.prompt, p.purpose from prompts p
        where p.company_id = ${companyId} and (${promptId ?? null}::uuid is null or p.id = ${promptId ?? null}::uuid)
      ${versions}) v
    left join prompt_tests t on t.company_id = ${companyId} and t.text_hash = prompt_text_hash(v.prompt)
      and t.message_type = v.purpose and t.rules_version = ${test.rulesVersion} and t.model = ${test.model}
    where v.purpose in ('icebreaker', 'followup')
    group by v.id, v.version order by v.id, v.version desc`);
};

const FEEDBACK_PERIOD = sql`interval '180 days'`;

/** The feedback on texts that were written with any version of this prompt, the latest first. */
export const findFeedback = ({ db, companyId }: Scope, promptId: string, at: Date): Promise<LeadFeedback[]> =>
  db.rows(sql`
    select v.feedback, l.id as "leadId", l.full_name as "fullName"
    from message_drafts d
      join message_versions v on v.company_id = d.company_id and v.message_id = d.message_id and v.number = d.content_version
      join messages m on m.company_id = d.company_id and m.id = d.message_id
      join leads l on l.company_id = m.company_id and l.id = m.lead_id
    where d.company_id = ${companyId} and d.prompt_id = ${promptId} and v.feedback is not null
      and d.made_at >= ${at}::timestamptz - ${FEEDBACK_PERIOD} and l.deleted_at is null and not l.erased
    order by d.made_at desc limit 1000`);

export interface StoredExperiment {
  id: string;
  promptId: string;
  share: number;
  liveVersion: number;
  otherVersion: number;
  startedBy: string;
  startedAt: string;
  endedAt: string | null;
  winner: number | null;
}

const EXPERIMENT = sql`
  e.id, e.prompt_id as "promptId", e.share, e.live_version as "liveVersion", e.other_version as "otherVersion",
  e.started_by as "startedBy", ${isoTime(sql`e.started_at`)} as "startedAt", ${isoTime(sql`e.ended_at`)} as "endedAt", e.winner`;

export const findLatestExperiment = (
  { db, companyId }: Scope,
  promptId: string,
): Promise<StoredExperiment | undefined> =>
  db.row(sql`
    select ${EXPERIMENT} from prompt_experiments e where e.company_id = ${companyId} and e.prompt_id = ${promptId}
    order by e.started_at desc, e.id desc limit 1`);

/** `isOutdated`: the prompt was edited since the start, so that the experiment no longer has an effect. */
export const findRunningExperiments = ({
  db,
  companyId,
}: Scope): Promise<(StoredExperiment & { isOutdated: boolean })[]> =>
  db.rows(sql`
    select ${EXPERIMENT}, p.version <> e.live_version as "isOutdated"
    from prompt_experiments e join prompts p on p.company_id = e.company_id and p.id = e.prompt_id
    where e.company_id = ${companyId} and e.ended_at is null order by e.id`);

export const findCompaniesWithExperiments = async ({ db }: PlatformScope): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(
    sql`select distinct company_id as id from prompt_experiments where ended_at is null`,
  );
  return found.map(({ id }) => id);
};

/** Undefined when the other version does not exist, or an experiment with this prompt is running. */
export const insertExperiment = (
  { db, companyId, actor }: Scope,
  promptId: string,
  { otherVersion, share }: { otherVersion: number; share: number },
  at: Date,
): Promise<{ id: string } | undefined> =>
  db.row(sql`
    insert into prompt_experiments (company_id, prompt_id, live_version, other_version, share, started_by, started_at)
    select p.company_id, p.id, p.version, v.number, ${share}, ${actor.name}, ${at}
    from prompts p join prompt_versions v on v.company_id = p.company_id and v.prompt_id = p.id and v.number = ${otherVersion}
    where p.company_id = ${companyId} and p.id = ${promptId} and v.number <> p.version
    on conflict do nothing returning id`);

export const endExperiment = (
  { db, companyId }: Scope,
  promptId: string,
  winner: number | null,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update prompt_experiments set ended_at = ${at}, winner = ${winner}
    where company_id = ${companyId} and prompt_id = ${promptId} and ended_at is null`);
