import {
  type Compared,
  GOAL_MEASURES,
  type GoalMeasure,
  type Goals,
  type GoalTargets,
  type Outcomes,
  type Results,
  type ResultsOverview,
  type ResultsQuery,
} from "#contract/statistics.ts";
import { type Scope, transaction } from "#platform/database/scope.ts";
import type { Platform } from "#platform/platform.ts";
import { calendarDay, startOfDay } from "#platform/time.ts";
import { type AuditActor, changedFields, recordChange } from "#server/features/audit/audit.service.ts";
import {
  countEndedInvitations,
  findGoals,
  findIndustryResults,
  findOutcomes,
  findResults,
  type IndustryRow,
  lockGoals,
  type OutcomeRow,
  type ResultRow,
  replaceGoals,
} from "./management.queries.ts";
import { readPromptResults } from "./prompt-results.ts";
import { addDaysTo, type ComparedPeriods, choosePeriods, lengthOf } from "./result-periods.ts";

export { readPromptResults } from "./prompt-results.ts";
export { compareProportions, REPEATED_CRITICAL_Z } from "./significance.ts";
export { countPersonToday, countPersonTotal, countQueue } from "./statistics.queries.ts";

const HOUR = 3_600;
/** Up to two weeks are shown per day, longer periods per week. */
const MAX_DAYS_PER_DAY = 14;

type Row = Pick<ResultRow, "kind" | "sent" | "succeeded"> & Partial<Pick<ResultRow, "timed" | "seconds">>;

const sum = <Item>(rows: readonly Item[], valueOfRow: (row: Item) => number): number =>
  rows.reduce((total, row) => total + valueOfRow(row), 0);
const rate = (succeeded: number, sent: number): number | null => (sent === 0 ? null : succeeded / sent);

const summarize = (rows: readonly Row[]): Results => {
  const invitations = rows.filter(({ kind }) => kind === "invitation");
  const messages = rows.filter(({ kind }) => kind !== "invitation");
  const [invited, accepted] = [sum(invitations, ({ sent }) => sent), sum(invitations, ({ succeeded }) => succeeded)];
  const [sent, replied] = [sum(messages, ({ sent }) => sent), sum(messages, ({ succeeded }) => succeeded)];
  const timed = sum(invitations, ({ timed = 0 }) => timed);
  return {
    invited,
    accepted,
    acceptanceRate: rate(accepted, invited),
    hoursToAcceptance: timed === 0 ? null : sum(invitations, ({ seconds = 0 }) => seconds) / timed / HOUR,
    sent,
    replied,
    replyRate: rate(replied, sent),
  };
};

const compare = (rows: readonly (Row & { isCurrent: boolean })[]): Compared => ({
  current: summarize(rows.filter(({ isCurrent }) => isCurrent)),
  previous: summarize(rows.filter(({ isCurrent }) => !isCurrent)),
});

const compareDutch = new Intl.Collator("nl").compare;

/** The intervals of the period, the latest first, each compared with the one before it. */
const listIntervals = (
  rows: readonly ResultRow[],
  { current, previous }: ComparedPeriods,
  length: number,
): ResultsOverview["byPeriod"] => {
  const count = Math.ceil(lengthOf(current) / length);
  // The oldest interval continues in the previous period, if that is directly before and begins on the same day.
  const isContinued = addDaysTo(previous.to, 1) === current.from && lengthOf(current) % length === 0;
  const resultsOf = (ago: number) =>
    summarize(
      rows.filter((row) =>
        ago < count
          ? row.isCurrent && row.interval === ago
          : isContinued && !row.isCurrent && row.interval === ago - count,
      ),
    );
  const dayBack = (days: number) => addDaysTo(current.to, -days);
  return Array.from({ length: count }, (_, ago) => ({
    from: ago === count - 1 ? current.from : dayBack((ago + 1) * length - 1),
    to: dayBack(ago * length),
    current: resultsOf(ago),
    previous: resultsOf(ago + 1),
  }));
};

const sumOutcomes = (rows: readonly OutcomeRow[], isCurrent: boolean): Outcomes => {
  const counted = rows.filter((row) => row.isCurrent === isCurrent);
  return { meetings: sum(counted, ({ meetings }) => meetings), clients: sum(counted, ({ clients }) => clients) };
};

const compareOutcomes = (rows: readonly OutcomeRow[]) => ({
  current: sumOutcomes(rows, true),
  previous: sumOutcomes(rows, false),
});

const namesOf = (rows: readonly { accountManager: string }[]): string[] =>
  [...new Set(rows.map(({ accountManager }) => accountManager))].toSorted(compareDutch);

const listIndustries = (rows: readonly IndustryRow[]): ResultsOverview["byIndustry"] =>
  [...Map.groupBy(rows, ({ industry }) => industry)]
    .map(([name, own]) => ({ name, ...compare(own) }))
    .toSorted(
      (one, other) =>
        other.current.invited + other.current.sent - (one.current.invited + one.current.sent) ||
        compareDutch(one.name, other.name),
    );

/**
 * The results of a period compared with as many days before: in total, by account manager, by industry, by prompt and over
 * time.
 */
export const readResults = async (scope: Scope, query: ResultsQuery, now: Date): Promise<ResultsOverview> => {
  const periods = choosePeriods(query, calendarDay(now));
  const length = lengthOf(periods.current) <= MAX_DAYS_PER_DAY ? 1 : 7;
  const rows = await findResults(scope, periods, length);
  const outcomes = await findOutcomes(scope, periods, now);
  return {
    ...periods,
    total: compare(rows),
    endedInvitations: await countEndedInvitations(scope, periods.current),
    outcomes: compareOutcomes(outcomes),
    outcomesByManager: namesOf(outcomes).map((name) => ({
      name,
      ...compareOutcomes(outcomes.filter(({ accountManager }) => accountManager === name)),
    })),
    byIndustry: listIndustries(await findIndustryResults(scope, periods)),
    byManager: namesOf(rows).map((name) => ({
      name,
      ...compare(rows.filter(({ accountManager }) => accountManager === name)),
    })),
    byPrompt: await readPromptResults(
      scope,
      startOfDay(periods.current.from),
      startOfDay(addDaysTo(periods.current.to, 1)),
    ),
    byPeriod: listIntervals(rows, periods, length),
  };
};

/** What this calendar month has reached so far: the same figures as the results of that period. */
export const readGoals = async (scope: Scope, now: Date): Promise<Goals> => {
  const periods = choosePeriods({ days: 28, period: "month" }, calendarDay(now));
  const { invited, accepted, replied } = compare(await findResults(scope, periods, 7)).current;
  const { meetings, clients } = sumOutcomes(await findOutcomes(scope, periods, now), true);
  const reached: Record<GoalMeasure, number> = { invited, accepted, replied, meetings, clients };
  const targets = await findGoals(scope);
  return {
    period: periods.current,
    measures: GOAL_MEASURES.map((measure) => ({
      measure,
      target: targets.find((goal) => goal.measure === measure)?.target ?? null,
      reached: reached[measure],
    })),
  };
};

export const storeGoals = (
  deps: Pick<Platform, "clock" | "events">,
  scope: Scope,
  actor: AuditActor,
  targets: GoalTargets,
): Promise<void> =>
  transaction(scope, async (scope) => {
    await lockGoals(scope);
    const before = Object.fromEntries((await findGoals(scope)).map(({ measure, target }) => [measure, target]));
    const changed = changedFields(before, targets);
    if (!changed) return;
    await replaceGoals(
      scope,
      GOAL_MEASURES.flatMap((measure) => {
        const target = targets[measure];
        return target === null ? [] : [{ measure, target }];
      }),
    );
    const { companyId } = scope;
    const subject = { type: "company", id: companyId, name: "" };
    const change = { companyId, action: "company.goals_changed", subject, ...changed };
    await recordChange(deps, scope, actor, change, "company");
  });
